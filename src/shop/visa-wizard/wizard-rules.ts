// The steps of the wizard, what is wrong with what was filled in, and what is sent. Pure.
import type { Money } from '../../kernel/money.ts'
import type { FieldError } from '../../kernel/refusal.ts'
import { contactErrors, wordingOf } from '../../modules/booking/index.ts'
import type { DocumentRequirement } from '../../services/kind.ts'
import type { VisaTraveller } from '../../services/visa/fields.ts'
import { expiresWithinSixMonths, rules, travellerErrors } from '../../services/visa/rules.ts'
import { joinPhone, looksLikePhone } from '../booking-form/calling-codes.ts'
import {
  type ApplicationDraft,
  applicantsOf,
  type BookingOption,
  type TravellerDraft,
  type TravellerType,
} from './draft.ts'
import type { Step } from './step-names.ts'

const formStep = (option: BookingOption): Step => (option === 'fill_and_pay' ? 'travellers' : 'contact')
/** The steps in order; before the choice the way of most stands for it. */
export const wayOf = (option: BookingOption | ''): readonly Step[] => [
  'selection',
  'option',
  formStep(option || 'fill_and_pay'),
  'payment',
  'success',
]
/** 'Step 2 of 4': the success is no step to do. */
export const placeOf = (step: Step, option: BookingOption | '') => ({
  number: Math.min(wayOf(option).indexOf(step) + 1, 4),
  count: 4,
})
/** Null from the first. */
export function stepBefore(step: Step, option: BookingOption | ''): Step | null {
  const way = wayOf(option)
  return way[way.indexOf(step) - 1] ?? null
}
export const stepAfter = (step: Step, option: BookingOption | ''): Step => {
  const way = wayOf(option)
  return way[way.indexOf(step) + 1] ?? 'success'
}

/** An address may ask for a step that cannot be shown yet: nothing is paid before it is booked. */
export function reachableStep(wanted: Step, draft: ApplicationDraft): Step {
  const { option, booked } = draft
  if (wanted === 'selection' || option === '')
    return wanted === 'selection' ? 'selection' : wanted === 'option' ? wanted : 'selection'
  if (wanted === 'option') return wanted
  if ((wanted === 'payment' || wanted === 'success') && booked) return wanted
  return formStep(option)
}

export const canSelect = ({ adults, children }: { adults: number; children: number }): boolean => adults + children > 0

const pad = (text: string, length: number) => text.trim().padStart(length, '0')
/** 'YYYY-MM-DD' of three typed fields; '' unless they are a day of the calendar. */
export function birthDateOf({ birthDay, birthMonth, birthYear }: TravellerDraft): string {
  if (!/^\s*\d{1,2}\s*$/.test(birthDay) || !/^\s*\d{1,2}\s*$/.test(birthMonth) || !/^\s*\d{4}\s*$/.test(birthYear))
    return ''
  const day = `${birthYear.trim()}-${pad(birthMonth, 2)}-${pad(birthDay, 2)}`
  const read = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(day) ? day : ''
}
const hasBirthDate = ({ birthDay, birthMonth, birthYear }: TravellerDraft) =>
  (birthDay + birthMonth + birthYear).trim() !== ''

export function travellerOf(form: TravellerDraft, type: TravellerType): VisaTraveller {
  return {
    travelerType: type,
    fullName: form.fullName.trim(),
    passportNumber: form.passportNumber.trim().toUpperCase(),
    ...(form.passportExpiry && { passportExpiry: form.passportExpiry }),
    dateOfBirth: birthDateOf(form),
    tentativeArrivalDate: form.arrival,
    tentativeDepartureDate: form.departure,
    ...(form.acknowledged && { acknowledgePassportExpiry: true }),
  }
}

/** What the form says in its own words: the messages come from the shop's catalogue. */
export interface TravellerWords {
  readonly required: (field: 'fullName' | 'passportNumber' | 'dateOfBirth' | 'arrival' | 'departure') => string
  readonly requiredDocument: (label: string) => string
  readonly badDate: string
}
export interface TravellerCheck {
  /** By field: 'fullName', 'dateOfBirth', 'documents.passport_front'. */
  readonly errors: Readonly<Record<string, string>>
  /** Something required is missing; the other errors are of what was given. */
  readonly isIncomplete: boolean
}

/** C086, C087, C089-C091. `given` = the names of the documents that are there; null where they come later. */
export function checkTraveller(
  form: TravellerDraft,
  type: TravellerType,
  documents: readonly DocumentRequirement[],
  words: TravellerWords,
): TravellerCheck {
  const birth = birthDateOf(form)
  const missing: Record<string, string> = {}
  const require = (field: string, isThere: boolean, message: string) => {
    if (!isThere) missing[field] = message
  }
  require('fullName', form.fullName.trim() !== '', words.required('fullName'))
  require('passportNumber', form.passportNumber.trim() !== '', words.required('passportNumber'))
  require('dateOfBirth', hasBirthDate(form), words.required('dateOfBirth'))
  require('tentativeArrivalDate', form.arrival !== '', words.required('arrival'))
  require('tentativeDepartureDate', form.departure !== '', words.required('departure'))
  for (const { name, label, required } of documents)
    if (required) require(`documents.${name}`, name in form.documents, words.requiredDocument(label))
  const wrong: Record<string, string> = {}
  if (birth === '' && hasBirthDate(form)) wrong.dateOfBirth = words.badDate
  for (const { path, message } of knownObjections(form, type)) wrong[path.replace(/^\./, '')] ??= message
  return { errors: { ...wrong, ...missing }, isIncomplete: Object.keys(missing).length > 0 }
}

