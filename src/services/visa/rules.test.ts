import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ageOn, daysBetween } from '../../kernel/dates.ts'
import { aRequest, aService, inEnglish } from '../testing/service.ts'
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
  it('charges a child as an adult if no child price is set [C081, A087]', () => {
    expect(priceOf({ child_price: null }, 2, 3)).toBe(5 * 9500)
  })
  it('is free for children if the child price is 0 [C081, A087]', () => {
    expect(priceOf({ child_price: 0 }, 2, 3)).toBe(2 * 9500)
    expect(rules.party(aVisa({ child_price: 0 })).children).toEqual({ max: 10, free: true })
    expect(rules.party(aVisa()).children).toEqual({ max: 10, free: false })
  })
})

describe('the party of a visa', () => {
  it('is 1 to 10 adults and 0 to 10 children, and other counts are rejected [C078]', () => {
    const allowed = (adults: number, children: number, infants = 0) =>
      rules.check(aVisa(), aVisaRequest(adults, children, infants), '2026-11-21').length === 0
    expect([allowed(1, 0), allowed(10, 10)]).toEqual([true, true])
    expect([allowed(0, 1), allowed(11, 0), allowed(1, 11), allowed(1, -1), allowed(1, 0, 1)]).not.toContain(true)
  })
  it('is validated for any numbers [C078]', () => {
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
  traveler_type: 'adult',
  full_name: 'Aisha Khan',
  passport_number: 'Z1234567',
  passport_expiry: '2030-01-01',
  date_of_birth: '1990-05-05',
  tentative_arrival_date: '2026-12-20',
  tentative_departure_date: '2026-12-30',
  ...changes,
})
const limits = { today: '2026-11-21', maxStayDays: 365 }
const threeYearsOn = {
  tentative_arrival_date: '2029-11-21',
  tentative_departure_date: '2029-11-22',
  passport_expiry: '2031-01-01',
}
const fieldsOf = (changes: Partial<VisaTraveller>) =>
  travellerErrors(aTraveller(changes), 'travellers.0', limits).map((error) => error.path.replace('travellers.0.', ''))

describe('a traveller of a visa', () => {
  it('is accepted with dates in order and a valid passport', () => {
    expect(fieldsOf({})).toEqual([])
    expect(fieldsOf({ tentative_departure_date: '2026-12-20' })).toEqual([])
  })
  it('cannot depart before arriving [C089]', () => {
    expect(fieldsOf({ tentative_departure_date: '2026-12-19' })).toEqual(['tentative_departure_date'])
  })
  it('is an adult from 12 years on the day of arrival, and a child before [C090]', () => {
    expect(fieldsOf({ date_of_birth: '2014-12-20' })).toEqual([])
    expect(fieldsOf({ date_of_birth: '2014-12-21' })).toEqual(['date_of_birth'])
    expect(fieldsOf({ traveler_type: 'child', date_of_birth: '2014-12-21' })).toEqual([])
    expect(fieldsOf({ traveler_type: 'child', date_of_birth: '2014-12-20' })).toEqual(['date_of_birth'])
    expect(fieldsOf({ traveler_type: 'child', date_of_birth: '2027-01-01' })).toEqual(['date_of_birth'])
  })
  it('is rejected with a passport that has expired by the travel date [C091]', () => {
    expect(fieldsOf({ passport_expiry: '2026-12-19' })).toEqual(['passport_expiry'])
    expect(fieldsOf({ passport_expiry: '2026-12-20' })).toEqual(['acknowledge_passport_expiry'])
  })
  it('must acknowledge a passport that expires less than six months after arrival', () => {
    expect(fieldsOf({ passport_expiry: '2027-06-19' })).toEqual(['acknowledge_passport_expiry'])
    expect(fieldsOf({ passport_expiry: '2027-06-19', acknowledge_passport_expiry: true })).toEqual([])
    expect(fieldsOf({ passport_expiry: '2027-06-20' })).toEqual([])
  })
  it("counts six months from a month's end to the day after the shorter month", () => {
    const arriving = { tentative_arrival_date: '2027-08-31', tentative_departure_date: '2027-09-05' }
    expect(fieldsOf({ ...arriving, passport_expiry: '2028-02-29' })).toEqual(['acknowledge_passport_expiry'])
    expect(fieldsOf({ ...arriving, passport_expiry: '2028-03-01' })).toEqual([])
  })
})

// What an attack sent after "pay now", and typing errors beside it.
const wrong: readonly (readonly [string, Partial<VisaTraveller>, string])[] = [
  [
    'an arrival in 2019',
    { tentative_arrival_date: '2019-01-01', tentative_departure_date: '2019-01-09' },
    'tentative_arrival_date',
  ],
  ['an arrival yesterday', { tentative_arrival_date: '2026-11-20' }, 'tentative_arrival_date'],
  ['an arrival in three years', threeYearsOn, 'tentative_arrival_date'],
  ['a stay of 400 days', { tentative_departure_date: '2028-01-24' }, 'tentative_departure_date'],
  ['a departure before the arrival', { tentative_departure_date: '2026-12-01' }, 'tentative_departure_date'],
  ['a birth in 1800', { date_of_birth: '1800-01-01' }, 'date_of_birth'],
  ['a birth 121 years ago', { date_of_birth: '1905-11-20' }, 'date_of_birth'],
  ['a birth tomorrow', { date_of_birth: '2026-11-22', traveler_type: 'child' }, 'date_of_birth'],
  ['a passport number of signs', { passport_number: '!!! ???' }, 'passport_number'],
  ['a passport number of hyphens', { passport_number: '-----' }, 'passport_number'],
  ['a passport number of 4 characters', { passport_number: 'Z123' }, 'passport_number'],
  ['a passport number of 16 characters', { passport_number: 'Z123456789012345' }, 'passport_number'],
  ['a passport number in other letters', { passport_number: 'Ж1234567' }, 'passport_number'],
  ['a passport that has expired', { passport_expiry: '2020-01-01' }, 'passport_expiry'],
  ['a passport of the year 2226', { passport_expiry: '2226-01-01' }, 'passport_expiry'],
  ['a number as name', { full_name: '12345' }, 'full_name'],
  ['a name with a digit', { full_name: 'Asha Rao 2' }, 'full_name'],
  ['a name with an Arabic digit', { full_name: 'عائشة ٣' }, 'full_name'],
  ['a name of signs', { full_name: '...' }, 'full_name'],
  ['a name with markup', { full_name: '<b>Asha</b>' }, 'full_name'],
  ['a name with an address', { full_name: 'asha@example.com' }, 'full_name'],
  ['a name with a reversed direction', { full_name: 'Asha \u202Eoar' }, 'full_name'],
]
describe('a traveller is refused with', () => {
  it.each(wrong)('%s', (_, changes, field) => {
    expect(fieldsOf(changes)).toEqual([field])
  })
})
describe('a traveller is accepted with', () => {
  it.each([
    ["O'Connor-Śmith, J. P. (née Ó Broin)"],
    ['عائشة بنت محمد'],
    ['यश खान'],
    ['李小龍'],
    ['Ng'],
    ['S/O Ramasamy'],
    ['د. لیلا می‌رزا'],
  ])('the name %s', (full_name) => {
    expect(fieldsOf({ full_name })).toEqual([])
  })
  it.each([['a1234-567 8'], ['12345'], ['ABCDE12345FGHIJ']])('the passport number %s', (passport_number) => {
    expect(fieldsOf({ passport_number })).toEqual([])
  })
  it('a birth 120 years ago, today as arrival, and a passport that ends with the stay', () => {
    expect(fieldsOf({ date_of_birth: '1906-11-21' })).toEqual([])
    expect(fieldsOf({ tentative_arrival_date: '2026-11-21' })).toEqual([])
  })
})
describe('the traveller rules, for any input,', () => {
  const day = fc
    .date({ min: new Date('1890-01-01T00:00:00Z'), max: new Date('2060-12-31T00:00:00Z'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10))
  const anyTraveller = fc.record({
    traveler_type: fc.constantFrom('adult', 'child'),
    full_name: fc.string({ unit: 'grapheme', maxLength: 30 }),
    passport_number: fc.string({ unit: 'grapheme', maxLength: 20 }),
    passport_expiry: fc.option(day, { nil: undefined }),
    date_of_birth: day,
    tentative_arrival_date: day,
    tentative_departure_date: day,
    acknowledge_passport_expiry: fc.boolean(),
  })
  it('never throw, and name known fields', () => {
    const known = Object.keys(aTraveller({ acknowledge_passport_expiry: true }))
    fc.assert(
      fc.property(anyTraveller, (traveller) => {
        for (const { path, message } of travellerErrors(traveller as VisaTraveller, 't', limits)) {
          expect(known).toContain(path.slice(2))
          expect(message).not.toBe('')
        }
      }),
    )
  })
  it('accept only what keeps every bound', () => {
    fc.assert(
      fc.property(anyTraveller, (any) => {
        const traveller = { ...any, full_name: 'Asha', passport_number: 'Z1234567' } as VisaTraveller
        if (travellerErrors(traveller, 't', limits).length > 0) return
        const { date_of_birth, tentative_arrival_date: arrival, tentative_departure_date, passport_expiry } = traveller
        expect(arrival >= limits.today && arrival <= '2028-11-21').toBe(true)
        expect(daysBetween(arrival, tentative_departure_date)).toBeGreaterThanOrEqual(0)
        expect(daysBetween(arrival, tentative_departure_date)).toBeLessThanOrEqual(limits.maxStayDays)
        expect(date_of_birth >= '1906-11-21' && date_of_birth <= limits.today).toBe(true)
        expect(ageOn(date_of_birth, arrival) >= 12).toBe(traveller.traveler_type === 'adult')
        expect(passport_expiry === undefined || passport_expiry >= arrival).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('the travellers of a visa booking', () => {
  const another = aTraveller({ passport_number: 'Z7654321' })
  const objections = (booking_option: string, travellers: VisaTraveller[], adults: number, children = 0) =>
    inEnglish(
      rules.check(
        aVisa(),
        aRequest({ booking: { booking_option, travellers }, party: { adults, children } }),
        '2026-11-21',
      ),
    )
  const check = (travellers: VisaTraveller[], adults: number, children = 0) =>
    objections('fill_and_pay', travellers, adults, children).map((error) => error.path)
  it('are required before the payment if they are entered first [C087]', () => {
    const message = 'Please fill in all required fields and upload required documents for all travelers'
    expect(objections('fill_and_pay', [], 2)).toEqual([{ path: 'travellers', message }])
    expect(objections('fill_and_pay', [aTraveller()], 2)).toEqual([{ path: 'travellers', message }])
    expect(objections('pay_now', [], 2)).toEqual([])
  })
  it('are one per person', () => {
    expect(check([aTraveller(), another], 2)).toEqual([])
    expect(check([aTraveller(), another], 1)).toEqual(['travellers'])
    expect(check([aTraveller()], 2)).toEqual(['travellers'])
    expect(check([aTraveller()], 1, 1)).toEqual(['travellers'])
  })
  it('have different passports', () => {
    expect(check([aTraveller(), aTraveller({ passport_number: 'z 123-4567' })], 2)).toEqual([
      'travellers.1.passport_number',
    ])
  })
  it('stay at most as long as the visa allows', () => {
    const stay = (max_stay_days: number | null, departure: string) =>
      rules
        .check(
          aVisa({ max_stay_days }),
          aRequest({
            booking: {
              booking_option: 'fill_and_pay',
              travellers: [aTraveller({ tentative_departure_date: departure })],
            },
          }),
          '2026-11-21',
        )
        .map(({ path }) => path)
    expect(stay(30, '2027-01-19')).toEqual([])
    expect(stay(30, '2027-01-20')).toEqual(['travellers.0.tentative_departure_date'])
    expect(stay(null, '2027-12-20')).toEqual([])
    expect(stay(null, '2027-12-21')).toEqual(['travellers.0.tentative_departure_date'])
  })
  it('are identified in the errors', () => {
    expect(check([aTraveller(), { ...another, passport_expiry: '2020-01-01' }], 2)).toEqual([
      'travellers.1.passport_expiry',
    ])
  })
})

describe('a visa', () => {
  it('is titled by country and visa type', () => {
    expect(rules.displayTitle(aVisa())).toBe('United Arab Emirates 30-Day Tourist Visa')
  })
  it('requires passport front, photo and return ticket of each traveller, and accepts two more [C085, C086]', () => {
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
  it('can be applied for without a travel date', () => {
    expect(rules.schedule(aVisa())).toMatchObject({ dateRequired: false, timeRequired: false })
  })
  it('is listed by country', () => {
    expect(rules.shared(aVisa({ estimated_days: 4 }))).toMatchObject({
      location: 'United Arab Emirates',
      facets: { country: 'United Arab Emirates', estimated_days: 4 },
    })
  })
})
