import texts from 'room-messages:ui/captions'

/**
 * What the shop's own pictures show, by name. `locale`: of the reader. A browser has them in the language of the page
 * only.
 */
export const captionsIn = (locale: string): Readonly<Record<string, string>> =>
  (texts[locale.slice(0, 2)]?.ui as { captions: Record<string, string> } | undefined)?.captions ?? {}
