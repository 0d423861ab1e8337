import { describe, expect, test } from 'vitest'
import type { Text } from '../../kernel/messages.ts'
import { say } from '../../platform/messages.server.ts'
import { rules } from '../../services/visa/rules.ts'
import {
  type ApplicationDraft,
  applicantsOf,
  emptyApplication,
  emptyTraveller,
  parseApplication,
  type TravellerDraft,
  withApplicant,
} from './draft.ts'
import {
  birthDateOf,
  bookingInput,
  canSelect,
  checkTraveller,
  contactObjections,
  hasContact,
  needsExpiryWarning,
  placedErrors,
  placeOf,
  progressOf,
  reachableStep,
  samePassports,
  stepAfter,
  stepBefore,
} from './wizard-rules.ts'

const documents = rules.documents({ title: '', currency: 'USD', details: {} })
const words = {
  say,
  required: (field: string) => `${field}?`,
  requiredDocument: (label: Text) => `${label}?`,
  badDate: 'no date',
}
const file = (name: string) => ({ name: `${name}.jpg`, upload: `token-${name}`, expiresAt: '2026-11-23T08:00:00.000Z' })
const asha: TravellerDraft = {
  fullName: 'Asha Rao',
  passportNumber: 'z1234567',
  passportExpiry: '2031-01-01',
  birthDay: '17',
  birthMonth: '5',
  birthYear: '1990',
  arrival: '2026-12-05',
  departure: '2026-12-15',
  acknowledged: false,
  documents: { passport_front: file('front'), clear_photo: file('photo'), return_ticket: file('ticket') },
}
const limits = { today: '2026-11-21', maxStayDays: 30 }
const check = (more: Partial<TravellerDraft>, type: 'adult' | 'child' = 'adult') =>
  checkTraveller({ ...asha, ...more }, type, documents, { words, limits })
const filled: ApplicationDraft = {
  ...emptyApplication,
  option: 'fill_and_pay',
  adultForms: [asha],
  contact: { ...emptyApplication.contact, email: 'asha@example.com' },
}

describe('the steps', () => {
  test('[C083] fill_and_pay goes through travellers to payment, pay_now through contact', () => {
    expect(stepAfter('option', 'fill_and_pay')).toBe('travellers')
    expect(stepAfter('travellers', 'fill_and_pay')).toBe('payment')
    expect(stepAfter('option', 'pay_now')).toBe('contact')
    expect(stepAfter('contact', 'pay_now')).toBe('payment')
  })
  test('[C084] each step leads back to the one before, and payment leads to success', () => {
    expect(stepBefore('payment', 'pay_now')).toBe('contact')
    expect(stepBefore('payment', 'fill_and_pay')).toBe('travellers')
    expect(stepBefore('travellers', 'fill_and_pay')).toBe('option')
    expect(stepBefore('option', '')).toBe('selection')
    expect(stepBefore('selection', '')).toBeNull()
    expect(stepAfter('payment', 'pay_now')).toBe('success')
    expect(placeOf('option', '')).toEqual({ number: 2, count: 4 })
  })
  test('[C082] an address skips neither the choice nor the booking', () => {
    expect(reachableStep('payment', emptyApplication)).toBe('selection')
    expect(reachableStep('travellers', emptyApplication)).toBe('selection')
    expect(reachableStep('option', emptyApplication)).toBe('option')
    expect(reachableStep('payment', { ...emptyApplication, option: 'pay_now' })).toBe('contact')
    expect(reachableStep('contact', { ...emptyApplication, option: 'fill_and_pay' })).toBe('travellers')
    const booked = { bookingId: 'b', token: 't', reference: 'TH0' }
    expect(reachableStep('payment', { ...emptyApplication, option: 'pay_now', booked })).toBe('payment')
  })
  test('[C079] at least one traveller is required to continue', () => {
    expect(canSelect({ adults: 0, children: 0 })).toBe(false)
    expect(canSelect({ adults: 1, children: 0 })).toBe(true)
  })
})

