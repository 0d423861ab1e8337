import { describe, expect, it } from 'vitest'
import { type AvailableDay, calendarDays, rangeOf, shortAmount } from './available-days.ts'

const price = (minor: number) => ({ minor, currency: 'USD' as const })
const departure = {
  time: '09:00',
  hours: null,
  state: 'open' as const,
  reason: null,
  left: null,
  from: price(1000),
  prices: null,
}
const day = (given: Partial<AvailableDay>): AvailableDay => ({
  date: '2026-12-01',
  state: 'open',
  from: price(1000),
  departures: [departure],
  ...given,
})
const words = {
  left: (count: number) => `${count} left`,
  few: 'few left',
  soldOut: 'sold out',
  closed: 'closed',
  price: ({ minor }: { minor: number }) => `$${minor / 100}`,
  amount: ({ minor }: { minor: number }) => `${minor / 100}`,
}
const shown = (...days: AvailableDay[]) => [...calendarDays(days, words).values()]

describe('a day of the calendar', () => {
  it('is open while there are places', () => {
    expect(shown(day({}))).toEqual([{ isOpen: true, note: '10', noteText: '$10' }])
  })
  it('names the places left on its only departure, and not of several', () => {
    const few = { ...departure, state: 'few' as const, left: 3 }
    const full = { ...departure, state: 'sold_out' as const, reason: 'full' as const }
    expect(shown(day({ state: 'few', departures: [few, full] }))[0]).toMatchObject({ isOpen: true, text: '3 left' })
    expect(shown(day({ state: 'few', departures: [few, few] }))[0]).toMatchObject({ look: 'few', text: 'few left' })
  })
  it.each([
    ['sold_out', 'sold out'],
    ['closed', 'closed'],
    ['past', 'closed'],
  ] as const)('that is %s cannot be chosen and says so', (state, text) => {
    expect(shown(day({ state, from: null }))[0]).toMatchObject({ isOpen: false, text })
  })
  it('shows its lowest price, and reads it out with its currency', () => {
    const days = [1000, 1500].map((minor, place) => day({ date: `2026-12-0${place + 1}`, from: price(minor) }))
    expect(shown(...days)).toMatchObject([
      { note: '10', noteText: '$10' },
      { note: '15', noteText: '$15' },
    ])
    expect(shown(day({ state: 'closed', from: null }))[0]?.note).toBeUndefined()
  })
})

describe('a price in a day of the calendar', () => {
  it.each([
    [42_000, 'USD', 'en', '420'],
    [3_612_000, 'INR', 'en', '36,120'],
    [9_999_949, 'INR', 'en', '99,999'],
    [12_470_000, 'INR', 'en', '125K'],
    [12_470_000, 'INR', 'hi-IN', '1.25 लाख'],
    [124_700, 'JPY', 'en', '125K'],
    [150_000_000, 'KWD', 'en', '150K'],
  ] as const)('of %i %s is written in %s as %s, which fits', (minor, currency, locale, written) => {
    expect(shortAmount({ minor, currency }, locale)).toBe(written)
  })
})

describe('the days to ask for', () => {
  it.each([
    ['2026-11-23', 1, { from: '2026-11-23', to: '2026-11-30' }],
    ['2026-12-15', 1, { from: '2026-12-01', to: '2026-12-31' }],
    ['2026-12-01', 2, { from: '2026-12-01', to: '2027-01-31' }],
    ['2028-02-10', 1, { from: '2028-02-01', to: '2028-02-29' }],
  ])('from %s on for %i months', (month, months, range) => {
    expect(rangeOf(month, months, '2026-11-23')).toEqual(range)
  })
})
