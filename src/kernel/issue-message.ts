import { isMessage, joined, type Text } from './messages.ts'
import { text } from './text.ts'

/** A fault found by a schema, as far as its message needs it. */
export type Issue = {
  readonly code?: string | undefined
  readonly message: string
  readonly expected?: unknown
  readonly origin?: unknown
  readonly minimum?: unknown
  readonly maximum?: unknown
  readonly format?: unknown
  readonly values?: readonly unknown[]
}
const maxValues = 20

/**
 * The message of a fault: the schema's own, else one of the catalogue in place of the library's English. Custom checks
 * without a reference keep their text.
 */
export function messageOfIssue(issue: Issue): Text {
  if (isMessage(issue.message) || issue.code === 'custom') return issue.message
  const origin = String(issue.origin)
  switch (issue.code) {
    case 'invalid_type':
      return /received undefined$/.test(issue.message)
        ? text('issues.missing')
        : text('issues.type', { expected: String(issue.expected) })
    case 'too_small':
      return text('issues.tooSmall', { origin, minimum: Number(issue.minimum) })
    case 'too_big':
      return text('issues.tooBig', { origin, maximum: Number(issue.maximum) })
    case 'invalid_format':
      return text('issues.format', { format: String(issue.format) })
    case 'invalid_value':
      return issue.values && issue.values.length <= maxValues
        ? text('issues.value', { values: joined(issue.values.map(String), 'plain') })
        : text('issues.other')
    case 'unrecognized_keys':
      return text('fields.unknown')
    default:
      return text('issues.other')
  }
}
