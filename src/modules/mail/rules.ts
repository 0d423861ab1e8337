import { escapeHtml } from '../../kernel/html.ts'
import type { FieldError } from '../../kernel/refusal.ts'

/** The names that a template may use (A§3, D28): a value for anything else is never looked up. */
export const placeholders = [
  'customer_name',
  'booking_reference',
  'service_name',
  'travel_date',
  'travel_time',
  'traveler_count',
  'total_amount',
  'customer_email',
  'customer_phone',
  'applicant_name',
  'application_id',
  'payment_method',
  'payment_status',
  'booking_status',
  'payment_url',
  'tracking_url',
  'review_url',
  'documents_url',
  'document_links',
  'document_name',
  'document_url',
  'admin_url',
  'action_url',
  'expires_at',
  'refund_amount',
  'refund_terms',
  'reason',
  'site_title',
  'contact_phone',
  'contact_email',
  'verification_time',
  'topic',
  'subject',
  'message',
  'security_event',
  'event_time',
] as const
export type Placeholder = (typeof placeholders)[number]
export type MailValues = Readonly<Partial<Record<Placeholder, string>>>

const isPlaceholder = (name: string): name is Placeholder => placeholders.includes(name as Placeholder)
const slot = /\{\{\s*([^{}]*?)\s*\}\}/g

/** Fills `{{name}}` in HTML with escaped values; a name that is not on the list or has no value becomes empty. */
export const fillHtml = (template: string, values: MailValues): string =>
  template.replace(slot, (_, name: string) => (isPlaceholder(name) ? escapeHtml(values[name] ?? '') : ''))

/** Fills a subject: one line, whatever a value holds (no second header can be smuggled in). */
export const fillSubject = (template: string, values: MailValues): string =>
  template
    .replace(slot, (_, name: string) => (isPlaceholder(name) ? (values[name] ?? '') : ''))
    .replace(/[\r\n\t]+/g, ' ')
    .trim()
    .slice(0, 300)

export const hoursInWords = (hours: number): string => (hours === 1 ? '1 hour' : `${hours} hours`)

/** The names in a template that are not on the list; empty = fine. */
export const unknownPlaceholders = (template: string): readonly string[] => [
  ...new Set([...template.matchAll(slot)].map((match) => match[1] ?? '').filter((name) => !isPlaceholder(name))),
]

/**
 * The readable text of our HTML: blocks on lines of their own, and so each link's address, to which a bracket or a full
 * stop beside it would be taken to belong.
 */
export function textOf(html: string): string {
  return html
    .replace(/<(style|title)[\s\S]*?<\/\1>/gi, '')
    .replace(/<a\b[^>]*href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/gi, '$2:\n$1\n')
    .replace(/<\/td>\s*<td[^>]*>/gi, ': ')
    .replace(/<(br|\/p|\/h\d|\/li|\/tr|\/div|\/table)\b[^>]*>/gi, '\n')
    .replace(/<[^>]+>/g, '')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&middot;', '·')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** One mailbox and nothing else: no list, no name, no line break (a mail goes to exactly one address). */
export const isMailbox = (address: string): boolean =>
  address.length <= 254 && /^[^\s@<>,;:"()[\]\\]+@[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?\.[a-z]{2,}$/i.test(address)

/** Minutes until the next try after so many failed ones; null = given up, for staff to see and to retry. */
export function nextTryInMinutes(failedTries: number): number | null {
  const steps = [1, 2, 4, 8, 15, 15, 15, 30, 60, 120, 240, 480]
  return steps[failedTries - 1] ?? null
}

/** What is wrong with a template, by field. */
export function templateErrors(draft: { readonly subject: string; readonly html_body: string }): readonly FieldError[] {
  const fields = ['subject', 'html_body'] as const
  return fields.flatMap((path) => {
    if (draft[path].trim() === '') return [{ path, message: 'Please enter a text' }]
    // The outbox shows and keeps subjects, also of mails whose text it forgets.
    if (path === 'subject' && /\{\{\s*action_url\s*\}\}/.test(draft.subject))
      return [{ path, message: 'A link belongs into the body, not here' }]
    const unknown = unknownPlaceholders(draft[path])
    return unknown.length > 0
      ? [{ path, message: `There is no value for ${unknown.map((name) => `{{${name}}}`).join(', ')}` }]
      : []
  })
}

/** A whole number from 1 to 65535, also as digits; null for anything else (A§5). */
export function readPort(port: number | string): number | null {
  const value = typeof port === 'number' ? port : /^\d{1,5}$/.test(port.trim()) ? Number(port) : Number.NaN
  return Number.isInteger(value) && value >= 1 && value <= 65_535 ? value : null
}

type Smtp = { smtp_host: string; smtp_port: number | string; smtp_user: string; from_email: string; from_name: string }
const needed = 'SMTP Host, Username, and From Email are required'

/** What is wrong with a mail server's settings, by field, in the words of the specification. */
export function smtpErrors(given: Readonly<Smtp>): readonly FieldError[] {
  const missing = (['smtp_host', 'smtp_user', 'from_email'] as const).filter((path) => given[path].trim() === '')
  const errors: FieldError[] = missing.map((path) => ({ path, message: needed }))
  if (readPort(given.smtp_port) === null)
    errors.push({ path: 'smtp_port', message: 'Please enter a valid port number (1-65535)' })
  if (!missing.includes('smtp_host') && !/^(?:[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9])?|[0-9a-f:]+)$/i.test(given.smtp_host))
    errors.push({ path: 'smtp_host', message: 'Please enter a host name such as smtp.example.com' })
  if (!missing.includes('from_email') && !isMailbox(given.from_email))
    errors.push({ path: 'from_email', message: 'Please enter a valid email address' })
  return errors
}
