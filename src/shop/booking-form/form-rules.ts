// What the form sends, and what is wrong with it before it is sent: the same rules that the server applies. Pure.
import type { FieldError } from '../../kernel/refusal.ts'
import {
  contactErrors,
  isPhoneRequired,
  requestPath,
  scheduleErrors,
  todayOf,
  wordingOf,
} from '../../modules/booking/index.ts'
import type { ServiceDetail } from '../../modules/catalogue/contract.ts'
import type { KindRules, Party, PriceBreakdown, RuleRequest } from '../../services/kind.ts'
import { partyErrors } from '../../services/shared/party.ts'
import { joinPhone, looksLikePhone } from './calling-codes.ts'
import type { Draft } from './draft.ts'

export const phoneOf = (draft: Draft): string => joinPhone(draft.phoneFrom, draft.phone)

/** The party that is booked: the draft's counts, or what the kind always books. */
export const partyOf = (draft: Draft, service: ServiceDetail, rules: KindRules): Party =>
  rules.party(service).fixed ?? { adults: draft.adults, children: draft.children, infants: draft.infants }

export function ruleRequest(draft: Draft, service: ServiceDetail, rules: KindRules): RuleRequest {
  return {
    party: partyOf(draft, service, rules),
    date: draft.date || null,
    time: draft.time || null,
    booking: draft.details,
    ...(service.schedule.hasPickup && { pickupLocation: draft.pickup.trim() || null }),
    ...(draft.language && { language: draft.language }),
  }
}

/** Who books: as the kind's own questions say, else as the form's. */
export const nameOf = (draft: Draft, rules: KindRules): string =>
  (rules.leadName ? rules.leadName(draft.details) : draft.name).trim()

export const localPrice = (draft: Draft, service: ServiceDetail, rules: KindRules): PriceBreakdown =>
  rules.price(service, ruleRequest(draft, service, rules))

/** What the server is asked a price for. */
export const quoteInput = (draft: Draft, service: ServiceDetail, rules: KindRules) => {
  const party = partyOf(draft, service, rules)
  return {
    service_type: service.kind,
    service_id: service.id,
    travel_date: draft.date || null,
    travel_time: draft.time || null,
    adults_count: party.adults,
    children_count: party.children,
    infants_count: party.infants,
    details: draft.details,
    ...(draft.promo && { promo_code: draft.promo }),
  }
}

export const createInput = (draft: Draft, service: ServiceDetail, rules: KindRules, price: PriceBreakdown) => ({
  ...quoteInput(draft, service, rules),
  customer_name: nameOf(draft, rules),
  customer_email: draft.email.trim(),
  customer_phone: phoneOf(draft) || null,
  selected_language: draft.language || null,
  pickup_location: (service.schedule.hasPickup && draft.pickup.trim()) || null,
  special_requests: draft.requests.trim() || null,
  expected_amount: { minor: price.final.minor, currency: price.final.currency },
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
/** The part that is chosen first; the rest is who books. */
export const tripFields: readonly string[] = fieldOrder.slice(0, 5)

const renamed = ({ path, message }: FieldError): FieldError => ({ path: requestPath(path), message })

/** The first objection to each field. */
export function byField(errors: readonly FieldError[]): FormErrors {
  const found: Record<string, string> = {}
  for (const { path, message } of errors) found[path] ??= message
  return found
}

export function formErrors(draft: Draft, service: ServiceDetail, rules: KindRules, now: Date): FormErrors {
  const request = ruleRequest(draft, service, rules)
  const clock = { now, cutOffMinutes: 0 }
  const phoneRequired = isPhoneRequired(rules, service.schedule.hasPickup, draft.details)
  const contact = contactErrors(
    { customer_name: nameOf(draft, rules), customer_email: draft.email, customer_phone: phoneOf(draft) },
    { texts: wordingOf(rules), phoneRequired, isPhone: looksLikePhone },
  )
  return byField([
    ...scheduleErrors(service.schedule, clock, request, wordingOf(rules)),
    ...rules.check(service, request, todayOf(service.schedule, clock)).map(renamed),
    ...partyErrors(request.party, rules.party(service), 'service').map(renamed),
    // Where the kind asks for the name itself, its own field says that it is missing.
    ...(rules.leadName ? contact.filter(({ path }) => path !== 'customer_name') : contact),
  ])
}

/** Errors as the summary lists them: in the form's order, those of the kind's own fields last. */
export function orderedErrors(errors: FormErrors): readonly (readonly [field: string, message: string])[] {
  const place = (field: string) => {
    const at = (fieldOrder as readonly string[]).indexOf(field)
    return at < 0 ? fieldOrder.length : at
  }
  return Object.entries(errors).sort(([a], [b]) => place(a) - place(b))
}
