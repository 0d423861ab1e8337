import type { Language } from '../../../kernel/language.ts'

type Titled = { readonly title: string }
type Booked = { readonly service_title: string }

/** What was booked, in the reader's language, unless the item has been renamed since. */
export const shownTitle = ({ service_title: booked }: Booked, { title }: Titled, shown: Titled): string =>
  booked === title ? shown.title : booked

export interface MarkedTitle {
  readonly service_title: string
  /** The language of the title, if it is not the reader's. */
  readonly languages?: { readonly service_title: Language }
}
export const markedTitle = (service_title: string, language: Language | undefined): MarkedTitle =>
  language ? { service_title, languages: { service_title: language } } : { service_title }

type Item = Titled & { readonly translation?: { readonly original: Language } }
type Shown = Titled & { readonly languages?: Readonly<Record<string, Language>> }
/** `shownTitle` with its language. An item's texts are all in the reader's language if it was read without translations. */
export function shownAndMarked(booking: Booked, item: Item, shown: Shown): MarkedTitle {
  const isOriginal = booking.service_title !== item.title || shown.languages?.title !== undefined
  return markedTitle(shownTitle(booking, item, shown), isOriginal ? item.translation?.original : undefined)
}
