import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aRequest, aService } from '../testing/service.ts'
import { fields, type VisaTraveller } from './fields.ts'
import { rules, travellerErrors } from './rules.ts'

const aVisa = (details = {}) =>
  aService(fields, { country: 'United Arab Emirates', visa_type: '30-Day Tourist Visa', price: 9500, ...details })
const booking = { booking_option: 'pay_now', travellers: [] }
const aVisaRequest = (adults: number, children = 0, infants = 0) =>
  aRequest({ booking, party: { adults, children, infants } })
const priceOf = (details: object, adults: number, children: number) =>
  rules.price(aVisa(details), aVisaRequest(adults, children)).final.minor

describe('the price of a visa', () => {
  it('is adults × price + children × child_price [C081]', () => {
    expect(priceOf({ child_price: 7000 }, 2, 3)).toBe(2 * 9500 + 3 * 7000)
  })
  it('counts a child as an adult where no child price is set [C081, A087]', () => {
    expect(priceOf({ child_price: null }, 2, 3)).toBe(5 * 9500)
  })
  it('is free for children where the child price is 0 [C081, A087]', () => {
    expect(priceOf({ child_price: 0 }, 2, 3)).toBe(2 * 9500)
    expect(rules.party(aVisa({ child_price: 0 })).children).toEqual({ max: 10, free: true })
    expect(rules.party(aVisa()).children).toEqual({ max: 10, free: false })
  })
})

describe('the counts of a visa', () => {
  it('are 1 to 10 adults and 0 to 10 children, and other counts are refused [C078]', () => {
    const allowed = (adults: number, children: number, infants = 0) =>
      rules.check(aVisa(), aVisaRequest(adults, children, infants), '2026-11-21').length === 0
    expect([allowed(1, 0), allowed(10, 10)]).toEqual([true, true])
    expect([allowed(0, 1), allowed(11, 0), allowed(1, 11), allowed(1, -1), allowed(1, 0, 1)]).not.toContain(true)
  })
  it('are held for any numbers [C078]', () => {
    const any = fc.integer({ min: -3, max: 15 })
    fc.assert(
      fc.property(any, any, (adults, children) => {
        const isAllowed = adults >= 1 && adults <= 10 && children >= 0 && children <= 10
        const errors = rules.check(aVisa(), aVisaRequest(adults, children), '2026-11-21')
        expect(errors.length === 0).toBe(isAllowed)
      }),
    )
  })
})

const aTraveller = (changes: Partial<VisaTraveller> = {}): VisaTraveller => ({
  travelerType: 'adult',
  fullName: 'Aisha Khan',
  passportNumber: 'Z1234567',
  passportExpiry: '2030-01-01',
  dateOfBirth: '1990-05-05',
  tentativeArrivalDate: '2026-12-20',
  tentativeDepartureDate: '2026-12-30',
  ...changes,
})
const fieldsOf = (changes: Partial<VisaTraveller>) =>
  travellerErrors(aTraveller(changes), 'travellers.0').map((error) => error.path.replace('travellers.0.', ''))

