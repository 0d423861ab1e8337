import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { money } from '../../kernel/money.ts'
import { aRequest, aService, inEnglish } from '../testing/service.ts'
import { fields } from './fields.ts'
import { isShortNotice, processingDays, rules } from './rules.ts'

const aClearance = (details = {}) => aService(fields, details, 'INR')
const today = '2026-11-21'

describe('the price of Ok to Board', () => {
  it('is base_price + processing_fee + base_price × tax_rate [C153, A126]', () => {
    expect(rules.price(aClearance(), aRequest())).toMatchObject({
      base: money(319_800, 'INR'),
      tax: money(53_982, 'INR'),
      taxRate: '0.18',
      total: money(373_782, 'INR'),
      final: money(373_782, 'INR'),
    })
  })
  it('does not tax the fee [C153]', () => {
    const price = rules.price(aClearance({ base_price: 0, processing_fee: 10_000 }), aRequest())
    expect([price.tax.minor, price.final.minor]).toEqual([0, 10_000])
  })
  it('rounds the tax half-up to the minor unit [C153, A126]', () => {
    const taxOf = (base_price: number, tax_rate: number) =>
      rules.price(aClearance({ base_price, tax_rate }), aRequest()).tax.minor
    expect([taxOf(25, 0.18), taxOf(24, 0.18), taxOf(10, 0.05), taxOf(1, 0.5), taxOf(105, 0.1)]).toEqual([
      5, 4, 1, 1, 11,
    ])
  })
  it('taxes the base price after the discount', () => {
    const price = rules.price(aClearance(), aRequest(), money(99_900, 'INR'))
    expect(price).toMatchObject({
      tax: money(36_000, 'INR'),
      total: money(355_800, 'INR'),
      final: money(255_900, 'INR'),
    })
  })
  it('adds up for any amounts: final = lines + tax − discount', () => {
    const minor = fc.integer({ min: 0, max: 10_000_000 })
    fc.assert(
      fc.property(
        minor,
        minor,
        minor,
        fc.integer({ min: 0, max: 1000 }),
        (base_price, processing_fee, discount, mille) => {
          const service = aClearance({ base_price, processing_fee, tax_rate: mille / 1000 })
          const price = rules.price(service, aRequest(), money(discount, 'INR'))
          expect(price.final.minor).toBe(base_price + processing_fee + price.tax.minor - price.discount.minor)
          expect(price.final.minor).toBeGreaterThanOrEqual(0)
          expect(price.total.minor).toBeGreaterThanOrEqual(price.base.minor)
        },
      ),
    )
  })
  it('is for 1 adult, 0 children and 0 infants, whatever the request says [C156]', () => {
    const many = aRequest({ party: { adults: 5, children: 3, infants: 1 } })
    expect(rules.price(aClearance(), many)).toEqual(rules.price(aClearance(), aRequest()))
    expect(rules.check(aClearance(), many, today)).toEqual([])
    expect(rules.party(aClearance())).toMatchObject({
      fixed: { adults: 1, children: 0, infants: 0 },
      children: null,
      infants: null,
    })
  })
  it('is shown with tax before any input', () => {
    expect(rules.startingPrice(aClearance())).toEqual({ from: money(373_782, 'INR'), was: null, unit: 'clearance' })
  })
})

describe('the departure', () => {
  const check = (date: string, booking = {}) => inEnglish(rules.check(aClearance(), aRequest({ date, booking }), today))
  it('cannot be in the past [C146]', () => {
    expect(check('2026-11-20')).toEqual([{ path: 'date', message: 'The departure date cannot be in the past' }])
    expect(check('2026-11-20', { acknowledge_short_notice: true })).toHaveLength(1)
  })
  it('must be acknowledged when it is sooner than the processing time [C147, A129]', () => {
    const warning = {
      path: 'acknowledge_short_notice',
      message:
        'Your departure is sooner than the processing time of 48 hours. Please confirm that you want to continue.',
    }
    expect([check(today), check('2026-11-22'), check('2026-11-23')]).toEqual([[warning], [warning], []])
    expect(check('2026-11-22', { acknowledge_short_notice: true })).toEqual([])
    expect(check('2026-11-22', { acknowledge_short_notice: false })).toEqual([warning])
  })
  it('is flagged for staff when the notice is short', () => {
    expect(isShortNotice(aClearance(), '2026-11-22', today)).toBe(true)
    expect(isShortNotice(aClearance(), '2026-11-23', today)).toBe(false)
    expect(isShortNotice(aClearance({ processing_time: '4 days' }), '2026-11-24', today)).toBe(true)
  })
  it('is compared with whole days of processing time', () => {
    const daysOf = (processing_time: string) => processingDays({ processing_time })
    expect(['48 hours', '24-48 hours', '49 hours', '3 days', '1 hour'].map(daysOf)).toEqual([2, 2, 3, 3, 1])
  })
})

describe('the documents', () => {
  it('are stored under the specified names, three of them required [C148]', () => {
    expect(rules.documents(aClearance()).map(({ name, required }) => [name, required])).toEqual([
      ['passport_first_page', true],
      ['passport_last_page', false],
      ['visa', true],
      ['flight_booking_page1', true],
      ['flight_booking_page2', false],
    ])
  })
})
