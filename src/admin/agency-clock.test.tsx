import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { agencyToday, setAgencyZone } from './agency-clock.ts'
import { newPromo, readPromo } from './promos/promo-form.ts'
import { dateTime } from './written.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  setAgencyZone('Asia/Dubai')
})

describe.each([
  ['Asia/Kolkata', '2026-11-21T18:15:00Z', '2026-11-21T18:45:00Z', '11:45 PM', '12:15 AM'],
  ['America/New_York', '2026-11-22T04:45:00Z', '2026-11-22T05:15:00Z', '11:45 PM', '12:15 AM'],
])('the back office of an agency in %s', (zone, before, after, timeBefore, timeAfter) => {
  it("the week of departures opens on the agency's current day, on both sides of midnight", () => {
    setAgencyZone(zone)
    vi.setSystemTime(before)
    expect(agencyToday()).toBe('2026-11-21')
    vi.setSystemTime(after)
    expect(agencyToday()).toBe('2026-11-22')
  })

  it("times are shown in the agency's time zone", () => {
    setAgencyZone(zone)
    expect(dateTime(before)).toBe(`2026-11-21 ${timeBefore}`)
    expect(dateTime(after)).toBe(`2026-11-22 ${timeAfter}`)
  })
})

it("a promo code starts at the time entered in the agency's time zone", () => {
  setAgencyZone('America/New_York')
  const read = readPromo({ ...newPromo, code: 'WINTER', percent: '10', starts: '2026-12-01T10:00' })
  expect(read).toMatchObject({ promo: { startsAt: '2026-12-01T15:00:00.000Z' } })
})