describe('a traveller of a visa', () => {
  it('is fine with dates in order and papers in force', () => {
    expect(fieldsOf({})).toEqual([])
    expect(fieldsOf({ tentativeDepartureDate: '2026-12-20' })).toEqual([])
  })
  it('cannot depart before arriving [C089]', () => {
    expect(fieldsOf({ tentativeDepartureDate: '2026-12-19' })).toEqual(['tentativeDepartureDate'])
  })
  it('is an adult from 12 years on the day of arrival and a child before [C090]', () => {
    expect(fieldsOf({ dateOfBirth: '2014-12-20' })).toEqual([])
    expect(fieldsOf({ dateOfBirth: '2014-12-21' })).toEqual(['dateOfBirth'])
    expect(fieldsOf({ travelerType: 'child', dateOfBirth: '2014-12-21' })).toEqual([])
    expect(fieldsOf({ travelerType: 'child', dateOfBirth: '2014-12-20' })).toEqual(['dateOfBirth'])
    expect(fieldsOf({ travelerType: 'child', dateOfBirth: '2027-01-01' })).toEqual(['dateOfBirth'])
  })
  it('is refused with a passport that has expired by the travel date [C091]', () => {
    expect(fieldsOf({ passportExpiry: '2026-12-19' })).toEqual(['passportExpiry'])
    expect(fieldsOf({ passportExpiry: '2026-12-20' })).toEqual(['acknowledgePassportExpiry'])
  })
  it('must confirm a passport that expires less than six months after arrival', () => {
    expect(fieldsOf({ passportExpiry: '2027-06-19' })).toEqual(['acknowledgePassportExpiry'])
    expect(fieldsOf({ passportExpiry: '2027-06-19', acknowledgePassportExpiry: true })).toEqual([])
    expect(fieldsOf({ passportExpiry: '2027-06-20' })).toEqual([])
  })
  it('counts the six months from the end of a month to the day after the shorter one', () => {
    const arriving = { tentativeArrivalDate: '2026-08-31', tentativeDepartureDate: '2026-09-05' }
    expect(fieldsOf({ ...arriving, passportExpiry: '2027-02-28' })).toEqual(['acknowledgePassportExpiry'])
    expect(fieldsOf({ ...arriving, passportExpiry: '2027-03-01' })).toEqual([])
  })
})

describe('the travellers of a visa booking', () => {
  const objections = (booking_option: string, travellers: VisaTraveller[], adults: number, children = 0) =>
    rules.check(
      aVisa(),
      aRequest({ booking: { booking_option, travellers }, party: { adults, children } }),
      '2026-11-21',
    )
  const check = (travellers: VisaTraveller[], adults: number, children = 0) =>
    objections('fill_and_pay', travellers, adults, children).map((error) => error.path)
  it('are needed before the payment where they are filled in first [C087]', () => {
    const message = 'Please fill in all required fields and upload required documents for all travelers'
    expect(objections('fill_and_pay', [], 2)).toEqual([{ path: 'travellers', message }])
    expect(objections('fill_and_pay', [aTraveller()], 2)).toEqual([{ path: 'travellers', message }])
    expect(objections('pay_now', [], 2)).toEqual([])
  })
  it('are one for each person', () => {
    expect(check([aTraveller(), aTraveller()], 2)).toEqual([])
    expect(check([aTraveller(), aTraveller()], 1)).toEqual(['travellers'])
    expect(check([aTraveller()], 2)).toEqual(['travellers'])
    expect(check([aTraveller()], 1, 1)).toEqual(['travellers'])
  })
  it('are told apart in the objections', () => {
    expect(check([aTraveller(), aTraveller({ passportExpiry: '2020-01-01' })], 2)).toEqual([
      'travellers.1.passportExpiry',
    ])
  })
})

describe('a visa', () => {
  it('is titled by country and visa type', () => {
    expect(rules.displayTitle(aVisa())).toBe('United Arab Emirates 30-Day Tourist Visa')
  })
  it('needs passport front, photo and return ticket of each traveller, and takes two more [C085, C086]', () => {
    expect(rules.documents(aVisa()).map(({ name }) => name)).toEqual([
      'passport_front',
      'passport_back',
      'clear_photo',
      'return_ticket',
      'return_ticket_page2',
    ])
    const required = rules.documents(aVisa()).filter((document) => document.required)
    expect(required.map((document) => document.name)).toEqual(['passport_front', 'clear_photo', 'return_ticket'])
    expect(rules.documents(aVisa())).toHaveLength(5)
    expect(rules.documents(aVisa()).every((document) => document.perTraveller)).toBe(true)
  })
  it('may be applied for without a travel date', () => {
    expect(rules.schedule(aVisa())).toMatchObject({ dateRequired: false, timeRequired: false })
  })
  it('is listed by country', () => {
    expect(rules.shared(aVisa({ estimated_days: 4 }))).toMatchObject({
      location: 'United Arab Emirates',
      facets: { country: 'United Arab Emirates', estimated_days: 4 },
    })
  })
})