describe('a traveller', () => {
  test('[C086] needs everything except the passport back and the second ticket page', () => {
    expect(check({})).toEqual({ errors: {}, isIncomplete: false })
    const { errors, isIncomplete } = checkTraveller(emptyTraveller, 'adult', documents, { words, limits })
    expect(isIncomplete).toBe(true)
    expect(Object.keys(errors).sort()).toEqual([
      'date_of_birth',
      'documents.clear_photo',
      'documents.passport_front',
      'documents.return_ticket',
      'full_name',
      'passport_number',
      'tentative_arrival_date',
      'tentative_departure_date',
    ])
  })
  test('[C089, C090, C091] is rejected with inconsistent dates, which are not missing fields', () => {
    const wrong = (more: Partial<TravellerDraft>, type: 'adult' | 'child' = 'adult') => {
      const { errors, isIncomplete } = check(more, type)
      return [Object.keys(errors), isIncomplete]
    }
    expect(wrong({ departure: '2026-12-04' })).toEqual([['tentative_departure_date'], false])
    expect(wrong({ birthYear: '2020' })).toEqual([['date_of_birth'], false])
    expect(wrong({}, 'child')).toEqual([['date_of_birth'], false])
    expect(wrong({ passportExpiry: '2026-12-01' })).toEqual([['passport_expiry'], false])
    expect(wrong({ birthMonth: '13' })).toEqual([['date_of_birth'], false])
  })
  test('must acknowledge a passport that expires within six months of arrival', () => {
    expect(needsExpiryWarning({ ...asha, passportExpiry: '2027-06-04' }, limits)).toBe(true)
    expect(needsExpiryWarning({ ...asha, passportExpiry: '2027-06-05' }, limits)).toBe(false)
    // Before the arrival is known, today counts.
    const early = { ...asha, arrival: '' }
    expect(needsExpiryWarning({ ...early, passportExpiry: '2027-05-20' }, limits)).toBe(true)
    expect(needsExpiryWarning({ ...early, passportExpiry: '2027-05-21' }, limits)).toBe(false)
    expect(needsExpiryWarning({ ...early, passportExpiry: '2027-05-20' }, null)).toBe(false)
    expect(Object.keys(check({ passportExpiry: '2027-06-04' }).errors)).toEqual(['acknowledge_passport_expiry'])
    expect(check({ passportExpiry: '2027-06-04', acknowledged: true }).errors).toEqual({})
  })
  test('is told about each wrong fact at its field', () => {
    const wrong = (more: Partial<TravellerDraft>) => Object.keys(check(more).errors)
    expect(wrong({ fullName: '12345' })).toEqual(['full_name'])
    expect(wrong({ passportNumber: '!!! ???' })).toEqual(['passport_number'])
    expect(wrong({ birthYear: '1800' })).toEqual(['date_of_birth'])
    expect(wrong({ arrival: '2019-01-01', departure: '2019-01-02' })).toEqual(['tentative_arrival_date'])
    expect(wrong({ departure: '2027-01-05' })).toEqual(['tentative_departure_date'])
    expect(wrong({ fullName: '12345', arrival: '' })).toEqual(['full_name', 'tentative_arrival_date'])
  })
  test('cannot have the passport number of an earlier traveller', () => {
    const two = withApplicant({ ...filled, adults: 2 }, 1, () => ({ ...asha, passportNumber: 'Z 123-4567' }))
    expect(samePassports(two, say)).toEqual([
      null,
      'Another traveller of this booking has this passport number. Check both.',
    ])
  })
  test('has a birth date from three fields that must be a calendar day', () => {
    expect(birthDateOf(asha)).toBe('1990-05-17')
    expect(birthDateOf({ ...asha, birthDay: '31', birthMonth: '2' })).toBe('')
    expect(birthDateOf({ ...asha, birthYear: '90' })).toBe('')
  })
  test('counts its progress by required fields', () => {
    expect(progressOf(asha, documents)).toEqual({ done: 8, count: 8 })
    expect(progressOf({ ...asha, documents: {} }, documents)).toEqual({ done: 5, count: 8 })
  })
})

