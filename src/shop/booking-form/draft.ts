// The answers so far, stored for this tab: a reload or a look at another page loses nothing.
import type { FormAnswers } from '../../modules/booking/index.ts'
import type { ServiceDetail } from '../../modules/catalogue/contract.ts'
import type { KeyStore } from '../../ui/priced-form/request-keys.ts'
import { keptKeys, readKept, writeKept } from '../form/kept.ts'
import { parseSearch } from '../routing/search.ts'
import { firstCountry } from './calling-codes.ts'
import { readTrip } from './trip-address.ts'

/** `promo` is a code that the server has accepted. */
export interface Draft extends FormAnswers {
  readonly offer: string
  readonly phoneFrom: string
  readonly phone: string
  /** Visits whose address is already in the answers: a reload or 'Back' must not undo later changes. */
  readonly visits: string
}

export const emptyDraft = (service: ServiceDetail): Draft => ({
  date: '',
  time: '',
  adults: service.party.adults.min,
  children: 0,
  infants: 0,
  name: '',
  email: '',
  phoneFrom: firstCountry,
  phone: '',
  pickup: '',
  language: '',
  requests: '',
  promo: '',
  offer: '',
  details: {},
  visits: '',
})

/** The answers that differ from an empty form. */
export function filledIn(draft: Draft, service: ServiceDetail): Partial<Draft> {
  const empty = emptyDraft(service)
  const isFilled = ([key, value]: [string, unknown]) =>
    key === 'details' ? Object.keys(draft.details).length > 0 : value !== empty[key as keyof Draft]
  return Object.fromEntries(Object.entries(draft).filter(isFilled))
}

export const draftKeyOf = (serviceId: string) => `safar-draft:${serviceId}`
/** The contact is the same for the next service too. */
const contactKey = 'safar-contact'
const contactFields = ['name', 'email', 'phoneFrom', 'phone'] as const

/** Drops fields whose type has changed since an older page wrote them. */
function sameTypes(kept: Record<string, unknown>, empty: Draft): Partial<Draft> {
  const known = Object.entries(kept).filter(
    ([key, value]) => key in empty && typeof value === typeof empty[key as keyof Draft] && value !== null,
  )
  return Object.fromEntries(known)
}

/** The stored answers, and the choice in the address unless it is older than they are. */
export function readDraft(service: ServiceDetail): Draft {
  const empty = emptyDraft(service)
  const contact = sameTypes(readKept(contactKey), empty)
  const kept = { ...empty, ...contact, ...sameTypes(readKept(draftKeyOf(service.id)), empty) }
  const trip = readTrip(parseSearch(location.search), service)
  const visit = visitOf(history.state)
  if (Object.keys(trip).length === 0 || kept.visits.includes(visit)) return kept
  return { ...kept, ...(trip.date && { time: '' }), ...trip, visits: `${kept.visits} ${visit}`.slice(-200) }
}

/** The router's key of the open history entry; it stays the same through a reload. */
const visitOf = (state: { __TSR_key?: unknown } | null): string => String(state?.__TSR_key)

export function writeDraft(service: ServiceDetail, draft: Draft): void {
  writeKept(draftKeyOf(service.id), draft)
  writeKept(contactKey, Object.fromEntries(contactFields.map((field) => [field, draft[field]])))
}
export function dropDraft(service: ServiceDetail): void {
  writeKept(draftKeyOf(service.id), {})
}

export const bookingKeys = (serviceId: string): KeyStore => keptKeys(`safar-attempt:${serviceId}`)
