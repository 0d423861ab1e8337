const halves = /\\ud[89a-f]/
const whole = (_: string, value: unknown): unknown => (typeof value === 'string' ? value.toWellFormed() : value)

/**
 * JSON that PostgreSQL takes: half a letter, which a text that was cut to its length may end with, becomes U+FFFD there,
 * as it does in a text. A jsonb refuses it.
 */
export function jsonOf(value: unknown): string {
  const json = JSON.stringify(value)
  return halves.test(json) ? JSON.stringify(value, whole) : json
}
