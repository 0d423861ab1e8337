/** Which texts of the agency are translated, beside its items, and what a reader sees. Pure. */
import * as z from 'zod/mini'
import type { Language } from '../../../kernel/language.ts'
import type { Say, Text } from '../../../kernel/messages.ts'
import { altOf, maxAlt } from '../../../kernel/pictures.ts'
import { type AgencyText, isBlank, type Reader, type Texts } from '../../../kernel/translations.ts'
import type { ShopSettings } from '../../settings/index.ts'
import type { OwnName } from '../rules/own-names.ts'
import { text } from '../text.ts'

export const subjects = ['page', 'slider', 'menu-item'] as const
export type Subject = (typeof subjects)[number] | 'settings'
/** There is only one site. */
export const siteId = 'site'

/** The agency's language and English: in these the shop has written texts before anybody edits them. */
export type Voices = readonly Say[]
const ownText = (voices: Voices, original: string, message: Text): Text | undefined =>
  voices.some((say) => say(message) === original) ? message : undefined

type PageWords = {
  readonly slug: string
  readonly title: string
  readonly body: string
  readonly seo_title: string | null
  readonly seo_description: string | null
}
type Defaults = { readonly title: Text; readonly seo_description: Text; readonly body: Text }
export const pageTexts = (page: PageWords, defaults: Defaults, voices: Voices): readonly AgencyText[] => [
  {
    ...{ path: 'title', label: text('translations.page.title'), input: 'text', max: 200 },
    ...{ original: page.title, own: ownText(voices, page.title, defaults.title) },
  },
  {
    ...{ path: 'body', label: text('translations.page.body'), input: 'richtext', max: 50_000 },
    ...{ original: page.body, own: ownText(voices, page.body, defaults.body) },
  },
  {
    ...{ path: 'seo_title', label: text('translations.page.seo_title'), input: 'text', max: 120 },
    original: page.seo_title ?? '',
  },
  {
    ...{ path: 'seo_description', label: text('translations.page.seo_description'), input: 'textarea', max: 320 },
    original: page.seo_description ?? '',
    own: ownText(voices, page.seo_description ?? '', defaults.seo_description),
  },
]

type SliderWords = {
  readonly title: string
  readonly subtitle: string
  readonly button_text: string
  /** Its address ends with the alt text. */
  readonly image_url: string
}
export const sliderTexts = (slider: SliderWords, voices: Voices): readonly AgencyText[] => [
  {
    ...{ path: 'title', label: text('translations.slider.title'), input: 'text', max: 200 },
    original: slider.title,
  },
  {
    ...{ path: 'subtitle', label: text('translations.slider.subtitle'), input: 'textarea', max: 500 },
    original: slider.subtitle,
  },
  {
    ...{ path: 'button_text', label: text('translations.slider.button_text'), input: 'text', max: 60 },
    original: slider.button_text,
    own: ownText(voices, slider.button_text, text('own.sliderButton')),
  },
  {
    ...{ path: 'alt', label: text('translations.slider.alt'), input: 'text', max: maxAlt },
    original: altOf(slider.image_url),
  },
]

export function menuTexts(item: { readonly name: string; readonly href: string }, own: OwnName): readonly AgencyText[] {
  const message = own(item)
  return [
    {
      ...{ path: 'name', label: text('translations.menuName'), input: 'text', max: 80, original: item.name },
      own: message === item.name ? undefined : message,
    },
  ]
}

const sentences = [
  ['site_title', 'text', 100],
  ['site_description', 'textarea', 500],
  ['address', 'textarea', 500],
  ['business_hours', 'text', 200],
  ['support_claim', 'text', 100],
  ['reply_claim', 'text', 100],
  ['whatsapp_message', 'textarea', 300],
  ['payment_note', 'text', 200],
  ['meta_title', 'text', 120],
  ['meta_description', 'textarea', 320],
  ['meta_keywords', 'textarea', 500],
] as const
export type Sentence = (typeof sentences)[number][0]

const ownSentences: Partial<Record<Sentence, Text>> = {
  site_title: text('own.siteTitle'),
  whatsapp_message: text('own.whatsappMessage'),
}
const ownClaims: Readonly<Record<string, Text>> = {
  approval_rate: text('own.claims.approval_rate'),
  guaranteed_approval: text('own.claims.guaranteed_approval'),
  support: text('own.claims.support'),
  money_back: text('own.claims.money_back'),
  email_updates: text('own.claims.email_updates'),
  sms_updates: text('own.claims.sms_updates'),
}
export const claimPath = (key: string): string => `claims.${key}`

export function settingTexts(settings: ShopSettings, voices: Voices): readonly AgencyText[] {
  const own = (original: string, message: Text | undefined) => message && ownText(voices, original, message)
  return [
    ...sentences.map(([path, input, max]) => ({
      ...{ path, input, max, label: text(`translations.settings.${path}`) },
      ...{ original: settings[path], own: own(settings[path], ownSentences[path]) },
      ...(path === 'site_title' && { isOptional: true }),
    })),
    ...settings.claims.map(({ key, text: original }, place) => ({
      ...{ path: claimPath(key), input: 'text' as const, max: 200 },
      label: text('translations.claim', { number: place + 1 }),
      ...{ original, own: own(original, ownClaims[key]) },
    })),
  ]
}

export interface ShownTexts {
  readonly values: Readonly<Record<string, string>>
  /** The language of each field that has no translation. Undefined if all are in the reader's language. */
  readonly languages?: Readonly<Record<string, Language>>
}

export const asWritten = (texts: readonly AgencyText[]): ShownTexts => ({
  values: Object.fromEntries(texts.map(({ path, original }) => [path, original])),
})

/** An outdated translation is better than a text in another language. `say`: in the reader's language. */
export function shownTexts(
  texts: readonly AgencyText[],
  stored: Texts,
  { reader, say }: { readonly reader: Reader; readonly say: Say },
): ShownTexts {
  const known = texts.map(({ path, original, own }) => {
    const translated = isBlank(stored[path]) ? own && say(own) : String(stored[path])
    return { path, original, translated: original === '' ? '' : translated }
  })
  const left = known.filter(({ translated }) => translated === undefined)
  return {
    values: Object.fromEntries(known.map(({ path, original, translated }) => [path, translated ?? original])),
    ...(left.length > 0 && { languages: Object.fromEntries(left.map(({ path }) => [path, reader.original])) }),
  }
}

/** Accepts what a form sends; the same limits as the original's. */
export function schemaOf({ input, max }: Pick<AgencyText, 'input' | 'max'>): z.ZodMiniType<string> {
  const trimmed = z
    .string(text('translations.text'))
    .check(z.trim(), z.maxLength(max, text('translations.atMost', { max })))
  return input === 'text' ? trimmed.check(z.regex(/^[^\r\n]*$/, text('translations.oneLine'))) : trimmed
}
