import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { averageOf, changeableUntil, invitationDue, isReviewable, reviewErrors, shownNameOf } from './rules.ts'

const trip = { booking_status: 'completed', travel_date: '2026-11-20', time_zone: 'Asia/Dubai' }
const at = (text: string) => new Date(text)

describe('a booking can be reviewed', () => {
  test("once it is completed and its day is over in the service's time zone", () => {
    // Midnight in Dubai is 20:00 in UTC.
    expect(isReviewable(trip, at('2026-11-20T19:59:59Z'))).toBe(false)
    expect(isReviewable(trip, at('2026-11-20T20:00:00Z'))).toBe(true)
  })
  test('at once if it has no date', () => {
    expect(isReviewable({ ...trip, travel_date: null }, at('2026-01-01T00:00:00Z'))).toBe(true)
  })
  test.each(['pending', 'confirmed', 'cancelled'])('never while it is %s', (booking_status) => {
    expect(isReviewable({ ...trip, booking_status }, at('2027-01-01T00:00:00Z'))).toBe(false)
    expect(isReviewable({ ...trip, booking_status, travel_date: null }, at('2027-01-01T00:00:00Z'))).toBe(false)
  })
})

test('a review may be changed for 14 days', () => {
  expect(changeableUntil(at('2026-11-01T10:00:00Z'))).toEqual(at('2026-11-15T10:00:00Z'))
})

test.each([
  ['Asha Rao', 'Asha R.'],
  ['  Mohammed  Abdul  Khan ', 'Mohammed K.'],
  ['Asha', 'Asha'],
  ['أحمد علي', 'أحمد ع.'],
  ['', ''],
])('%j is suggested to be shown as %j', (name, shown) => {
  expect(shownNameOf(name)).toBe(shown)
})
test('a suggested name is never too long', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 300, unit: 'grapheme' }), (name) => {
      const shown = shownNameOf(name)
      expect([...shown].length).toBeLessThanOrEqual(60)
    }),
  )
})

describe('a review', () => {
  const good = { rating: 4, body: '', shown_name: 'Asha R.' }
  const wrong = (given: Partial<typeof good>) => reviewErrors({ ...good, ...given }).map(({ path }) => path)
  test('has whole stars from 1 to 5 and a name; its text may be empty', () => {
    expect(wrong({})).toEqual([])
    for (const rating of [0, 6, 4.5, Number.NaN]) expect(wrong({ rating })).toEqual(['rating'])
    expect(wrong({ shown_name: '  ' })).toEqual(['shown_name'])
    expect(wrong({ shown_name: 'x'.repeat(61) })).toEqual(['shown_name'])
    expect(wrong({ body: 'x'.repeat(2000) })).toEqual([])
    expect(wrong({ body: 'x'.repeat(2001) })).toEqual(['body'])
  })
})

describe('the average', () => {
  test.each([
    [0, 0, 0],
    [5, 1, 5],
    [9, 2, 4.5],
    [14, 3, 4.7],
    [13, 3, 4.3],
    // 4.25 and 4.35: halves are rounded up, whatever binary fractions make of them.
    [17, 4, 4.3],
    [87, 20, 4.4],
  ])('of %i stars in %i reviews is %d', (stars, count, average) => {
    expect(averageOf(stars, count)).toBe(average)
  })
  test('lies between the worst and the best review, and is rounded to a tenth', () => {
    const ratings = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 500 })
    fc.assert(
      fc.property(ratings, (all) => {
        const stars = all.reduce((sum, each) => sum + each, 0)
        const average = averageOf(stars, all.length)
        expect(average).toBeGreaterThanOrEqual(Math.min(...all))
        expect(average).toBeLessThanOrEqual(Math.max(...all))
        expect(Math.abs(average - stars / all.length)).toBeLessThanOrEqual(0.05 + 1e-9)
      }),
    )
  })
})

describe('the invitation to a review is due', () => {
  const completed = at('2026-11-21T08:00:00Z')
  test('the configured days after completion', () => {
    expect(invitationDue(completed, 2, trip)).toEqual(at('2026-11-23T08:00:00Z'))
    expect(invitationDue(completed, 2, { ...trip, travel_date: null })).toEqual(at('2026-11-23T08:00:00Z'))
    expect(invitationDue(completed, 0, trip)).toEqual(completed)
  })
  test('never before the travel day is over', () => {
    expect(invitationDue(completed, 2, { ...trip, travel_date: '2026-12-10' })).toEqual(at('2026-12-11T06:00:00Z'))
  })
})
