import { isolated, withoutIsolates } from '../../kernel/direction.ts'
import { escapeHtml } from '../../kernel/html.ts'
import { joined, type Message, type Text } from '../../kernel/messages.ts'
import type { FieldError } from '../../kernel/refusal.ts'
import { MailFailure } from './port.ts'
import { text } from './text.ts'

/** The names that templates may use (A§3, D28). */
export const placeholders = [
  'customer_name',
  'booking_reference',
  'service_name',
  'travel_date',
  'travel_time',
  'meeting_point',
  'old_date',
  'old_time',
  'new_date',
  'new_time',
  'difference',
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
  'waiting_url',
  'recovery_code',
  'expires_at',
  'hold_notice',
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
  'quoted_message',
  'security_event',
  'event_time',
] as const
export type Placeholder = (typeof placeholders)[number]
/** Not yet in a language: one event may be mailed to readers of several. */
export type MailValues = Readonly<Partial<Record<Placeholder, Text>>>
/** In the language of a mail. */
export type ShownValues = Readonly<Partial<Record<Placeholder, string>>>

const isPlaceholder = (name: string): name is Placeholder => placeholders.includes(name as Placeholder)
const slot = /\{\{([^{}]*)\}\}/g
const replaceSlots = (template: string, read: (name: Placeholder) => string): string =>
  template.replace(slot, (_, inside: string) => {
    const name = inside.trim()
    return isPlaceholder(name) ? read(name) : ''
  })
const slotNames = (template: string): readonly string[] =>
  [...template.matchAll(slot)].map(([, inside = '']) => inside.trim())

/** Leaves out the innermost `<tag>` elements whose placeholders are all empty. Linear in the template. */
function withoutEmpty(template: string, tag: 'tr' | 'p' | 'span', values: ShownValues): string {
  const [open, close] = [`<${tag}>`, `</${tag}>`]
  const isEmpty = (element: string) => {
    const names = slotNames(element)
    return names.length > 0 && names.every((name) => !isPlaceholder(name) || !values[name])
  }
  const pieces = template.split(close)
  return pieces
    .map((piece, place) => {
      if (place === pieces.length - 1) return piece
      const start = piece.lastIndexOf(open)
      return start >= 0 && isEmpty(piece.slice(start)) ? piece.slice(0, start) : piece + close
    })
    .join('')
}

/**
 * Fills `{{name}}` in HTML with escaped values. An unknown name or a missing value becomes empty; a row, paragraph or
 * span with nothing but empty values is left out.
 */
export const fillHtml = (template: string, values: ShownValues): string =>
  replaceSlots(withoutEmpty(withoutEmpty(withoutEmpty(template, 'span', values), 'tr', values), 'p', values), (name) =>
    escapeHtml(values[name] ?? ''),
  )

/** Fills a subject. The result is one line, so that no value can add a header. */
export const fillSubject = (template: string, values: ShownValues): string =>
  replaceSlots(template, (name) => values[name] ?? '')
    .replace(/[\r\n\t]+/g, ' ')
    .trim()
    .slice(0, 300)

const isLink = (line: string): boolean => line.includes('://')
/** Lines of a value in a right-to-left mail keep their own direction. Mail programs take a mark beside a link for a part of it. */
export const isolatedValue = (value: string, language: string): string =>
  value
    .split('\n')
    .map((line) => (isLink(line) ? withoutIsolates(line) : isolated(line, language)))
    .join('\n')

/** The placeholders in a template, each as often as it is used. */
export const placeholdersIn = (template: string): readonly Placeholder[] => slotNames(template).filter(isPlaceholder)

/** The names in a template that are not placeholders. */
export const unknownPlaceholders = (template: string): readonly string[] => [
  ...new Set(slotNames(template).filter((name) => !isPlaceholder(name))),
]

