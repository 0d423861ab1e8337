/**
 * What a field of a kind accepts, shared by all kinds: amounts, texts, lists, times, pictures. Each takes what a form,
 * a bulk upload or the API sends and gives one stored shape, or a sentence for the person who filled it in.
 */
import * as z from 'zod/mini'
import { isLocalDate } from '../../kernel/dates.ts'

const largestAmount = 100_000_000_000

/** Minor units of the item's currency: 15000 is 150.00. Never negative, never a fraction (D52: never a silent 0). */
export const amount = () =>
  z
    .int('Please enter a valid amount')
    .check(z.minimum(0, 'The amount cannot be negative'), z.maximum(largestAmount, 'The amount is too large'))

/** `null` where the price is not set; 0 means free (D47, D48). */
export const optionalAmount = () => z._default(z.nullable(amount()), null)

export const wholeNumber = (min: number, max: number) => {
  const message = `Please enter a whole number from ${min} to ${max}`
  return z.int(message).check(z.minimum(min, message), z.maximum(max, message))
}
export const optionalWholeNumber = (min: number, max: number) => z._default(z.nullable(wholeNumber(min, max)), null)

export const text = (max = 500) =>
  z._default(z.string('Please enter a text').check(z.trim(), z.maxLength(max, `At most ${max} characters`)), '')

/** A text of paragraphs. */
export const longText = () => text(20_000)

/** A value of only spaces counts as missing. */
export const requiredText = (label: string, max = 200) =>
  z
    .string(`${label} is required`)
    .check(z.trim(), z.minLength(1, `${label} is required`), z.maxLength(max, `At most ${max} characters`))

export const onOff = (initially: boolean) => z._default(z.boolean('Please choose yes or no'), initially)

/** One entry per line, in order, without blank lines (A054); a list is cleaned the same way. */
export const readLines = (value: string | readonly string[]): string[] =>
  (typeof value === 'string' ? value.split(/\r?\n/) : value).map((line) => line.trim()).filter((line) => line !== '')

const entries = () =>
  z.union(
    [
      z.array(z.string().check(z.maxLength(1000, 'At most 1000 characters in a line'))).check(z.maxLength(200)),
      z.string().check(z.maxLength(50_000)),
    ],
    'Please enter one entry per line',
  )

export const list = () =>
  z._default(
    z.pipe(
      entries(),
      z.transform((value: string | string[]) => readLines(value)),
    ),
    [],
  )

/** 'HH:mm' from '14:00' or '02:00 PM' (D135: stored in 24 hours); `null` for anything else. */
export function readTime(value: string): string | null {
  const match = /^(\d{1,2}):([0-5]\d)(?:\s*([AP])M)?$/i.exec(value.trim())
  if (!match) return null
  const half = match[3]?.toUpperCase()
  const hour = Number(match[1])
  if (half ? hour < 1 || hour > 12 : hour > 23) return null
  const in24 = half ? (hour % 12) + (half === 'P' ? 12 : 0) : hour
  return `${String(in24).padStart(2, '0')}:${match[2]}`
}

const badTime = 'Please enter times as HH:mm'
export const time = () =>
  z.pipe(
    z.string(badTime),
    z.transform((value, context) => {
      const read = readTime(value)
      if (read === null) context.issues.push({ code: 'custom', message: badTime, input: value })
      return read ?? ''
    }),
  )

/** Own time slots, each once and in the day's order. An empty list means the kind's default slots. */
export const times = () =>
  z._default(
    z.pipe(
      entries(),
      z.transform((value: string | string[], context) => {
        const read = readLines(value).map(readTime)
        if (read.includes(null)) context.issues.push({ code: 'custom', message: badTime, input: value })
        return [...new Set(read.filter((slot) => slot !== null))].sort()
      }),
    ),
    [],
  )

export const date = (label: string) =>
  z.string(`${label} is required`).check(z.refine(isLocalDate, `${label} is required`))

/** A picture by name from the picture set, by its place on this site or by its address. */
const isPicture = (value: string) => /^(https?:\/\/\S+|\/[^/\\\s]\S*|[a-z0-9][a-z0-9-]*)$/i.test(value)
export const pictures = () =>
  z._default(
    z.pipe(
      entries(),
      z.transform((value: string | string[], context) => {
        const read = readLines(value)
        if (!read.every(isPicture))
          context.issues.push({ code: 'custom', message: 'Image addresses start with https://', input: value })
        return read
      }),
    ),
    [],
  )

/** Any address is kept; only a YouTube link is shown as a video, the editor warns about others (A058, D159). */
export const videoUrl = () => text(500)

export const oneOf = <const T extends readonly [string, ...string[]]>(options: T) =>
  z.enum(options, `Please choose one of ${options.join(', ')}`)
