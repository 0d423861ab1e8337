// The answers so far, stored for this tab: a reload or a look at another page loses nothing.
import type { FormAnswers } from '../../modules/booking/index.ts'
import type { ServiceDetail } from '../../modules/catalogue/contract.ts'
import type { KeyStore } from '../../ui/priced-form/request-keys.ts'
import { keptKeys, readKept, writeKept } from '../form/kept.ts'
import { firstCountry } from './calling-codes.ts'

/** `promo` is a code that the server has accepted. */
export interface Draft extends FormAnswers {
  readonly phoneFrom: string
  readonly phone: string
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

export function readDraft(service: ServiceDetail): Draft {
  const empty = emptyDraft(service)
  return { ...empty, ...sameTypes(readKept(contactKey), empty), ...sameTypes(readKept(draftKeyOf(service.id)), empty) }
}
export function writeDraft(service: ServiceDetail, draft: Draft): void {
  writeKept(draftKeyOf(service.id), draft)
  writeKept(contactKey, Object.fromEntries(contactFields.map((field) => [field, draft[field]])))
}
export function dropDraft(service: ServiceDetail): void {
  writeKept(draftKeyOf(service.id), {})
}

export const bookingKeys = (serviceId: string): KeyStore => keptKeys(`safar-attempt:${serviceId}`)