/** Exactly one bare address: no list, no display name, no line break. */
export const isMailbox = (address: string): boolean =>
  address.length <= 254 && /^[^\s@<>,;:"()[\]\\]+@[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?\.[a-z]{2,}$/i.test(address)

type MailedState = { readonly status: string; readonly isPaymentDue: boolean; readonly missesDocuments: boolean }
const isAlive = ({ status }: MailedState): boolean => status === 'pending' || status === 'confirmed'
const isCancelled = ({ status }: MailedState): boolean => status === 'cancelled'
const isCompleted = ({ status }: MailedState): boolean => status === 'completed'
const isDue = ({ isPaymentDue }: MailedState): boolean => isPaymentDue

/** When a mail about a booking still holds. Templates that are not listed report something that has happened. */
const truths: Readonly<Record<string, (state: MailedState) => boolean>> = {
  booking_confirmation: ({ status }) => status === 'confirmed' || status === 'completed',
  booking_received: isDue,
  bank_account_changed: isDue,
  bank_transfer_off: isDue,
  proof_asked: isDue,
  reminder: (state) => !isCancelled(state),
  document_asked: isAlive,
  documents_needed: (state) => isAlive(state) && state.missesDocuments,
  cancellation: isCancelled,
  booking_expired: isCancelled,
  places_gone: isCancelled,
  payment_rejected: isCancelled,
  visa_approval: isCompleted,
  review_invitation: isCompleted,
}
export const isTrueOf = (template: string, state: MailedState): boolean => truths[template]?.(state) ?? true

/** Minutes until the next try; null after the last one. */
export function nextTryInMinutes(failedTries: number): number | null {
  const steps = [1, 2, 4, 8, 15, 15, 15, 30, 60, 120, 240, 480]
  return steps[failedTries - 1] ?? null
}

/** Rendering a mail takes time in proportion to its length, so a template has a maximum length. */
export const maxBodyLength = 10_000
/** Values can be long, and each use of a placeholder repeats its value. */
export const maxPlaceholderUses = 10

/** The errors of a template, by field: at most one each. */
export function templateErrors(draft: { readonly subject: string; readonly html_body: string }): readonly FieldError[] {
  const fields = ['subject', 'html_body'] as const
  return fields.flatMap((path) => {
    const message = templateError(path, draft[path])
    return message === null ? [] : [{ path, message }]
  })
}

const inBraces = (name: string): string => `{{${name}}}`

function templateError(path: 'subject' | 'html_body', words: string): Message | null {
  if (words.trim() === '') return text('template.empty')
  if (words.length > maxBodyLength) return text('template.tooLong', { max: maxBodyLength, count: words.length })
  const names = slotNames(words)
  // Staff can read subjects in the outbox, even of mails with one-time links.
  if (path === 'subject' && names.includes('action_url')) return text('template.linkInSubject')
  const unknown = unknownPlaceholders(words)
  if (unknown.length > 0) return text('template.unknown', { names: joined(unknown.map(inBraces), 'plain') })
  const overused = placeholders.find((name) => names.filter((used) => used === name).length > maxPlaceholderUses)
  return overused === undefined
    ? null
    : text('template.overused', { name: inBraces(overused), max: maxPlaceholderUses })
}

/** A whole number from 1 to 65535, or its digits; null for anything else (A§5). */
export function readPort(port: number | string): number | null {
  const value = typeof port === 'number' ? port : /^\d{1,5}$/.test(port.trim()) ? Number(port) : Number.NaN
  return Number.isInteger(value) && value >= 1 && value <= 65_535 ? value : null
}

type Smtp = { smtp_host: string; smtp_port: number | string; smtp_user: string; from_email: string; from_name: string }

/** The errors of mail server settings, by field, in the words of the specification. */
export function smtpErrors(settings: Readonly<Smtp>): readonly FieldError[] {
  const missing = (['smtp_host', 'smtp_user', 'from_email'] as const).filter((path) => settings[path].trim() === '')
  const errors: FieldError[] = missing.map((path) => ({ path, message: text('smtp.incomplete') }))
  if (readPort(settings.smtp_port) === null) errors.push({ path: 'smtp_port', message: text('smtp.port') })
  if (
    !missing.includes('smtp_host') &&
    !/^(?:[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9])?|[0-9a-f:]+)$/i.test(settings.smtp_host)
  )
    errors.push({ path: 'smtp_host', message: text('smtp.host') })
  if (!missing.includes('from_email') && !isMailbox(settings.from_email))
    errors.push({ path: 'from_email', message: text('smtp.fromEmail') })
  return errors
}

/** A mail that was refused for its own address or content says nothing about the server. */
const serverFaults: readonly string[] = (['connection', 'encryption', 'sign-in'] as const).map(
  (reason) => new MailFailure(reason).message,
)

interface Tried {
  /** The error of the newest mail that was tried; null: it was taken, or none was tried. */
  readonly lastError: string | null
  /** When the newest sent mail was sent, in milliseconds. */
  readonly sentAt: number | null
  /** When the mail server was saved; null: it is set elsewhere. */
  readonly savedAt: number | null
}
/** Whether mail reaches people, where there is a mail server: it must have taken one since it was saved. */
export function deliveryOf({ lastError, sentAt, savedAt }: Tried): 'untested' | 'failing' | 'working' {
  if (serverFaults.includes(lastError ?? '')) return 'failing'
  return sentAt === null || (savedAt !== null && sentAt < savedAt) ? 'untested' : 'working'
}

/** Masks the tokens of private links: 'https://shop.example/track-booking?bookingId=1&token=...'. */
export const maskLinks = (text: string): string => text.replace(/([?&]token=)[^\s&#)\]>"]+/g, '$1...')
