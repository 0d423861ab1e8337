import { shownName } from '../../kernel/person-name.ts'
import { say } from '../../platform/messages.server.ts'
import type { ShopSettings } from '../settings/index.ts'
import { layout } from './layout.ts'
import { fillHtml, fillSubject, hoursInWords, type MailValues } from './rules.ts'
import { text } from './text.ts'
import { textPartOf } from './text-part.server.ts'

export type Wording = Readonly<{
  template: Readonly<{ subject: string; html_body: string }>
  settings: ShopSettings
}>
export type RenderedMail = Readonly<{ subject: string; html: string; text: string }>

/** Real mails, previews and test mails are rendered here. */
export function renderMail({ template, settings }: Wording, values: MailValues): RenderedMail {
  const all: MailValues = {
    site_title: settings.site_title,
    contact_phone: settings.contact_phone,
    contact_email: settings.contact_email,
    verification_time: hoursInWords(settings.transfer_verification_hours),
    ...values,
    ...shownNames(values),
  }
  const html = fillHtml(layout(template.html_body), all)
  return { subject: fillSubject(template.subject, all), html, text: textPartOf(html) }
}

/** People can enter any email address, so names must not carry links or messages into mails. */
function shownNames(values: MailValues): MailValues {
  const names = (['customer_name', 'applicant_name'] as const).filter((key) => values[key])
  return Object.fromEntries(names.map((key) => [key, shownName(values[key] ?? '') || say(text('nameless'))]))
}
