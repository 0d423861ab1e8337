import * as z from 'zod/mini'
import type { FieldSpec, KindFields } from '../kind.ts'
import { cancellation, cancellationSpec } from '../shared/cancellation-fields.ts'
import { isCountryCode } from '../shared/countries.ts'
import { readDuration } from '../shared/duration.ts'
import { amount, list, longText, requiredText, text } from '../shared/inputs.ts'
import { bookingSpecs } from './booking-specs.ts'
import { strings } from './strings.ts'

/** What a service starts with: 2999 + 199, 48 hours, 18 %, in INR (C§9, D45). */
export const initial = {
  base_price: 299_900,
  processing_fee: 19_900,
  processing_time: '48 hours',
  tax_rate: 0.18,
} as const

/** Hours as a number, or words with a duration in them, which is how a departure that comes too soon is told (D170). */
const processingTime = z.pipe(
  z.union(
    [z.int().check(z.minimum(1), z.maximum(8760)), z.string().check(z.trim(), z.maxLength(100))],
    strings.badTime,
  ),
  z.transform((given, context) => {
    const words = typeof given === 'number' ? `${given} ${given === 1 ? 'hour' : 'hours'}` : given
    if (readDuration(words) === null) context.issues.push({ code: 'custom', message: strings.badTime, input: given })
    return words
  }),
)

/** A fraction of at most 6 decimals, as number or text: 0.18 is 18 %. */
const taxRate = z.pipe(
  z.union([z.number(), z.string()], strings.badRate),
  z.transform((given, context) => {
    const isRate = /^(0(\.\d{1,6})?|1(\.0{1,6})?)$/.test(String(given).trim())
    if (!isRate) context.issues.push({ code: 'custom', message: strings.badRate, input: given })
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
  ...cancellation(),
})
export type OkToBoardDetails = z.infer<typeof details>

const specs: readonly FieldSpec[] = [
  { name: 'description', label: 'Description', group: 'basic', input: 'textarea' },
  { name: 'base_price', label: 'Base price', group: 'pricing', input: 'money', default: initial.base_price },
  {
    name: 'processing_fee',
    label: 'Processing fee',
    group: 'pricing',
    input: 'money',
    default: initial.processing_fee,
  },
  {
    name: 'tax_rate',
    label: 'Tax rate',
    group: 'pricing',
    input: 'ratio',
    default: initial.tax_rate,
    hint: 'A fraction: 0.18 is 18%',
  },
  {
    name: 'processing_time',
    label: 'Processing time',
    group: 'details',
    input: 'text',
    default: initial.processing_time,
    hint: 'For example 48 hours',
  },
  { name: 'requirements', label: 'Requirements', group: 'content', input: 'list', hint: 'One per line' },
  { name: 'features', label: 'Features', group: 'content', input: 'list', hint: 'One per line' },
  cancellationSpec,
]

/**
 * C143, C144. The departure date is the booking's travel date; e-mail, phone and special requests are the customer's,
 * which every booking has.
 */
const booking = z.strictObject({
  passengerName: requiredText('Passenger name'),
  passportNumber: requiredText('Passport number', 30),
  nationality: z.string('Nationality is required').check(z.refine(isCountryCode, 'Nationality is required')),
  flightNumber: requiredText('Flight number', 20),
  airline: requiredText('Airline', 100),
  pnr: text(20),
  /** The passenger has read that the departure is sooner than the processing time (D170). */
  acknowledgeShortNotice: z.optional(z.boolean()),
})
export type OkToBoardBooking = z.infer<typeof booking>

export const fields: KindFields = {
  details,
  specs,
  booking,
  bookingSpecs,
  admin: {
    entity: 'Ok to Board service',
    tabs: [{ label: 'Service', groups: ['basic', 'pricing', 'details', 'content', 'media', 'settings'] }],
    failure: 'sentence',
  },
}
