import type { ShownValues } from './rules.ts'

const space = '\u00a0'
const numbers = new Set(['contact_phone', 'customer_phone', 'total_amount', 'refund_amount', 'difference'])

/** '10:00 AM' and 'AED 155', also within a sentence. */
const clockOrAmount = /(\d\d:\d\d|\b[A-Z]{3}) (?=\p{L}|\d)/gu

/**
 * For HTML: mail programs wrap at any space, and the halves of a telephone number, an amount or a time read as two, in
 * right-to-left languages in the wrong order.
 */
export const unbroken = (values: ShownValues): ShownValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      numbers.has(name) ? value.replaceAll(' ', space) : value.replace(clockOrAmount, `$1${space}`),
    ]),
  )

/** Plain text is not laid out, and people copy from it. */
export const withPlainSpaces = (words: string): string => words.replaceAll(space, ' ')
