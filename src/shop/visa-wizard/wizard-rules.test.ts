import { describe, expect, test } from 'vitest'
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
  stepAfter,
  stepBefore,
} from './wizard-rules.ts'

const documents = rules.documents({ title: '', currency: 'USD', details: {} })
const words = {
  required: (field: string) => `${field}?`,
  requiredDocument: (label: string) => `${label}?`,
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
const check = (more: Partial<TravellerDraft>, type: 'adult' | 'child' = 'adult') =>
  checkTraveller({ ...asha, ...more }, type, documents, words)
const filled: ApplicationDraft = {
  ...emptyApplication,
  option: 'fill_and_pay',
  adultForms: [asha],
  contact: { ...emptyApplication.contact, email: 'asha@example.com' },
}

describe('the steps', () => {
  test('[C083] fill_and_pay goes by the travellers to the payment, pay_now by the contact', () => {
    expect(stepAfter('option', 'fill_and_pay')).toBe('travellers')
    expect(stepAfter('travellers', 'fill_and_pay')).toBe('payment')
    expect(stepAfter('option', 'pay_now')).toBe('contact')
    expect(stepAfter('contact', 'pay_now')).toBe('payment')
  })
  test('[C084] each leads back to the one before, and the payment on to the success', () => {
    expect(stepBefore('payment', 'pay_now')).toBe('contact')
    expect(stepBefore('payment', 'fill_and_pay')).toBe('travellers')
    expect(stepBefore('travellers', 'fill_and_pay')).toBe('option')
    expect(stepBefore('option', '')).toBe('selection')
    expect(stepBefore('selection', '')).toBeNull()
    expect(stepAfter('payment', 'pay_now')).toBe('success')
    expect(placeOf('option', '')).toEqual({ number: 2, count: 4 })
  })
  test('[C082] without a choice, and without a booking, an address leads no further', () => {
    expect(reachableStep('payment', emptyApplication)).toBe('selection')
    expect(reachableStep('travellers', emptyApplication)).toBe('selection')
    expect(reachableStep('option', emptyApplication)).toBe('option')
    expect(reachableStep('payment', { ...emptyApplication, option: 'pay_now' })).toBe('contact')
    expect(reachableStep('contact', { ...emptyApplication, option: 'fill_and_pay' })).toBe('travellers')
    const booked = { bookingId: 'b', token: 't', reference: 'TH0' }
    expect(reachableStep('payment', { ...emptyApplication, option: 'pay_now', booked })).toBe('payment')
  })
  test('[C079] nobody cannot go on', () => {
    expect(canSelect({ adults: 0, children: 0 })).toBe(false)
    expect(canSelect({ adults: 1, children: 0 })).toBe(true)
  })
})

describe('a traveller', () => {
  test('[C086] needs everything but passport back and the second page of the ticket', () => {
    expect(check({})).toEqual({ errors: {}, isIncomplete: false })
    const { errors, isIncomplete } = checkTraveller(emptyTraveller, 'adult', documents, words)
    expect(isIncomplete).toBe(true)
    expect(Object.keys(errors).sort()).toEqual([
      'dateOfBirth',
      'documents.clear_photo',
      'documents.passport_front',
      'documents.return_ticket',
      'fullName',
      'passportNumber',
      'tentativeArrivalDate',
      'tentativeDepartureDate',
    ])
  })
  test('[C089, C090, C091] is refused with dates that do not fit, which is no missing field', () => {
    const wrong = (more: Partial<TravellerDraft>, type: 'adult' | 'child' = 'adult') => {
      const { errors, isIncomplete } = check(more, type)
      return [Object.keys(errors), isIncomplete]
    }
    expect(wrong({ departure: '2026-12-04' })).toEqual([['tentativeDepartureDate'], false])
    expect(wrong({ birthYear: '2020' })).toEqual([['dateOfBirth'], false])
    expect(wrong({}, 'child')).toEqual([['dateOfBirth'], false])
    expect(wrong({ passportExpiry: '2026-12-01' })).toEqual([['passportExpiry'], false])
    expect(wrong({ birthMonth: '13' })).toEqual([['dateOfBirth'], false])
  })
  test('acknowledges a passport that expires within six months of arrival', () => {
    expect(needsExpiryWarning({ ...asha, passportExpiry: '2027-06-04' })).toBe(true)
    expect(needsExpiryWarning({ ...asha, passportExpiry: '2027-06-05' })).toBe(false)
    expect(Object.keys(check({ passportExpiry: '2027-06-04' }).errors)).toEqual(['acknowledgePassportExpiry'])
    expect(check({ passportExpiry: '2027-06-04', acknowledged: true }).errors).toEqual({})
  })
  test('has a birthday of the calendar, from three fields', () => {
    expect(birthDateOf(asha)).toBe('1990-05-17')
    expect(birthDateOf({ ...asha, birthDay: '31', birthMonth: '2' })).toBe('')
    expect(birthDateOf({ ...asha, birthYear: '90' })).toBe('')
  })
  test('counts as done by what is required', () => {
    expect(progressOf(asha, documents)).toEqual({ done: 8, count: 8 })
    expect(progressOf({ ...asha, documents: {} }, documents)).toEqual({ done: 5, count: 8 })
  })
})

describe('what is sent', () => {
  test('[C085] is each traveller with their documents by place; the first arrival is the travel date', () => {
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
        travelerType: 'adult',
        passportNumber: 'Z1234567',
        dateOfBirth: '1990-05-17',
        tentativeArrivalDate: '2026-12-05',
      },
      { travelerType: 'child', fullName: 'Kabir Rao' },
    ])
    expect(input.documents).toContainEqual({ name: 'clear_photo', traveller: 1, upload: 'token-kabir' })
  })
  test('[C095] with pay_now is who leads, how to reach them, and a travel date only where one is given', () => {
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
  test('[C094] needs e-mail and WhatsApp number', () => {
    const draft = (more: object): ApplicationDraft => ({
      ...filled,
      option: 'pay_now',
      contact: { ...filled.contact, name: 'Asha', phone: '9812345678', ...more },
    })
    expect(hasContact(draft({}))).toBe(true)
    expect(hasContact(draft({ email: ' ' }))).toBe(false)
    expect(hasContact(draft({ phone: '' }))).toBe(false)
    expect(contactObjections(draft({}), 'name?')).toEqual({})
    expect(contactObjections(draft({ name: '', email: 'asha', phone: '12' }), 'name?')).toEqual({
      name: 'name?',
      email: 'Please enter a valid email address',
      phone: 'Please enter a valid phone number',
    })
  })
  test('comes back from the server with its objections in their places', () => {
    const at = (path: string, draft = filled) => Object.keys(placedErrors([{ path, message: 'no' }], draft))
    expect(at('details.travellers.0.dateOfBirth')).toEqual(['0.dateOfBirth'])
    expect(at('documents.0.clear_photo')).toEqual(['0.documents.clear_photo'])
    expect(at('documents.1.upload')).toEqual(['0.documents.clear_photo'])
    expect(at('travel_date')).toEqual(['0.tentativeArrivalDate'])
    expect(at('travel_date', { ...filled, option: 'pay_now' })).toEqual(['travelDate'])
    expect(at('customer_email')).toEqual(['email'])
  })
})

describe('the draft', () => {
  const now = new Date('2026-11-21T08:00:00Z')
  test('comes back from storage as it was, without documents that expire', () => {
    expect(parseApplication(JSON.stringify(filled), now)).toEqual(filled)
    const late = parseApplication(JSON.stringify(filled), new Date('2026-11-23T07:30:00Z'))
    expect(late.adultForms[0]?.documents).toEqual({})
  })
  test('is empty where storage holds what this page never wrote', () => {
    for (const text of [null, '', '[]', '{"adults":"9","adultForms":{"0":1},"contact":null,"booked":{"token":1}}'])
      expect(parseApplication(text, now)).toEqual(emptyApplication)
    expect(parseApplication('{"adults":99,"children":-1}', now)).toMatchObject({ adults: 10, children: 0 })
  })
  test('keeps the forms of those who are counted down and up again', () => {
    const two = withApplicant({ ...filled, adults: 2 }, 1, (form) => ({ ...form, fullName: 'Ravi' }))
    expect(applicantsOf({ ...two, adults: 1 })).toHaveLength(1)
    expect(applicantsOf(two)[1]?.form.fullName).toBe('Ravi')
  })
})
