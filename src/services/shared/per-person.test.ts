import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { money } from '../../kernel/money.ts'
import { say } from '../../platform/messages.server.ts'
import { aParty, aService, inEnglish } from '../testing/service.ts'
import { agePriceSpecs, agePrices } from './age-price-fields.ts'
import { partyErrors } from './party.ts'
import { ageGroupOf, partyByAge, priceByAge } from './per-person.ts'

const fields = {
  details: z.strictObject(agePrices()),
  specs: agePriceSpecs,
  booking: z.strictObject({}),
  bookingSpecs: [],
}

const prices = (price_adult: number, price_child: number | null = null, price_infant: number | null = null) =>
  aService(fields, { price_adult, price_child, price_infant })

const minor = fc.integer({ min: 0, max: 1_000_000 })
const count = fc.integer({ min: 0, max: 50 })
const aPartyOf = fc.record({ adults: fc.integer({ min: 1, max: 50 }), children: count, infants: count })

describe('infants', () => {
  it('travel on the lap: at most one with each adult', () => {
    const rules = partyByAge({
      title: '',
      currency: 'USD',
      details: { price_adult: 1, price_child: 1, price_infant: 0 },
    })
    const paths = (adults: number, infants: number) =>
      partyErrors({ adults, children: 0, infants }, rules).map(({ path }) => path)
    expect([paths(1, 1), paths(9, 9)]).toEqual([[], []])
    expect([paths(1, 2), paths(1, 9)]).toEqual([['infants'], ['infants']])
    const seated = { ...rules, infants: { max: 9, free: false, onLap: false } }
    expect(partyErrors({ adults: 1, children: 0, infants: 9 }, seated)).toEqual([])
  })
})

describe('a price by age', () => {
  it('is adults × price_adult + children × price_child + infants × price_infant [C053]', () => {
    const { final, lines } = priceByAge(prices(15_000, 10_000, 2500), { adults: 2, children: 3, infants: 1 })
    expect(final).toEqual(money(2 * 15_000 + 3 * 10_000 + 2500, 'USD'))
    expect(lines.map((line) => [line.label, line.quantity, line.unit.minor, line.total.minor])).toEqual([
      ['adult', 2, 15_000, 30_000],
      ['child', 3, 10_000, 30_000],
      ['infant', 1, 2500, 2500],
    ])
  })
  it('has a line of 0 for free infants', () => {
    const { final, lines } = priceByAge(prices(15_000, null, 0), aParty({ infants: 2 }))
    expect(final.minor).toBe(15_000)
    expect(lines[1]).toMatchObject({ label: 'infant', quantity: 2, total: { minor: 0 } })
  })
  it('has no line for ages that do not travel', () => {
    expect(priceByAge(prices(15_000, 10_000, 0), aParty()).lines).toHaveLength(1)
  })
  it('charges the adult price for an age that is not offered', () => {
    expect(priceByAge(prices(15_000), aParty({ children: 1 })).final.minor).toBe(30_000)
  })
  it('is reduced by a discount, at most to 0', () => {
    const service = prices(15_000)
    const reduced = priceByAge(service, aParty(), money(1000, 'USD'))
    expect([reduced.total.minor, reduced.discount.minor, reduced.final.minor]).toEqual([15_000, 1000, 14_000])
    expect(priceByAge(service, aParty(), money(99_999, 'USD')).final.minor).toBe(0)
  })
  it('rejects a discount in another currency or below 0', () => {
    expect(() => priceByAge(prices(15_000), aParty(), money(1, 'INR'))).toThrow(RangeError)
    expect(() => priceByAge(prices(15_000), aParty(), money(-1, 'USD'))).toThrow(RangeError)
  })
  it('never falls with a larger party', () => {
    fc.assert(
      fc.property(minor, minor, minor, aPartyOf, (adult, child, infant, party) => {
        const service = prices(adult, child, infant)
        const before = priceByAge(service, party).final.minor
        for (const more of [
          { ...party, adults: party.adults + 1 },
          { ...party, children: party.children + 1 },
          { ...party, infants: party.infants + 1 },
        ])
          expect(priceByAge(service, more).final.minor).toBeGreaterThanOrEqual(before)
      }),
    )
  })
})

describe('age groups', () => {
  it('change at 2 and at 12 years [C054]', () => {
    expect([0, 1, 2, 11, 12, 80].map(ageGroupOf)).toEqual(['infant', 'infant', 'child', 'child', 'adult', 'adult'])
  })
})

describe('the party counts', () => {
  it('exclude an age without a price, and include an age with a price of 0 for free [A077]', () => {
    expect(partyByAge(prices(15_000, null, 0))).toMatchObject({ children: null, infants: { free: true } })
    expect(partyByAge(prices(15_000, 1))).toMatchObject({ children: { free: false }, infants: null })
  })
  it('need at least 1 adult and nothing below 0 [C066]', () => {
    const errorsOf = (party: Partial<ReturnType<typeof aParty>>) =>
      partyErrors(aParty(party), partyByAge(prices(1, 1, 1))).map(({ path, message }) => [path, say(message)])
    expect(errorsOf({ adults: 0 })).toEqual([['adults', 'At least 1 adult is required']])
    expect(errorsOf({ adults: 1.5 })).toEqual([['adults', 'At least 1 adult is required']])
    expect(errorsOf({ children: -1 })).toEqual([['children', 'The number of children cannot be below 0']])
    expect(errorsOf({ infants: -1 })).toEqual([['infants', 'The number of infants cannot be below 0']])
    expect(errorsOf({ adults: 51, children: 51 })).toEqual([
      ['adults', 'At most 50 adults can be booked'],
      ['children', 'At most 50 children can be booked'],
    ])
    expect(errorsOf({ adults: 50, children: 50, infants: 50 })).toEqual([])
  })
  it('are rejected for an age that is not offered', () => {
    expect(inEnglish(partyErrors(aParty({ infants: 1 }), partyByAge(prices(1))))).toEqual([
      { path: 'infants', message: 'Infants cannot be added to this booking' },
    ])
  })
})
