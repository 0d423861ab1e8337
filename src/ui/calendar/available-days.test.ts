import { describe, expect, it } from 'vitest'
import { type AvailableDay, calendarDays, rangeOf } from './available-days.ts'

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
}
const shown = (...days: AvailableDay[]) => [...calendarDays(days, words).values()]

describe('a day of the calendar', () => {
  it('is open while there are places', () => {
    expect(shown(day({}))).toEqual([{ isOpen: true, note: undefined }])
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
  it('shows its price only where days have different prices', () => {
    const notes = (...prices: number[]) =>
      shown(...prices.map((minor, place) => day({ date: `2026-12-0${place + 1}`, from: price(minor) }))).map(
        ({ note }) => note,
      )
    expect(notes(1000, 1000)).toEqual([undefined, undefined])
    expect(notes(1000, 1500)).toEqual(['$10', '$15'])
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
