/** The parts of a default template: markup of code around sentences of the catalogue. */
import type { Say } from '../../kernel/messages.ts'
import { bookingRowsIn, buttonWith, enquiryRowsIn } from './layout.ts'
import { type Placeholder, placeholders } from './rules.ts'
import { text } from './text.ts'

export type Key = Parameters<typeof text>[0]
export type Part = (say: Say) => string

export type Default = { readonly name: string; readonly subject: Key; readonly body: readonly Part[] }

/** In a message `{name}` stands for the placeholder `{{name}}`, and the others for the markup of mails. */
const slots = {
  ...Object.fromEntries(placeholders.map((name) => [name, `{{${name}}}`])),
  strong: '<strong>',
  endStrong: '</strong>',
  endLink: '</a>',
  contacts: '<span> {{contact_phone}}</span><span> {{contact_email}}</span>',
}
export const write =
  (key: Key, href = ''): Part =>
  (say) =>
    say(text(key, { ...slots, link: `<a href="${href}">` }))

export const raw =
  (html: string): Part =>
  () =>
    html
export const p =
  (key: Key, href?: string): Part =>
  (say) =>
    `<p>${write(key, href)(say)}</p>`
export const button =
  (key: Key, name: Placeholder): Part =>
  (say) =>
    buttonWith(say(text(key)), name)
export const hello = p('defaults.hello')
export const bookingRows: Part = bookingRowsIn
export const enquiryRows: Part = enquiryRowsIn
