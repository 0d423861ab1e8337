import * as z from 'zod/mini'
import type { FieldSpec, KindFields } from '../kind.ts'
import { descriptionSpecs, descriptions, gallery, gallerySpec, inclusionSpecs, inclusions } from '../shared/content.ts'
import { amount, date, list, optionalAmount, optionalWholeNumber, requiredText, text } from '../shared/inputs.ts'
import { strings } from './strings.ts'

const details = z.strictObject({
  country: requiredText('Country'),
  visa_type: requiredText('Visa type'),
  ...descriptions(),
  price: amount(),
  child_price: optionalAmount(),
  processing_time: text(100),
  estimated_days: optionalWholeNumber(0, 365),
  requirements: list(),
  ...inclusions(),
  ...gallery(),
})
export type VisaDetails = z.infer<typeof details>

const specs: readonly FieldSpec[] = [
  { name: 'visa_type', label: 'Visa type', group: 'basic', input: 'text', required: true, searchable: true },
  { name: 'country', label: 'Country', group: 'basic', input: 'text', required: true, searchable: true },
  ...descriptionSpecs,
  { name: 'price', label: 'Price', group: 'pricing', input: 'money', required: true },
  {
    name: 'child_price',
    label: 'Child price (under 12 years)',
    group: 'pricing',
    input: 'money',
    hint: 'Empty: a child costs the adult price. 0: children are free.',
  },
  {
    name: 'processing_time',
    label: 'Processing time',
    group: 'details',
    input: 'text',
    hint: 'For example 3-4 working days',
  },
  { name: 'estimated_days', label: 'Estimated days', group: 'details', input: 'number' },
  { name: 'requirements', label: 'Requirements', group: 'content', input: 'list', hint: 'One per line' },
  ...inclusionSpecs,
  gallerySpec,
]

export const bookingOptions = ['fill_and_pay', 'pay_now'] as const

/** One traveller as the wizard's form sends it (C085, C091); the files travel on their own. */
const traveller = z.strictObject({
  travelerType: z.enum(['adult', 'child'], strings.travellerType),
  fullName: requiredText('Full name'),
  passportNumber: requiredText('Passport number', 30),
  passportExpiry: z.optional(date('Passport expiry date')),
  dateOfBirth: date('Date of birth'),
  tentativeArrivalDate: date('Arrival date'),
  tentativeDepartureDate: date('Departure date'),
  /** The traveller has read that the passport expires within six months of arrival (D169). */
  acknowledgePassportExpiry: z.optional(z.boolean()),
})
export type VisaTraveller = z.infer<typeof traveller>

/** With pay_now the travellers follow after the payment (D65); with fill_and_pay there is one entry per person. */
const booking = z.strictObject({
  booking_option: z.enum(bookingOptions, strings.bookingOption),
  travellers: z._default(z.array(traveller).check(z.maxLength(20)), []),
  contact: z.optional(z.strictObject({ email: text(254), whatsapp: text(40) })),
})
export type VisaBooking = z.infer<typeof booking>

const bookingSpecs: readonly FieldSpec[] = [
  {
    name: 'booking_option',
    label: strings.howToGoOn,
    group: 'basic',
    input: 'select',
    required: true,
    options: bookingOptions,
  },
]

export const fields: KindFields = {
  details,
  specs,
  booking,
  bookingSpecs,
  admin: {
    entity: 'Visa service',
    columns: ['country', 'visa_type', 'price', 'processing_time'],
    saleDetails: { booking_option: 'pay_now' },
  },
}
