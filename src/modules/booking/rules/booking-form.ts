/** What the booking forms of shop and back office ask a price for and send. Pure. */
import { type Money, money } from '../../../kernel/money.ts'
import type { RefusalFacts } from '../../../kernel/refusal.ts'
import type { BookingDetails, Party } from '../../../services/kind.ts'

/** What is booked, as filled in; '' for what is not. */
export interface FormChoice {
  readonly date: string
  readonly time: string
  readonly adults: number
  readonly children: number
  readonly infants: number
  readonly details: BookingDetails
  /** A promo code. */
  readonly promo: string
  /** The signed code of a waiting list offer. */
  readonly offer?: string
}
export interface FormAnswers extends FormChoice {
  readonly name: string
  readonly email: string
  readonly pickup: string
  readonly language: string
  readonly requests: string
}
export interface FormItem {
  readonly id: string
  readonly kind: string
  /** `fixed`: every booking of the item is for this party. */
  readonly party: { readonly fixed?: Party | undefined }
  readonly schedule: { readonly hasPickup: boolean }
}
/** What a form knows beside the answers. */
export interface FormFacts {
  /** The price shown: the server books at no other. */
  readonly expected: Money
  /** In international form; '' for none. */
  readonly phone: string
  /** For kinds that ask for the customer's name among their own questions. */
  readonly leadName?: ((details: BookingDetails) => string) | undefined
}

export const bookedParty = ({ adults, children, infants }: FormChoice, { party }: Pick<FormItem, 'party'>): Party =>
  party.fixed ?? { adults, children, infants }

export function quoteRequest(choice: FormChoice, item: FormItem) {
  const { adults, children, infants } = bookedParty(choice, item)
  return {
    service_type: item.kind,
    service_id: item.id,
    travel_date: choice.date || null,
    travel_time: choice.time || null,
    adults_count: adults,
    children_count: children,
    infants_count: infants,
    details: { ...choice.details },
    ...(choice.promo && { promo_code: choice.promo }),
    ...(choice.offer && { waiting_offer: choice.offer }),
  }
}

export function bookingRequest(answers: FormAnswers, item: FormItem, { expected, phone, leadName }: FormFacts) {
  return {
    ...quoteRequest(answers, item),
    customer_name: (leadName ? leadName(answers.details) : answers.name).trim(),
    customer_email: answers.email.trim(),
    customer_phone: phone || null,
    selected_language: answers.language || null,
    pickup_location: (item.schedule.hasPickup && answers.pickup.trim()) || null,
    special_requests: answers.requests.trim() || null,
    expected_amount: { minor: expected.minor, currency: expected.currency },
  }
}

/** The price that a refused booking has by now; null for any other refusal. */
export function changedPrice(code: string, { minor, currency }: RefusalFacts): Money | null {
  if (code !== 'booking/price-changed') return null
  return typeof minor === 'number' && typeof currency === 'string' ? money(minor, currency) : null
}