/** The kind's rules, as far as what they look at has been given. */
function knownObjections(form: TravellerDraft, type: TravellerType): readonly FieldError[] {
  const given = travellerOf(form, type)
  if (given.tentativeArrivalDate === '') return []
  const departure = given.tentativeDepartureDate || given.tentativeArrivalDate
  const found = travellerErrors(
    { ...given, tentativeDepartureDate: departure, dateOfBirth: given.dateOfBirth || given.tentativeArrivalDate },
    '',
  )
  return found.filter(({ path }) => given.dateOfBirth !== '' || path !== '.dateOfBirth')
}

/** The warning that has to be acknowledged (D169). */
export const needsExpiryWarning = (form: TravellerDraft): boolean =>
  form.passportExpiry !== '' && form.arrival !== '' && expiresWithinSixMonths(form.passportExpiry, form.arrival)

/** How far a traveller is, for the list: of what is required. */
export function progressOf(
  form: TravellerDraft,
  documents: readonly DocumentRequirement[],
): { readonly done: number; readonly count: number } {
  const required = documents.filter((document) => document.required)
  const fields = [form.fullName.trim(), form.passportNumber.trim(), birthDateOf(form), form.arrival, form.departure]
  const done = fields.filter(Boolean).length + required.filter(({ name }) => name in form.documents).length
  return { done, count: fields.length + required.length }
}

export const phoneOf = ({ contact }: ApplicationDraft): string => joinPhone(contact.phoneFrom, contact.phone)
/** The submit of the contact step is disabled without these two (C094). */
export const hasContact = (draft: ApplicationDraft): boolean =>
  draft.contact.email.trim() !== '' && draft.contact.phone.trim() !== ''
/** What is wrong with who applies: 'name', 'email', 'phone'. The name of a filled application is the first traveller's. */
export function contactObjections(draft: ApplicationDraft, nameMissing: string): Readonly<Record<string, string>> {
  const { name, email } = draft.contact
  const isFilled = draft.option === 'fill_and_pay'
  const found = contactErrors(
    { customer_name: isFilled ? '-' : name, customer_email: email, customer_phone: phoneOf(draft) },
    {
      texts: { ...wordingOf(rules), customer_name: nameMissing },
      phoneRequired: !isFilled,
      isPhone: looksLikePhone,
    },
  )
  return Object.fromEntries(found.map(({ path, message }) => [path.replace('customer_', ''), message]))
}

/** What the server is asked a price for. */
export const quoteInput = ({ adults, children, promo }: ApplicationDraft, serviceId: string) => ({
  service_type: 'visa',
  service_id: serviceId,
  adults_count: adults,
  children_count: children,
  details: { booking_option: 'pay_now' },
  ...(promo && { promo_code: promo }),
})

/** What the server is asked to book. The order of `documents` is kept: its errors name places in it. */
export function bookingInput(draft: ApplicationDraft, serviceId: string, expected: Money) {
  const applicants = applicantsOf(draft)
  const isFilled = draft.option === 'fill_and_pay'
  const arrivals = applicants
    .map(({ form }) => form.arrival)
    .filter(Boolean)
    .sort()
  return {
    service_type: 'visa',
    service_id: serviceId,
    travel_date: (isFilled ? arrivals[0] : draft.contact.travelDate) || null,
    adults_count: draft.adults,
    children_count: draft.children,
    details: {
      booking_option: draft.option,
      ...(isFilled && { travellers: applicants.map(({ form, type }) => travellerOf(form, type)) }),
    },
    documents: isFilled ? documentsOf(draft) : [],
    ...(draft.promo && { promo_code: draft.promo }),
    customer_name: (isFilled ? (applicants[0]?.form.fullName ?? '') : draft.contact.name).trim(),
    customer_email: draft.contact.email.trim(),
    customer_phone: phoneOf(draft) || null,
    expected_amount: { minor: expected.minor, currency: expected.currency },
  }
}
export const documentsOf = (draft: ApplicationDraft) =>
  applicantsOf(draft).flatMap(({ form }, traveller) =>
    Object.entries(form.documents).map(([name, { upload }]) => ({ name, traveller, upload })),
  )

/** The server's objections by the wizard's names: '0.dateOfBirth', '1.documents.clear_photo', 'email'. */
export function placedErrors(errors: readonly FieldError[], draft: ApplicationDraft): Readonly<Record<string, string>> {
  const sent = documentsOf(draft)
  const place = (path: string): string => {
    const traveller = /^details\.travellers\.(\d+)\.(.+)$/.exec(path)
    if (traveller) return `${traveller[1]}.${traveller[2]}`
    const missing = /^documents\.(\d+)\.([a-z_0-9]+)$/.exec(path)
    if (missing && missing[2] !== 'upload') return `${missing[1]}.documents.${missing[2]}`
    const gone = sent[Number(/^documents\.(\d+)/.exec(path)?.[1])]
    if (gone) return `${gone.traveller}.documents.${gone.name}`
    if (path === 'travel_date') return draft.option === 'fill_and_pay' ? '0.tentativeArrivalDate' : 'travelDate'
    return (
      { customer_email: 'email', customer_phone: 'phone', customer_name: 'name', promo_code: 'promo' }[path] ?? path
    )
  }
  return Object.fromEntries(errors.map(({ path, message }) => [place(path), message]).reverse())
}
