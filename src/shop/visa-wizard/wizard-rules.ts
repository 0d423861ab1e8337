// The wizard's steps, its checks, and the requests it sends. Pure.

import type { Say, Text } from '../../kernel/messages.ts'
import type { Money } from '../../kernel/money.ts'
import type { FieldError } from '../../kernel/refusal.ts'
import { contactErrors, wordingOf } from '../../modules/booking/index.ts'
import type { DocumentRequirement } from '../../services/kind.ts'
import { passportNumberOf, samePassportErrors, type TravelLimits } from '../../services/shared/travellers.ts'
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
import { passportOf } from './passport.ts'
import type { Step } from './step-names.ts'

const formStep = (option: BookingOption): Step => (option === 'fill_and_pay' ? 'travellers' : 'contact')
/** The steps in order; before the choice, those of the more common option. */
export const wayOf = (option: BookingOption | ''): readonly Step[] => [
  'selection',
  'option',
  formStep(option || 'fill_and_pay'),
  'payment',
  'success',
]
/** 'Step 2 of 4': success is not counted. */
export const placeOf = (step: Step, option: BookingOption | '') => ({
  number: Math.min(wayOf(option).indexOf(step) + 1, 4),
  count: 4,
})
/** Null at the first step. */
export function stepBefore(step: Step, option: BookingOption | ''): Step | null {
  const way = wayOf(option)
  return way[way.indexOf(step) - 1] ?? null
}
export const stepAfter = (step: Step, option: BookingOption | ''): Step => {
  const way = wayOf(option)
  return way[way.indexOf(step) + 1] ?? 'success'
}

/** The furthest step that may be shown: no payment before there is a booking. */
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
/** 'YYYY-MM-DD' from three typed fields; '' if they are no calendar day. */
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
    traveler_type: type,
    full_name: form.fullName.trim(),
    passport_number: passportNumberOf(form.passportNumber),
    ...(form.passportExpiry && { passport_expiry: form.passportExpiry }),
    date_of_birth: birthDateOf(form),
    tentative_arrival_date: form.arrival,
    tentative_departure_date: form.departure,
    ...(form.acknowledged && { acknowledge_passport_expiry: true }),
  }
}

/** The form's own messages, from the shop's catalogue. */
export interface TravellerWords {
  /** The field is named as in the catalogue. */
  readonly required: (
    field: 'fullName' | 'passportNumber' | 'passportExpiry' | 'dateOfBirth' | 'arrival' | 'departure',
  ) => string
  readonly requiredDocument: (label: Text) => string
  readonly say: Say
  readonly badDate: string
}
export interface TravellerCheck {
  /** By field: 'full_name', 'date_of_birth', 'documents.passport_front'. */
  readonly errors: Readonly<Record<string, string>>
  /** Something required is missing; the other errors are about what was entered. */
  readonly isIncomplete: boolean
}

/** C086, C087, C089-C091. Pass no `documents` where they come later, and null for `limits` while the day is unknown. */
export function checkTraveller(
  form: TravellerDraft,
  type: TravellerType,
  documents: readonly DocumentRequirement[],
  { words, limits }: { readonly words: TravellerWords; readonly limits: TravelLimits | null },
): TravellerCheck {
  const birth = birthDateOf(form)
  const missing: Record<string, string> = {}
  const require = (field: string, isThere: boolean, message: string) => {
    if (!isThere) missing[field] = message
  }
  require('full_name', form.fullName.trim() !== '', words.required('fullName'))
  require('passport_number', form.passportNumber.trim() !== '', words.required('passportNumber'))
  if (limits?.needsPassportExpiry)
    require('passport_expiry', form.passportExpiry !== '', words.required('passportExpiry'))
  require('date_of_birth', hasBirthDate(form), words.required('dateOfBirth'))
  require('tentative_arrival_date', form.arrival !== '', words.required('arrival'))
  require('tentative_departure_date', form.departure !== '', words.required('departure'))
  for (const { name, label, required } of documents)
    if (required) require(`documents.${name}`, name in form.documents, words.requiredDocument(label))
  const wrong: Record<string, string> = {}
  if (birth === '' && hasBirthDate(form)) wrong.date_of_birth = words.badDate
  for (const { path, message } of limits ? filledErrors(form, type, limits) : [])
    wrong[path.replace(/^\./, '')] ??= words.say(message)
  return { errors: { ...wrong, ...missing }, isIncomplete: Object.keys(missing).length > 0 }
}

