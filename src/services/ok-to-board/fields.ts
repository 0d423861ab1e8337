import * as z from 'zod/mini'
import type { FieldSpec, KindFields } from '../kind.ts'
import { cancellation, cancellationSpec } from '../shared/cancellation-fields.ts'
import { isCountryCode } from '../shared/countries.ts'
import { amount, line, list, longText, passportNumber, requiredText } from '../shared/inputs.ts'
import { questions, questionsSpec } from '../shared/question-fields.ts'
import { readDuration } from '../shared/read-duration.ts'
import { text as shared } from '../shared/text.ts'
import { bookingSpecs } from './booking-specs.ts'
import { text } from './text.ts'

/** Defaults of a new service: 2999 + 199, 48 hours, 18 %, in INR (C§9, D45). */
export const initial = {
  base_price: 299_900,
  processing_fee: 19_900,
  processing_time: '48 hours',
  tax_rate: 0.18,
} as const

/** Hours as a number, or text that contains a duration. Needed to detect a short notice (D170). */
const processingTime = z.pipe(
  z.union(
    [z.int().check(z.minimum(1), z.maximum(8760)), z.string().check(z.trim(), z.maxLength(100))],
    text('fields.badTime'),
  ),
  z.transform((given, context) => {
    const words = typeof given === 'number' ? `${given} ${given === 1 ? 'hour' : 'hours'}` : given
    if (readDuration(words) === null)
      context.issues.push({ code: 'custom', message: text('fields.badTime'), input: given })
    return words
  }),
)

/** A fraction of at most 6 decimals, as number or text: 0.18 is 18 %. */
const taxRate = z.pipe(
  z.union([z.number(), z.string()], text('fields.badRate')),
  z.transform((given, context) => {
    const isRate = /^(0(\.\d{1,6})?|1(\.0{1,6})?)$/.test(String(given).trim())
    if (!isRate) context.issues.push({ code: 'custom', message: text('fields.badRate'), input: given })
    return Number(given)
  }),
)

const details = z.strictObject({
  description: longText(),
  base_price: z._default(amount(), initial.base_price),
  processing_fee: z._default(amount(), initial.processing_fee),
  processing_time: z._default(processingTime, initial.processing_time),
  tax_rate: z._default(taxRate, initial.tax_rate),
  requirements: list(),
  features: list(),
  ...questions(),
  ...cancellation(),
})
export type OkToBoardDetails = z.infer<typeof details>

const specs: readonly FieldSpec[] = [
  { name: 'description', label: shared('fields.description'), group: 'basic', input: 'richtext', translatable: true },
  {
    name: 'base_price',
    label: text('fields.base_price'),
    group: 'pricing',
    input: 'money',
    default: initial.base_price,
  },
  {
    name: 'processing_fee',
    label: text('fields.processing_fee'),
    group: 'pricing',
    input: 'money',
    default: initial.processing_fee,
  },
  {
    name: 'tax_rate',
    label: text('fields.tax_rate'),
    group: 'pricing',
    input: 'ratio',
    default: initial.tax_rate,
    hint: text('fields.tax_rate_hint'),
  },
  {
    name: 'processing_time',
    label: text('fields.processing_time'),
    group: 'details',
    input: 'text',
    default: initial.processing_time,
    hint: text('fields.processing_time_hint'),
    translatable: true,
  },
  {
    name: 'requirements',
    label: text('fields.requirements'),
    group: 'content',
    input: 'list',
    hint: shared('fields.onePerLine'),
    translatable: true,
  },
  {
    name: 'features',
    label: text('fields.features'),
    group: 'content',
    input: 'list',
    hint: shared('fields.onePerLine'),
    translatable: true,
  },
  questionsSpec,
  cancellationSpec,
]

const nationalityMissing = shared('shop.required', { label: text('shop.nationality') })

/**
 * C143, C144. The departure date is the booking's travel date; email, phone and special requests are part of every
 * booking's customer.
 */
const booking = z.strictObject({
  passenger_name: requiredText(text('shop.passengerName')),
  passport_number: passportNumber(text('shop.passportNumber')),
  nationality: z.string(nationalityMissing).check(z.refine(isCountryCode, nationalityMissing)),
  flight_number: requiredText(text('shop.flightNumber'), 20),
  airline: requiredText(text('shop.airline'), 100),
  pnr: line(20),
  /** The passenger accepted that the departure is sooner than the processing time (D170). */
  acknowledge_short_notice: z.optional(z.boolean()),
})
export type OkToBoardBooking = z.infer<typeof booking>

export const fields: KindFields = {
  details,
  specs,
  booking,
  bookingSpecs,
  searchWords: text('search.words'),
  admin: {
    entity: text('fields.entity'),
    tabs: [
      { label: text('fields.tabs.service'), groups: ['basic', 'pricing', 'details', 'content', 'media', 'settings'] },
    ],
    failure: 'sentence',
    takeOver: ({ name, passport_number }) => ({
      passenger_name: name,
      ...(passport_number !== null && { passport_number }),
    }),
  },
}
