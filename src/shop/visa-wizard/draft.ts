// The application so far, stored in this browser: a reload or a closed window loses nothing. Uploaded files are on the
// server; the draft holds their tokens.
import { addHours } from '../../kernel/dates.ts'
import { firstCountry } from '../booking-form/calling-codes.ts'
import type { StagedDocument } from '../upload/stage-document.ts'
import { countryIn } from './passport.ts'

export type TravellerType = 'adult' | 'child'
export type BookingOption = 'fill_and_pay' | 'pay_now'

export interface TravellerDraft {
  readonly fullName: string
  readonly passportNumber: string
  readonly passportExpiry: string
  /** Three fields (day, month, year), as typed. */
  readonly birthDay: string
  readonly birthMonth: string
  readonly birthYear: string
  readonly arrival: string
  readonly departure: string
  readonly acknowledged: boolean
  readonly documents: Readonly<Record<string, StagedDocument>>
}
export interface ContactDraft {
  readonly name: string
  readonly email: string
  readonly phoneFrom: string
  readonly phone: string
  readonly travelDate: string
}
/** The booking made from this application. */
export interface Booked {
  readonly bookingId: string
  readonly token: string
  readonly reference: string
}
export interface ApplicationDraft {
  readonly adults: number
  readonly children: number
  /** ISO codes; asked only where the visa differs by them. */
  readonly nationality: string
  readonly residence: string
  readonly option: BookingOption | ''
  /** May hold more than are counted: counting down and up again loses nothing. */
  readonly adultForms: readonly TravellerDraft[]
  readonly childForms: readonly TravellerDraft[]
  readonly contact: ContactDraft
  /** A promo code that the server has accepted. */
  readonly promo: string
  readonly booked: Booked | null
}

export const emptyTraveller: TravellerDraft = {
  fullName: '',
  passportNumber: '',
  passportExpiry: '',
  birthDay: '',
  birthMonth: '',
  birthYear: '',
  arrival: '',
  departure: '',
  acknowledged: false,
  documents: {},
}
export const emptyApplication: ApplicationDraft = {
  adults: 1,
  children: 0,
  nationality: '',
  residence: '',
  option: '',
  adultForms: [],
  childForms: [],
  contact: { name: '', email: '', phoneFrom: firstCountry, phone: '', travelDate: '' },
  promo: '',
  booked: null,
}

export interface Applicant {
  readonly type: TravellerType
  /** From 1, within the type. */
  readonly number: number
  readonly form: TravellerDraft
}
/** The counted applicants, adults first, in booking order. */
export function applicantsOf(draft: ApplicationDraft): readonly Applicant[] {
  const of = (type: TravellerType, count: number, forms: readonly TravellerDraft[]): Applicant[] =>
    Array.from({ length: count }, (_, place) => ({ type, number: place + 1, form: forms[place] ?? emptyTraveller }))
  return [...of('adult', draft.adults, draft.adultForms), ...of('child', draft.children, draft.childForms)]
}

/** The draft with one applicant's form changed; `position` counts as in `applicantsOf`. */
export function withApplicant(
  draft: ApplicationDraft,
  position: number,
  change: (form: TravellerDraft) => TravellerDraft,
): ApplicationDraft {
  const isAdult = position < draft.adults
  const place = isAdult ? position : position - draft.adults
  const forms = [...(isAdult ? draft.adultForms : draft.childForms)]
  while (forms.length <= place) forms.push(emptyTraveller)
  forms[place] = change(forms[place] ?? emptyTraveller)
  return isAdult ? { ...draft, adultForms: forms } : { ...draft, childForms: forms }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Drops fields whose type has changed since an older page wrote them. */
function sameTypes<T extends object>(kept: unknown, empty: T): T {
  if (!isRecord(kept)) return empty
  const known = Object.entries(empty).map(([key, value]) => [
    key,
    typeof kept[key] === typeof value && value !== null ? kept[key] : value,
  ])
  return Object.fromEntries(known) as T
}

function readTraveller(kept: unknown, now: Date): TravellerDraft {
  const read = sameTypes(kept, emptyTraveller)
  // Uploads that would expire while the form is completed are dropped.
  const until = addHours(now, 1).toISOString()
  const documents = Object.entries(isRecord(read.documents) ? read.documents : {}).filter(([, document]) => {
    const { name, upload, expiresAt } = sameTypes(document, { name: '', upload: '', expiresAt: '' })
    return name !== '' && upload !== '' && expiresAt > until
  })
  return { ...read, documents: Object.fromEntries(documents) }
}

const count = (kept: unknown, min: number): number =>
  typeof kept === 'number' && Number.isInteger(kept) ? Math.min(Math.max(kept, min), 10) : min

/** Reads a stored draft; anything unreadable is empty. */
export function parseApplication(text: string | null, now: Date): ApplicationDraft {
  const kept = parse(text)
  if (!isRecord(kept)) return emptyApplication
  const forms = (value: unknown) =>
    Array.isArray(value) ? value.slice(0, 10).map((each) => readTraveller(each, now)) : []
  const booked = sameTypes(kept.booked, { bookingId: '', token: '', reference: '' })
  return {
    adults: count(kept.adults, 1),
    children: count(kept.children, 0),
    nationality: countryIn(kept.nationality),
    residence: countryIn(kept.residence),
    option: kept.option === 'fill_and_pay' || kept.option === 'pay_now' ? kept.option : '',
    adultForms: forms(kept.adultForms),
    childForms: forms(kept.childForms),
    contact: sameTypes(kept.contact, emptyApplication.contact),
    promo: typeof kept.promo === 'string' ? kept.promo.slice(0, 60) : '',
    booked: booked.bookingId && booked.token ? booked : null,
  }
}
function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

const keyOf = (serviceId: string) => `safar-visa:${serviceId}`
export function readApplication(serviceId: string): ApplicationDraft {
  try {
    return parseApplication(localStorage.getItem(keyOf(serviceId)), new Date())
  } catch {
    return emptyApplication
  }
}
export function writeApplication(serviceId: string, draft: ApplicationDraft): void {
  try {
    localStorage.setItem(keyOf(serviceId), JSON.stringify(draft))
  } catch {
    // Without storage the form still works; only a reload empties it.
  }
}
