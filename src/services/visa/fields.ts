import * as z from 'zod/mini'
import type { FieldSpec, KindFields } from '../kind.ts'
import { descriptionSpecs, descriptions, gallery, gallerySpec, inclusionSpecs, inclusions } from '../shared/content.ts'
import {
  amount,
  date,
  line,
  list,
  optionalAmount,
  optionalWholeNumber,
  passportNumber,
  requiredText,
} from '../shared/inputs.ts'
import { country, nationalityRules, nationalityRulesSpec } from '../shared/nationality-fields.ts'
import { questions, questionsSpec } from '../shared/question-fields.ts'
import { text as shared } from '../shared/text.ts'
import { defaultMaxStayDays } from '../shared/travellers.ts'
import { askedSpecs, passportSpecs } from './passport-specs.ts'
import { text } from './text.ts'

const details = z.strictObject({
  country: requiredText(text('fields.country')),
  visa_type: requiredText(text('fields.visa_type')),
  ...descriptions(),
  price: amount(),
  child_price: optionalAmount(),
  processing_time: line(100),
  estimated_days: optionalWholeNumber(0, 365),
  /** `null`: the shared default. */
  max_stay_days: optionalWholeNumber(1, 3650),
  ...nationalityRules(),
  requirements: list(),
  ...inclusions(),
  ...questions(),
  ...gallery(),
})
export type VisaDetails = z.infer<typeof details>

const specs: readonly FieldSpec[] = [
  {
    name: 'visa_type',
    label: text('fields.visa_type'),
    group: 'basic',
    input: 'text',
    required: true,
    searchable: true,
  },
  { name: 'country', label: text('fields.country'), group: 'basic', input: 'text', required: true, searchable: true },
  ...descriptionSpecs,
  { name: 'price', label: text('fields.price'), group: 'pricing', input: 'money', required: true },
  {
    name: 'child_price',
    label: text('fields.child_price'),
    group: 'pricing',
    input: 'money',
    hint: text('fields.child_price_hint'),
  },
  {
    name: 'processing_time',
    label: text('fields.processing_time'),
    group: 'details',
    input: 'text',
    hint: text('fields.processing_time_hint'),
    translatable: true,
  },
  { name: 'estimated_days', label: text('fields.estimated_days'), group: 'details', input: 'number' },
  {
    name: 'max_stay_days',
    label: text('fields.max_stay_days'),
    group: 'details',
    input: 'number',
    hint: text('fields.max_stay_days_hint', { days: defaultMaxStayDays }),
  },
  nationalityRulesSpec,
  {
    name: 'requirements',
    label: text('fields.requirements'),
    group: 'content',
    input: 'list',
    hint: shared('fields.onePerLine'),
    translatable: true,
  },
  ...inclusionSpecs,
  questionsSpec,
  gallerySpec,
]

export const bookingOptions = ['fill_and_pay', 'pay_now'] as const

/** One traveller as the wizard sends it (C085, C091); files are uploaded separately. */
const traveller = z.strictObject({
  traveler_type: z.enum(['adult', 'child'], text('fields.travellerType')),
  full_name: requiredText(text('fields.fullName')),
  passport_number: passportNumber(text('fields.passportNumber')),
  passport_expiry: z.optional(date(text('fields.passportExpiry'))),
  date_of_birth: date(text('fields.dateOfBirth')),
  tentative_arrival_date: date(text('fields.tentativeArrivalDate')),
  tentative_departure_date: date(text('fields.tentativeDepartureDate')),
  /** The traveller accepted that the passport expires within six months of arrival (D169). */
  acknowledge_passport_expiry: z.optional(z.boolean()),
})
export type VisaTraveller = z.infer<typeof traveller>

/** With pay_now the travellers follow after the payment (D65); with fill_and_pay there is one entry per person. */
const booking = z.strictObject({
  booking_option: z.enum(bookingOptions, text('fields.bookingOption')),
  nationality: country(),
  residence: country(),
  travellers: z._default(z.array(traveller).check(z.maxLength(20)), []),
  contact: z.optional(z.strictObject({ email: line(254), whatsapp: line(40) })),
})
export type VisaBooking = z.infer<typeof booking>

const bookingSpecs: readonly FieldSpec[] = [
  {
    name: 'booking_option',
    label: text('shop.howToGoOn'),
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
  searchWords: text('search.words'),
  admin: {
    entity: text('fields.entity'),
    columns: ['country', 'visa_type', 'price', 'processing_time'],
    saleDetails: { booking_option: 'pay_now' },
    saleSpecs: askedSpecs,
    answerSpecs: passportSpecs,
  },
}
