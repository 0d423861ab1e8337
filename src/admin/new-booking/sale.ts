// The form of a phone sale and the request made from it. Pure.
import type { Language } from '../../kernel/language.ts'
import type { Money } from '../../kernel/money.ts'
import { bookingRequest, type FormAnswers } from '../../modules/booking/index.ts'
import type { ServiceDetail } from '../../modules/catalogue/contract.ts'
import type { EarlierTraveller } from '../../modules/customer/contract.ts'
import type { BookingDetails, KindRules } from '../../services/kind.ts'

export interface SaleDraft extends FormAnswers {
  readonly phone: string
  readonly notes: string
  /** Why a full departure is sold; '' does not overbook. */
  readonly overbooking: string
  /** A manual method; '' when the customer pays by link. */
  readonly method: string
  /** Of emails and documents; null: the shop's default. */
  readonly reader: Language | null
  /** The record that was chosen; '' is none. */
  readonly customerId: string
  /** Travellers of its earlier bookings, saved with the booking for these days. */
  readonly taken: readonly EarlierTraveller[]
  readonly arrival: string
  readonly departure: string
}
export type Item = Pick<ServiceDetail, 'id' | 'kind' | 'party' | 'schedule'>

/** Choosing another item keeps the customer's data. */
const keptFields = ['name', 'email', 'phone', 'notes', 'method', 'reader', 'customerId'] as const

export const emptySale: SaleDraft = {
  date: '',
  time: '',
  adults: 1,
  children: 0,
  infants: 0,
  details: {},
  pickup: '',
  language: '',
  requests: '',
  name: '',
  email: '',
  phone: '',
  promo: '',
  notes: '',
  overbooking: '',
  method: '',
  reader: null,
  customerId: '',
  taken: [],
  arrival: '',
  departure: '',
}
export function draftFor(item: Item, details: BookingDetails, before: SaleDraft): SaleDraft {
  const kept = Object.fromEntries(keptFields.map((field) => [field, before[field]]))
  return { ...emptySale, ...kept, adults: item.party.adults.min, details }
}

export const saleRequest = (
  draft: SaleDraft,
  item: Item,
  { shown, leadName }: { shown: Money; leadName: KindRules['leadName'] },
) => ({
  ...bookingRequest(draft, item, { expected: shown, phone: draft.phone.trim(), leadName }),
  admin_notes: draft.notes.trim() || null,
  overbooking_reason: draft.overbooking.trim() || null,
  payment_method: draft.method || null,
  ...(draft.reader && { language: draft.reader }),
})

export type Errors = Readonly<Record<string, string>>
const pathOf: Readonly<Partial<Record<keyof SaleDraft, string>>> = {
  date: 'travel_date',
  time: 'travel_time',
  adults: 'adults_count',
  children: 'children_count',
  infants: 'infants_count',
  pickup: 'pickup_location',
  language: 'selected_language',
  requests: 'special_requests',
  name: 'customer_name',
  email: 'customer_email',
  phone: 'customer_phone',
  promo: 'promo_code',
  notes: 'admin_notes',
  overbooking: 'overbooking_reason',
  method: 'payment_method',
}

/** Drops the errors of changed answers. A time is validated together with its day. */
export function errorsAfter(errors: Errors, before: SaleDraft, after: SaleDraft): Errors {
  const fields = (Object.keys(after) as (keyof SaleDraft)[]).filter((field) => before[field] !== after[field])
  const gone = new Set(fields.flatMap((field) => pathOf[field] ?? []))
  if (gone.has('travel_date')) gone.add('travel_time')
  const answers = new Set([...Object.keys(before.details), ...Object.keys(after.details)])
  for (const name of answers) if (before.details[name] !== after.details[name]) gone.add(`details.${name}`)
  return Object.fromEntries(Object.entries(errors).filter(([path]) => !gone.has(path)))
}

const order = [
  'travel_date',
  'travel_time',
  'overbooking_reason',
  'adults_count',
  'children_count',
  'infants_count',
  'details.',
  'pickup_location',
  'selected_language',
  'special_requests',
  'customer_name',
  'customer_email',
  'customer_phone',
  'taken',
  'arrival',
  'departure',
  'payment_method',
  'promo_code',
  'admin_notes',
]
const placeOf = (path: string): number => {
  const place = order.indexOf(path.replace(/^details\..*/, 'details.'))
  return place < 0 ? order.length : place
}
export const orderedErrors = (errors: Errors): readonly (readonly [path: string, message: string])[] =>
  Object.entries(errors).sort(([a], [b]) => placeOf(a) - placeOf(b))

export const controlId = (path: string): string => `sale-${path.replaceAll('.', '-')}`
