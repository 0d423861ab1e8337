import type { Language } from '../../kernel/language.ts'
import { languageOf } from '../../kernel/language-offer.ts'
import { shownName } from '../../kernel/person-name.ts'
import { sayIn } from '../../platform/messages.server.ts'
import { languagesOf, type NamedSettings, siteNameIn } from '../settings/index.ts'
import { allTemplates, templatesIn } from './default-templates.server.ts'
import { layout } from './layout.ts'
import { fillHtml, fillSubject, isolatedValue, type MailValues, type ShownValues } from './rules.ts'
import { text } from './text.ts'
import { textPartOf } from './text-part.server.ts'
import { unbroken, withPlainSpaces } from './unbroken.ts'

export type Wording = Readonly<{
  template: Readonly<{ subject: string; html_body: string }>
  settings: NamedSettings
  /** Of the template, and so of the values in it. */
  language: Language
}>
export type RenderedMail = Readonly<{ subject: string; html: string; text: string }>

type Stored = { readonly template_name: string; readonly subject: string; readonly html_body: string }
/** Whether the agency has left the text as it was. */
export const isDefaultText = (row: Stored): boolean =>
  allTemplates.some(
    ({ name, subject, body }) => name === row.template_name && subject === row.subject && body === row.html_body,
  )

type Words = Wording['template']
type Written = Words &
  Readonly<{
    template_name: string
    isDefault: boolean
    /** What staff wrote in languages other than the shop's default. */
    wordings: Readonly<Record<string, Words>>
  }>
type Reader = Readonly<{ settings: NamedSettings; language: string | null }>
/**
 * The wording for a reader: the agency's own in their language, or else the default one. A template without a default
 * wording is sent as the agency wrote it, in any language. `language` null: the shop's default.
 */
export function wordingFor(template: Written, { settings, language: stored }: Reader): Wording {
  const offer = languagesOf(settings)
  const language = languageOf(stored, offer)
  const edited = language === offer.first ? (template.isDefault ? undefined : template) : template.wordings[language]
  const words = edited ?? defaultWords(template.template_name, language)
  return words ? { template: words, settings, language } : { template, settings, language: offer.first }
}
export function defaultWords(template: string, language: Language): Words | undefined {
  const own = templatesIn(language).find(({ name }) => name === template)
  return own && { subject: own.subject, html_body: own.body }
}

/** Real mails, previews and test mails are rendered here. */
export function renderMail({ template, settings, language }: Wording, values: MailValues): RenderedMail {
  const say = sayIn(language)
  const texts = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, say(value ?? '')]))
  const all: ShownValues = {
    site_title: siteNameIn(settings, language),
    contact_phone: settings.contact_phone,
    contact_email: settings.contact_email,
    verification_time: say(text('hours', { hours: settings.transfer_verification_hours })),
    ...texts,
    ...shownNames(texts, say(text('nameless'))),
  }
  const own = Object.fromEntries(Object.entries(all).map(([name, value]) => [name, isolatedValue(value, language)]))
  const html = fillHtml(layout(template.html_body, language), unbroken(own))
  return { subject: fillSubject(template.subject, own), html, text: withPlainSpaces(textPartOf(html)) }
}

/** People can enter any email address, so names must not carry links or messages into mails. */
function shownNames(values: ShownValues, nameless: string): ShownValues {
  const names = (['customer_name', 'applicant_name'] as const).filter((key) => values[key])
  return Object.fromEntries(names.map((key) => [key, shownName(values[key] ?? '') || nameless]))
}
