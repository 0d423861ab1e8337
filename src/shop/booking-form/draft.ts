// What somebody has filled in so far, kept for this tab, so that a reload or a look at another page loses nothing.
import type { ServiceDetail } from '../../modules/catalogue/contract.ts'
import type { BookingDetails } from '../../services/kind.ts'
import { attemptKey, readKept, writeKept } from '../kept.ts'
import { firstCountry } from './calling-codes.ts'

export interface Draft {
  readonly date: string
  readonly time: string
  readonly adults: number
  readonly children: number
  readonly infants: number
  readonly name: string
  readonly email: string
  readonly phoneFrom: string
  readonly phone: string
  readonly pickup: string
  readonly language: string
  readonly requests: string
  /** A promo code that the server has taken. */
  readonly promo: string
  readonly details: BookingDetails
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
  details: {},
})

/** What differs from an empty form. */
export function filledIn(draft: Draft, service: ServiceDetail): Partial<Draft> {
  const empty = emptyDraft(service)
  const isFilled = ([key, value]: [string, unknown]) =>
    key === 'details' ? Object.keys(draft.details).length > 0 : value !== empty[key as keyof Draft]
  return Object.fromEntries(Object.entries(draft).filter(isFilled))
}

const keyOf = (serviceId: string) => `safar-draft:${serviceId}`
/** Who books is the same for the next service too. */
const contactKey = 'safar-contact'
const contactFields = ['name', 'email', 'phoneFrom', 'phone'] as const

/** Fields of another type than today's are dropped: an older page may have written them. */
function sameTypes(kept: Record<string, unknown>, empty: Draft): Partial<Draft> {
  const known = Object.entries(kept).filter(
    ([key, value]) => key in empty && typeof value === typeof empty[key as keyof Draft] && value !== null,
  )
  return Object.fromEntries(known)
}

export function readDraft(service: ServiceDetail): Draft {
  const empty = emptyDraft(service)
  return { ...empty, ...sameTypes(readKept(contactKey), empty), ...sameTypes(readKept(keyOf(service.id)), empty) }
}
export function writeDraft(service: ServiceDetail, draft: Draft): void {
  writeKept(keyOf(service.id), draft)
  writeKept(contactKey, Object.fromEntries(contactFields.map((field) => [field, draft[field]])))
}
export function dropDraft(service: ServiceDetail): void {
  writeKept(keyOf(service.id), {})
}

/** One key for one request: the same request again books nothing twice, a changed one is a new booking (D31). */
export const idempotencyKeyFor = (service: ServiceDetail, request: unknown): string =>
  attemptKey(`safar-attempt:${service.id}`, request)
