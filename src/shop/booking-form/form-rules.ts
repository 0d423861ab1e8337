// What the form sends, and its errors before it is sent, by the rules that the server applies. Pure.

import type { Text } from '../../kernel/messages.ts'
import type { Money } from '../../kernel/money.ts'
import type { FieldError } from '../../kernel/refusal.ts'
import {
  bookedParty,
  bookingRequest,
  contactErrors,
  isPhoneRequired,
  quoteRequest,
  requestPath,
  scheduleErrors,
  todayOf,
  wordingOf,
} from '../../modules/booking/index.ts'
import type { ServiceDetail } from '../../modules/catalogue/contract.ts'
import type { KindRules, PriceBreakdown, RuleRequest } from '../../services/kind.ts'
import { partyErrors } from '../../services/shared/party.ts'
import { joinPhone, looksLikePhone } from './calling-codes.ts'
import type { Draft } from './draft.ts'

/** What a booking form is about. */
export interface Bookable {
  readonly service: ServiceDetail
  readonly rules: KindRules
}

const phoneOf = (draft: Draft): string => joinPhone(draft.phoneFrom, draft.phone)
const itemOf = ({ service, rules }: Bookable) => ({ ...service, party: rules.party(service) })

export function ruleRequest(draft: Draft, bookable: Bookable): RuleRequest {
  const { service } = bookable
  return {
    party: bookedParty(draft, itemOf(bookable)),
    date: draft.date || null,
    time: draft.time || null,
    booking: draft.details,
    ...(service.schedule.hasPickup && { pickupLocation: draft.pickup.trim() || null }),
    ...(draft.language && { language: draft.language }),
  }
}

/** The customer's name: from the kind's own questions where it has one there. */
export const nameOf = (draft: Draft, { leadName }: KindRules): string =>
  (leadName ? leadName(draft.details) : draft.name).trim()

export const localPrice = (draft: Draft, bookable: Bookable): PriceBreakdown =>
  bookable.rules.price(bookable.service, ruleRequest(draft, bookable))

export const quoteInput = (draft: Draft, bookable: Bookable) => quoteRequest(draft, itemOf(bookable))

export const createInput = (draft: Draft, bookable: Bookable, expected: Money) =>
  bookingRequest(draft, itemOf(bookable), {
    expected,
    phone: phoneOf(draft),
    leadName: bookable.rules.leadName,
  })

/** Errors by the request's field names, in the order of the form. */
export type FormErrors = Readonly<Record<string, string>>
export const fieldOrder = [
  'travel_date',
  'travel_time',
  'adults_count',
  'children_count',
  'infants_count',
  'customer_name',
  'customer_email',
  'customer_phone',
  'pickup_location',
  'selected_language',
  'special_requests',
  'promo_code',
] as const
/** The fields of the first step; the rest is about the customer. */
export const tripFields: readonly string[] = fieldOrder.slice(0, 5)

const renamed = ({ path, message }: FieldError): FieldError => ({ path: requestPath(path), message })

/** The first error of each field. */
export function byField<Shown extends Text>(errors: readonly FieldError<Shown>[]): Readonly<Record<string, Shown>> {
  const first: Record<string, Shown> = {}
  for (const { path, message } of errors) first[path] ??= message
  return first
}

/**
 * The rules of an item with schedules of its own sum all its days up, so only the server can judge a time of one day.
 */
function judgesTimes({ details }: ServiceDetail): boolean {
  const { schedules } = details
  return !Array.isArray(schedules) || schedules.length === 0
}

/** Why a start cannot be chosen, as far as the form knows: the server has the last word. */
export function startObjection({ service, rules }: Bookable, start: Start, now: Date): Text | null {
  const errors = scheduleErrors(service.schedule, { now, cutOffMinutes: 0 }, start, wordingOf(rules))
  const known = errors.filter(({ path }) => path !== 'travel_time' || judgesTimes(service))
  return known[0]?.message ?? null
}
type Start = Pick<RuleRequest, 'date' | 'time'>

export function formErrors(draft: Draft, bookable: Bookable, now: Date): Readonly<Record<string, Text>> {
  const { service, rules } = bookable
  const request = ruleRequest(draft, bookable)
  const clock = { now, cutOffMinutes: 0 }
  const phoneRequired = isPhoneRequired(rules, service.schedule.hasPickup, draft.details)
  const contact = contactErrors(
    { customer_name: nameOf(draft, rules), customer_email: draft.email, customer_phone: phoneOf(draft) },
    { texts: wordingOf(rules), phoneRequired, isPhone: looksLikePhone },
  )
  const schedule = scheduleErrors(service.schedule, clock, request, wordingOf(rules))
  return byField([
    ...schedule.filter(({ path }) => path !== 'travel_time' || draft.time === '' || judgesTimes(service)),
    ...rules.check(service, request, todayOf(service.schedule, clock)).map(renamed),
    ...partyErrors(request.party, rules.party(service)).map(renamed),
    // A kind that asks for the name itself reports a missing one at its own field.
    ...(rules.leadName ? contact.filter(({ path }) => path !== 'customer_name') : contact),
  ])
}

/** Errors in the form's order, those of the kind's own fields last. */
export function orderedErrors(errors: FormErrors): readonly (readonly [field: string, message: string])[] {
  const place = (field: string) => {
    const at = (fieldOrder as readonly string[]).indexOf(field)
    return at < 0 ? fieldOrder.length : at
  }
  return Object.entries(errors).sort(([a], [b]) => place(a) - place(b))
}
