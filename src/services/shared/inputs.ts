/**
 * Field types shared by all kinds: amounts, texts, lists, times, pictures. Each accepts input from a form, a bulk
 * upload or the API, and returns one stored form or a readable error.
 */
import * as z from 'zod/mini'
import { isLocalDate } from '../../kernel/dates.ts'
import { joined, type Text } from '../../kernel/messages.ts'
import { maxAlt, splitAlt } from '../../kernel/pictures.ts'
import { isHttps, isWebAddress } from '../../kernel/web-address.ts'
import { text } from './text.ts'
import { passportNumberOf } from './travellers.ts'

const maxAmount = 100_000_000_000

/** Minor units of the item's currency: 15000 is 150.00. Never negative or fractional (D52: never a silent 0). */
export const amount = () =>
  z
    .int(text('fields.amount'))
    .check(z.minimum(0, text('fields.amountNegative')), z.maximum(maxAmount, text('fields.amountTooLarge')))

/** `null` if the price is not set; 0 means free (D47, D48). */
export const optionalAmount = () => z._default(z.nullable(amount()), null)

export const wholeNumber = (min: number, max: number) => {
  const message = text('fields.wholeNumber', { min, max })
  return z.int(message).check(z.minimum(min, message), z.maximum(max, message))
}
export const optionalWholeNumber = (min: number, max: number) => z._default(z.nullable(wholeNumber(min, max)), null)

const tooLong = (max: number) => text('fields.tooLong', { max })

export const line = (max = 500) =>
  z._default(z.string(text('fields.text')).check(z.trim(), z.maxLength(max, tooLong(max))), '')

export const longText = () => line(20_000)

const isRequired = (label: Text) => text('shop.required', { label })

/** Blank input counts as missing. */
export const requiredText = (label: Text, max = 200) => {
  const required = isRequired(label)
  return z.string(required).check(z.trim(), z.minLength(1, required), z.maxLength(max, tooLong(max)))
}

/** Stored in capitals, without spaces and hyphens. The kind's rules judge it. */
export const passportNumber = (label: Text) =>
  z.pipe(
    requiredText(label, 30),
    z.transform((typed: string) => passportNumberOf(typed)),
  )

export const onOff = (initially: boolean) => z._default(z.boolean(text('fields.yesOrNo')), initially)

/** One entry per line, in order, without blank lines (A054). Lists are cleaned the same way. */
export const readLines = (value: string | readonly string[]): string[] =>
  (typeof value === 'string' ? value.split(/\r?\n/) : value).map((line) => line.trim()).filter((line) => line !== '')

const entries = () =>
  z.union(
    [
      z.array(z.string().check(z.maxLength(1000, text('fields.lineTooLong')))).check(z.maxLength(200)),
      z.string().check(z.maxLength(50_000)),
    ],
    text('fields.lines'),
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

const badTime = text('fields.times')
export const time = () =>
  z.pipe(
    z.string(badTime),
    z.transform((value, context) => {
      const parsed = readTime(value)
      if (parsed === null) context.issues.push({ code: 'custom', message: badTime, input: value })
      return parsed ?? ''
    }),
  )

/** Time slots without duplicates, in the day's order. An empty list means the kind's default slots. */
export const times = () =>
  z._default(
    z.pipe(
      entries(),
      z.transform((value: string | string[], context) => {
        const parsed = readLines(value).map(readTime)
        if (parsed.includes(null)) context.issues.push({ code: 'custom', message: badTime, input: value })
        return [...new Set(parsed.filter((slot) => slot !== null))].sort()
      }),
    ),
    [],
  )

export const date = (label: Text) => z.string(isRequired(label)).check(z.refine(isLocalDate, isRequired(label)))

/** A name from the picture set, a path on this site, or an https address. */
const isPicture = (value: string) => isWebAddress(value) || /^[a-z0-9][a-z0-9-]*$/i.test(value)
export const pictures = () =>
  z._default(
    z.pipe(
      entries(),
      z.transform((value: string | string[], context) => {
        const lines = readLines(value)
        const split = lines.map(splitAlt)
        if (!split.every(({ file }) => isPicture(file)))
          context.issues.push({ code: 'custom', message: text('fields.pictures'), input: value })
        if (split.some(({ alt }) => alt.length > maxAlt))
          context.issues.push({ code: 'custom', message: text('fields.altTooLong', { max: maxAlt }), input: value })
        return lines
      }),
    ),
    [],
  )

/**
 * Any https address is stored; the shop shows only YouTube links as a video, and the editor warns about others (A058,
 * D159).
 */
export const videoUrl = () =>
  line(500).check(z.refine((typed) => typed === '' || isHttps(typed), text('fields.videoAddress')))

export const oneOf = <const T extends readonly [string, ...string[]]>(options: T) =>
  z.enum(options, text('fields.oneOf', { options: joined(options, 'plain') }))