/** The kind's rules for the fields that are filled in. A missing date stands in as one that breaks no rule. */
function filledErrors(form: TravellerDraft, type: TravellerType, limits: TravelLimits): readonly FieldError[] {
  const traveller = travellerOf(form, type)
  const arrival = traveller.tentative_arrival_date || limits.today
  const departure = traveller.tentative_departure_date || arrival
  const isFilled = (field: string) => traveller[field as keyof VisaTraveller] !== ''
  const needsArrival = ['.tentative_departure_date', '.passport_expiry', '.acknowledge_passport_expiry']
  return travellerErrors(
    { ...traveller, tentative_arrival_date: arrival, tentative_departure_date: departure },
    '',
    limits,
  ).filter(({ path }) => isFilled(path.slice(1)) && (form.arrival !== '' || !needsArrival.includes(path)))
}

/** By position: an error where an earlier traveller has the same passport number. */
export const samePassports = (draft: ApplicationDraft, say: Say): readonly (string | null)[] =>
  samePassportErrors(applicantsOf(draft).map(({ form }) => form.passportNumber)).map((message) =>
    message ? say(message) : null,
  )

/**
 * The warning that must be acknowledged (D169). Before the arrival is known, a passport that expires within six months of
 * today already needs it.
 */
export const needsExpiryWarning = (form: TravellerDraft, limits: TravelLimits | null): boolean => {
  const arrival = form.arrival || limits?.today || ''
  return form.passportExpiry !== '' && arrival !== '' && expiresWithinSixMonths(form.passportExpiry, arrival)
}

/** A traveller's progress: of what is required. */
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
/** The contact step cannot be submitted without these two (C094). */
export const hasContact = (draft: ApplicationDraft): boolean =>
  draft.contact.email.trim() !== '' && draft.contact.phone.trim() !== ''
/** Errors by 'name', 'email', 'phone'. With filled-in travellers the name is the first traveller's. */
export function contactObjections(
  draft: ApplicationDraft,
  nameMissing: string,
  say: Say,
): Readonly<Record<string, string>> {
  const { name, email } = draft.contact
  const isFilled = draft.option === 'fill_and_pay'
  const errors = contactErrors(
    { customer_name: isFilled ? '-' : name, customer_email: email, customer_phone: phoneOf(draft) },
    {
      texts: { ...wordingOf(rules), customer_name: nameMissing },
      phoneRequired: !isFilled,
      isPhone: looksLikePhone,
    },
  )
  return Object.fromEntries(errors.map(({ path, message }) => [path.replace('customer_', ''), say(message)]))
}

export const quoteInput = ({ adults, children, promo, ...passport }: ApplicationDraft, serviceId: string) => ({
  service_type: 'visa',
  service_id: serviceId,
  adults_count: adults,
  children_count: children,
  details: { booking_option: 'pay_now', ...passportOf(passport) },
  ...(promo && { promo_code: promo }),
})

/** The booking request. The order of `documents` matters: the server's errors refer to positions in it. */
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
      ...passportOf(draft),
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

/** The server's errors by the wizard's field names: '0.date_of_birth', '1.documents.clear_photo', 'email'. */
export function placedErrors(
  errors: readonly FieldError<string>[],
  draft: ApplicationDraft,
): Readonly<Record<string, string>> {
  const sent = documentsOf(draft)
  const place = (path: string): string => {
    const traveller = /^details\.travellers\.(\d+)\.(.+)$/.exec(path)
    if (traveller) return `${traveller[1]}.${traveller[2]}`
    const missing = /^documents\.(\d+)\.([a-z_0-9]+)$/.exec(path)
    if (missing && missing[2] !== 'upload') return `${missing[1]}.documents.${missing[2]}`
    const gone = sent[Number(/^documents\.(\d+)/.exec(path)?.[1])]
    if (gone) return `${gone.traveller}.documents.${gone.name}`
    if (path === 'travel_date') return draft.option === 'fill_and_pay' ? '0.tentative_arrival_date' : 'travelDate'
    return (
      { customer_email: 'email', customer_phone: 'phone', customer_name: 'name', promo_code: 'promo' }[path] ?? path
    )
  }
  return Object.fromEntries(errors.map(({ path, message }) => [place(path), message]).reverse())
}
