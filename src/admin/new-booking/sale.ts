// What staff fill in when they book for a customer, and what is sent of it. Pure: price and places are the server's.
import type { Money } from '../../kernel/money.ts'
import type { ServiceDetail } from '../../modules/catalogue/contract.ts'
import type { BookingDetails, KindRules, Party } from '../../services/kind.ts'

export interface SaleDraft {
  readonly date: string
  readonly time: string
  readonly adults: number
  readonly children: number
  readonly infants: number
  readonly details: BookingDetails
  readonly pickup: string
  readonly language: string
  readonly requests: string
  readonly name: string
  readonly email: string
  readonly phone: string
  readonly promo: string
  readonly notes: string
  /** A manual method; '' where the customer pays by the link. */
  readonly method: string
}
export type Item = Pick<ServiceDetail, 'id' | 'kind' | 'party' | 'schedule'>

/** Who is on the phone stays the same when another item is looked at. */
const whoAndHow = ['name', 'email', 'phone', 'notes', 'method'] as const

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
  method: '',
}
export function draftFor(item: Item, details: BookingDetails, before: SaleDraft): SaleDraft {
  const kept = Object.fromEntries(whoAndHow.map((field) => [field, before[field]]))
  return { ...emptySale, ...kept, adults: item.party.adults.min, details }
}

const partyOf = (draft: SaleDraft, item: Item): Party =>
  item.party.fixed ?? { adults: draft.adults, children: draft.children, infants: draft.infants }

/** What the server is asked a price for. */
export function quoteRequest(draft: SaleDraft, item: Item) {
  const { adults, children, infants } = partyOf(draft, item)
  return {
    service_type: item.kind,
    service_id: item.id,
    travel_date: draft.date || null,
    travel_time: draft.time || null,
    adults_count: adults,
    children_count: children,
    infants_count: infants,
    details: { ...draft.details },
    ...(draft.promo && { promo_code: draft.promo }),
  }
}

/** The sale at the price that was shown; some kinds ask for the customer's name among their own questions. */
export function saleRequest(draft: SaleDraft, item: Item, shown: Money, leadName: KindRules['leadName']) {
  return {
    ...quoteRequest(draft, item),
    customer_name: (leadName ? leadName(draft.details) : draft.name).trim(),
    customer_email: draft.email.trim(),
    customer_phone: draft.phone.trim() || null,
    selected_language: draft.language || null,
    pickup_location: (item.schedule.hasPickup && draft.pickup.trim()) || null,
    special_requests: draft.requests.trim() || null,
    expected_amount: { minor: shown.minor, currency: shown.currency },
    admin_notes: draft.notes.trim() || null,
    payment_method: draft.method || null,
  }
}

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
  method: 'payment_method',
}

/** An answer that was changed is no longer objected to; the others are. A time is judged with its day. */
export function errorsAfter(errors: Errors, before: SaleDraft, after: SaleDraft): Errors {
  const fields = (Object.keys(after) as (keyof SaleDraft)[]).filter((field) => before[field] !== after[field])
  const gone = new Set(fields.flatMap((field) => pathOf[field] ?? []))
  if (gone.has('travel_date')) gone.add('travel_time')
  const answers = new Set([...Object.keys(before.details), ...Object.keys(after.details)])
  for (const name of answers) if (before.details[name] !== after.details[name]) gone.add(`details.${name}`)
  return Object.fromEntries(Object.entries(errors).filter(([path]) => !gone.has(path)))
}

/** In the order of the form; those of the kind's own questions after when and who. */
const order = [
  'travel_date',
  'travel_time',
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

/** The id of a field's control. */
export const controlId = (path: string): string => `sale-${path.replaceAll('.', '-')}`
