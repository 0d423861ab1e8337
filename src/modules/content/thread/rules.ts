/** The state of a message, and replies that are kept ready (docs/rules/messages.md). Pure. */
import type { Instant } from '../../../kernel/dates.ts'
import type { Text } from '../../../kernel/messages.ts'
import { text } from '../text.ts'

export const enquiryStates = ['new', 'answered', 'closed'] as const
export type EnquiryState = (typeof enquiryStates)[number]

interface Handled {
  readonly handled_at: Instant | null
  readonly closed_at: Instant | null
}
export function stateOf({ handled_at, closed_at }: Handled): EnquiryState {
  if (handled_at === null) return 'new'
  return closed_at === null ? 'answered' : 'closed'
}

export const maxReply = 5_000
export const maxCannedTitle = 80
export const maxCannedReplies = 200

export const cannedPlaceholders = ['customer_name', 'booking_reference'] as const
export type CannedPlaceholder = (typeof cannedPlaceholders)[number]
/** A missing value leaves its placeholder, so that nobody sends half a sentence. */
export type CannedValues = { readonly [key in CannedPlaceholder]: string | null }

const slot = /\{\{([^{}]*)\}\}/g
const isPlaceholder = (name: string): name is CannedPlaceholder =>
  cannedPlaceholders.includes(name as CannedPlaceholder)

export const fillCanned = (words: string, values: CannedValues): string =>
  words.replace(slot, (whole, inside: string) => {
    const name = inside.trim()
    return isPlaceholder(name) ? (values[name] ?? whole) : whole
  })

/** The placeholders that stand in a text, as they are typed. */
export const placeholdersIn = (words: string): readonly string[] => [
  ...new Set([...words.matchAll(slot)].map(([whole]) => whole)),
]

/** Null: it can be sent. */
export function replyFault(words: string): Text | null {
  if (words.trim() === '') return text('reply.missing')
  const [left] = placeholdersIn(words)
  return left === undefined ? null : text('reply.placeholder', { name: left })
}

/** At most one for each field. */
export function cannedErrors(draft: { readonly title: string; readonly text: string }) {
  const unknown = [...draft.text.matchAll(slot)].find(([, inside = '']) => !isPlaceholder(inside.trim()))
  return [
    ...(draft.title === '' ? [{ path: 'title', message: text('canned.titleMissing') }] : []),
    ...(draft.text === '' ? [{ path: 'text', message: text('canned.textMissing') }] : []),
    ...(unknown ? [{ path: 'text', message: text('canned.unknown', { name: unknown[0] }) }] : []),
  ]
}
