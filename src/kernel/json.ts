const halves = /\\ud[89a-f]/
const whole = (_: string, value: unknown): unknown => (typeof value === 'string' ? value.toWellFormed() : value)

/**
 * JSON for jsonb columns, which refuse lone surrogates (a text cut in the middle of a character). They become U+FFFD.
 */
export function jsonOf(value: unknown): string {
  const json = JSON.stringify(value)
  return halves.test(json) ? JSON.stringify(value, whole) : json
}