describe('the document', () => {
  test('[C085] contains each traveller with their documents; the first arrival is the travel date', () => {
    const draft = withApplicant({ ...filled, children: 1 }, 1, () => ({
      ...asha,
      fullName: 'Kabir Rao',
      arrival: '2026-12-03',
      documents: { clear_photo: file('kabir') },
    }))
    const input = bookingInput(draft, 'visa-1', { minor: 100, currency: 'USD' })
    expect(input).toMatchObject({
      travel_date: '2026-12-03',
      customer_name: 'Asha Rao',
      customer_email: 'asha@example.com',
      customer_phone: null,
      expected_amount: { minor: 100, currency: 'USD' },
    })
    expect(input.details.travellers).toMatchObject([
      {
        traveler_type: 'adult',
        passport_number: 'Z1234567',
        date_of_birth: '1990-05-17',
        tentative_arrival_date: '2026-12-05',
      },
      { traveler_type: 'child', full_name: 'Kabir Rao' },
    ])
    expect(input.documents).toContainEqual({ name: 'clear_photo', traveller: 1, upload: 'token-kabir' })
  })
  test('[C095] contains the lead traveller, the contact and an optional travel date with pay_now', () => {
    const contact = {
      name: 'Asha Rao',
      email: 'asha@example.com',
      phoneFrom: 'IN91',
      phone: '98123 45678',
      travelDate: '',
    }
    const draft: ApplicationDraft = { ...filled, option: 'pay_now', contact }
    const input = bookingInput(draft, 'visa-1', { minor: 1, currency: 'USD' })
    expect(input).toMatchObject({ customer_name: 'Asha Rao', customer_phone: '+919812345678', travel_date: null })
    expect(input.documents).toEqual([])
    expect(input.details).toEqual({ booking_option: 'pay_now' })
    const dated = { ...draft, contact: { ...contact, travelDate: '2026-12-09' } }
    expect(bookingInput(dated, 'visa-1', { minor: 1, currency: 'USD' }).travel_date).toBe('2026-12-09')
  })
  test('[C094] needs email and WhatsApp number', () => {
    const draft = (more: object): ApplicationDraft => ({
      ...filled,
      option: 'pay_now',
      contact: { ...filled.contact, name: 'Asha', phone: '9812345678', ...more },
    })
    expect(hasContact(draft({}))).toBe(true)
    expect(hasContact(draft({ email: ' ' }))).toBe(false)
    expect(hasContact(draft({ phone: '' }))).toBe(false)
    expect(contactObjections(draft({}), 'name?', say)).toEqual({})
    expect(contactObjections(draft({ name: '', email: 'asha', phone: '12' }), 'name?', say)).toEqual({
      name: 'name?',
      email: 'Please enter a valid email address',
      phone: 'Please enter a valid phone number',
    })
  })
  test('gets the server’s errors at the right fields', () => {
    const at = (path: string, draft = filled) => Object.keys(placedErrors([{ path, message: 'no' }], draft))
    expect(at('details.travellers.0.date_of_birth')).toEqual(['0.date_of_birth'])
    expect(at('documents.0.clear_photo')).toEqual(['0.documents.clear_photo'])
    expect(at('documents.1.upload')).toEqual(['0.documents.clear_photo'])
    expect(at('travel_date')).toEqual(['0.tentative_arrival_date'])
    expect(at('travel_date', { ...filled, option: 'pay_now' })).toEqual(['travelDate'])
    expect(at('customer_email')).toEqual(['email'])
  })
})

describe('the draft', () => {
  const now = new Date('2026-11-21T08:00:00Z')
  test('is restored from storage, without expiring documents', () => {
    expect(parseApplication(JSON.stringify(filled), now)).toEqual(filled)
    const late = parseApplication(JSON.stringify(filled), new Date('2026-11-23T07:30:00Z'))
    expect(late.adultForms[0]?.documents).toEqual({})
  })
  test('is empty if storage holds something else', () => {
    for (const text of [null, '', '[]', '{"adults":"9","adultForms":{"0":1},"contact":null,"booked":{"token":1}}'])
      expect(parseApplication(text, now)).toEqual(emptyApplication)
    expect(parseApplication('{"adults":99,"children":-1}', now)).toMatchObject({ adults: 10, children: 0 })
  })
  test('keeps the forms of travellers who are counted down and up again', () => {
    const two = withApplicant({ ...filled, adults: 2 }, 1, (form) => ({ ...form, fullName: 'Ravi' }))
    expect(applicantsOf({ ...two, adults: 1 })).toHaveLength(1)
    expect(applicantsOf(two)[1]?.form.fullName).toBe('Ravi')
  })
})
