import { describe, expect, it } from 'vitest'
import { addDays, instantAt, type Weekday } from '../../kernel/dates.ts'
import type { ScheduleRules } from '../../services/kind.ts'
import type { Schedule } from '../../services/schedule.ts'
import { type Departure, type DepartureRow, departuresOn, findDeparture, type SaleTerms } from './rules/departures.ts'
import { pricedOn } from './rules/prices.ts'
import { schedulesOf } from './rules/seasons.ts'
import { rowOf } from './testing/arbitrary.ts'

const tour: Schedule = {
  id: 'all-year',
  from: null,
  to: null,
  weekdays: [],
  starts: { at: 'times', times: ['09:00', '14:00'] },
  capacity: 12,
  cutOffMinutes: 0,
  prices: null,
}
/** Noon in Dubai on 21 November 2026, a Saturday. */
const terms: SaleTerms = {
  now: instantAt('Asia/Dubai', '2026-11-21', '12:00'),
  zone: 'Asia/Dubai',
  cutOffMinutes: 0,
  fewUpTo: 3,
}
const day = '2026-11-25'
const on = (
  schedules: readonly Schedule[],
  rows: readonly DepartureRow[] = [],
  date = day,
  change: Partial<SaleTerms> = {},
) => departuresOn(schedules, rows, { from: date, to: date, ...terms, ...change })
const stateAt = (departures: readonly Departure[], time: string | null) => {
  const departure = departures.find((each) => each.time === time)
  return departure && [departure.state, departure.reason]
}

describe('the departures of a schedule', () => {
  it('are one per day and start time', () => {
    const departures = departuresOn([tour], [], { from: '2026-11-22', to: '2026-11-24', ...terms })
    expect(departures.map(({ date, time }) => `${date} ${time}`)).toEqual([
      ...['2026-11-22 09:00', '2026-11-22 14:00', '2026-11-23 09:00', '2026-11-23 14:00'],
      ...['2026-11-24 09:00', '2026-11-24 14:00'],
    ])
    expect(departures[0]).toMatchObject({ capacity: 12, taken: 0, vacancies: 12, state: 'open', reason: null })
    expect(departures[0]).toMatchObject({ departureId: null, scheduleId: 'all-year', prices: null, hours: null })
  })
  it('do not exist in an empty range', () => {
    expect(departuresOn([tour], [], { from: '2026-11-24', to: '2026-11-23', ...terms })).toEqual([])
    expect(departuresOn([], [], { from: '2026-11-24', to: '2026-12-23', ...terms })).toEqual([])
  })
  it('lie in its season, both days included', () => {
    const winter = { ...tour, from: '2026-11-24', to: '2026-11-25' }
    const departures = departuresOn([winter], [], { from: '2026-11-20', to: '2026-11-30', ...terms })
    expect([...new Set(departures.map(({ date }) => date))]).toEqual(['2026-11-24', '2026-11-25'])
  })
  it('lie on its weekdays', () => {
    const fridays = { ...tour, weekdays: [5] as Weekday[] }
    const departures = departuresOn([fridays], [], { from: '2026-11-22', to: '2026-12-06', ...terms })
    expect([...new Set(departures.map(({ date }) => date))]).toEqual(['2026-11-27', '2026-12-04'])
  })
  it('exist on 29 February in leap years only', () => {
    const datesIn = (from: string, to: string) =>
      departuresOn([{ ...tour, starts: { at: 'day' } }], [], { from, to, ...terms }).map(({ date }) => date)
    expect(datesIn('2028-02-28', '2028-03-01')).toEqual(['2028-02-28', '2028-02-29', '2028-03-01'])
    expect(datesIn('2027-02-28', '2027-03-01')).toEqual(['2027-02-28', '2027-03-01'])
  })
  it('exist up to the last day that a date can name', () => {
    const last = { from: '9999-12-30', to: '9999-12-31' }
    expect(departuresOn([tour], [], { ...last, ...terms })).toHaveLength(4)
  })
  it('of opening hours are one per day, with the hours', () => {
    const hours = { from: '08:00', to: '22:00' }
    const departures = on([{ ...tour, starts: { at: 'hours', hours } }])
    expect(departures).toHaveLength(1)
    expect(departures[0]).toMatchObject({ time: null, hours, state: 'open' })
  })
  it('of a whole day have neither time nor hours', () => {
    expect(on([{ ...tour, starts: { at: 'day' } }])[0]).toMatchObject({ time: null, hours: null, state: 'open' })
  })
})

describe('schedules that overlap', () => {
  const christmas: Schedule = {
    ...tour,
    id: 'christmas',
    from: day,
    to: day,
    capacity: 30,
    prices: { price_adult: 900 },
  }
  it('let the later one win on the same day and time', () => {
    expect(on([tour, christmas]).map((each) => [each.scheduleId, each.capacity])).toEqual([
      ['christmas', 30],
      ['christmas', 30],
    ])
    expect(on([christmas, tour]).map(({ scheduleId }) => scheduleId)).toEqual(['all-year', 'all-year'])
  })
  it('add up at different times of a day', () => {
    const evening: Schedule = { ...christmas, starts: { at: 'times', times: ['19:00'] } }
    expect(on([tour, evening]).map(({ time, scheduleId }) => [time, scheduleId])).toEqual([
      ['09:00', 'all-year'],
      ['14:00', 'all-year'],
      ['19:00', 'christmas'],
    ])
    expect(on([tour, evening], [], addDays(day, 1))).toHaveLength(2)
  })
  it('bring their own prices', () => {
    expect(on([tour, christmas])[0]?.prices).toEqual({ price_adult: 900 })
    const service = { title: 'A', currency: 'USD', details: { price_adult: 500, price_child: 300 } }
    expect(pricedOn(service, { price_adult: 900 }).details).toEqual({ price_adult: 900, price_child: 300 })
    expect(pricedOn(service, null)).toBe(service)
  })
  it('have their prices replaced by those of a departure, field by field', () => {
    const season = { ...christmas, prices: { price_adult: 900, price_child: 400 } }
    const row = rowOf({ date: day, time: '09:00', prices: { price_adult: 700 } })
    expect(on([season], [row]).map(({ prices }) => prices)).toEqual([
      { price_adult: 700, price_child: 400 },
      { price_adult: 900, price_child: 400 },
    ])
    expect(on([tour], [row])[0]?.prices).toEqual({ price_adult: 700 })
  })
  it('can close days, until a later one opens them again', () => {
    const closed: Schedule = { ...christmas, id: 'closed', starts: { at: 'closed' } }
    expect(stateAt(on([tour, closed]), '09:00')).toEqual(['closed', 'out_of_season'])
    expect(stateAt(on([closed, tour]), '09:00')).toEqual(['open', null])
    const reopened: Schedule = { ...christmas, starts: { at: 'times', times: ['09:00'] } }
    expect(stateAt(on([tour, closed, reopened]), '09:00')).toEqual(['open', null])
    expect(stateAt(on([tour, closed, reopened]), '14:00')).toEqual(['closed', 'out_of_season'])
    expect(on([closed])).toEqual([])
  })
})

describe('what is left', () => {
  it('is the capacity less what is taken', () => {
    const departures = on([tour], [rowOf({ date: day, time: '09:00', taken: 5 })])
    expect(departures[0]).toMatchObject({
      capacity: 12,
      taken: 5,
      vacancies: 7,
      state: 'open',
      departureId: `row-${day}-09:00`,
    })
    expect(departures[1]).toMatchObject({ taken: 0, vacancies: 12 })
  })
  it.each([
    [8, 'open', null],
    [9, 'few', null],
    [11, 'few', null],
    [12, 'sold_out', 'full'],
    [13, 'sold_out', 'full'],
  ] as const)('is shown by the state: %i of 12 taken is %s', (taken, state, reason) => {
    const [departure] = on([tour], [rowOf({ date: day, time: '09:00', taken })])
    expect([departure?.state, departure?.reason]).toEqual([state, reason])
    expect(departure?.vacancies).toBe(Math.max(0, 12 - taken))
  })
  it('is no more than the units that its bookings still find', () => {
    const [few] = on([tour], [], day, { unitsLeft: () => 2 })
    expect(few).toMatchObject({ vacancies: 12, left: 2, state: 'few', reason: null })
    const [none] = on([tour], [], day, { unitsLeft: () => 0 })
    expect(none).toMatchObject({ left: 0, state: 'sold_out', reason: 'busy' })
    const [free] = on([{ ...tour, capacity: null }], [], day, { unitsLeft: () => 2 })
    expect(free).toMatchObject({ left: null, state: 'open' })
  })
  it('has no number on free sale', () => {
    const [departure] = on([{ ...tour, capacity: null }], [rowOf({ date: day, time: '09:00', taken: 900 })])
    expect(departure).toMatchObject({ capacity: null, taken: 900, vacancies: null, state: 'open' })
  })
  it('belongs to its own day and time', () => {
    const rows = [
      rowOf({ date: addDays(day, 1), time: '09:00', taken: 12 }),
      rowOf({ date: day, time: '14:00', taken: 12 }),
    ]
    expect(stateAt(on([tour], rows), '09:00')).toEqual(['open', null])
    expect(stateAt(on([tour], rows), '14:00')).toEqual(['sold_out', 'full'])
  })
})

describe('an exception', () => {
  it('changes the capacity, down and up', () => {
    expect(on([tour], [rowOf({ date: day, time: '09:00', capacity: 2, taken: 2 })])[0]).toMatchObject({
      state: 'sold_out',
    })
    expect(on([tour], [rowOf({ date: day, time: '09:00', capacity: 40, taken: 12 })])[0]).toMatchObject({
      vacancies: 28,
    })
    expect(on([tour], [rowOf({ date: day, time: '09:00', capacity: 0 })])[0]).toMatchObject({ state: 'sold_out' })
    const free = { ...tour, capacity: null }
    expect(on([free], [rowOf({ date: day, time: '09:00', capacity: 2, taken: 1 })])[0]).toMatchObject({ vacancies: 1 })
  })
  it('closes a departure, also a sold-out one', () => {
    expect(stateAt(on([tour], [rowOf({ date: day, time: '09:00', isClosed: true, taken: 12 })]), '09:00')).toEqual([
      ...['closed', 'closed'],
    ])
  })
  it('brings price, note and guide; its price wins over that of the schedule', () => {
    const row = rowOf({ date: day, time: '09:00', prices: { price_adult: 1 }, note: 'Bus B', guide: 'Amina' })
    expect(on([{ ...tour, prices: { price_adult: 2 } }], [row])[0]).toMatchObject({
      ...{ prices: { price_adult: 1 }, note: 'Bus B', guide: 'Amina' },
    })
  })
  it('adds a departure without a schedule', () => {
    const added = rowOf({ date: day, time: '06:00', isAdded: true, capacity: 45 })
    expect(on([], [added])[0]).toMatchObject({
      time: '06:00',
      vacancies: 45,
      state: 'open',
      scheduleId: null,
      isAdded: true,
    })
    const closed: Schedule = { ...tour, starts: { at: 'closed' } }
    expect(stateAt(on([tour, closed], [{ ...added, time: '09:00' }]), '09:00')).toEqual(['open', null])
  })
  it('of a schedule that is gone shows while it has bookings, closed', () => {
    expect(stateAt(on([tour], [rowOf({ date: day, time: '11:00', taken: 2 })]), '11:00')).toEqual([
      'closed',
      'unscheduled',
    ])
    expect(on([tour], [rowOf({ date: day, time: '11:00' })])).toHaveLength(2)
  })
})

describe('the cut-off', () => {
  const today = '2026-11-21'
  it('ends the sale before the start; a start that has passed says so', () => {
    expect(stateAt(on([tour], [], today), '09:00')).toEqual(['past', 'started'])
    expect(stateAt(on([tour], [], today), '14:00')).toEqual(['open', null])
    expect(stateAt(on([{ ...tour, cutOffMinutes: 120 }], [], today), '14:00')).toEqual(['open', null])
    expect(stateAt(on([{ ...tour, cutOffMinutes: 121 }], [], today), '14:00')).toEqual(['past', 'cut_off'])
    expect(stateAt(on([tour], [], today, { now: instantAt('Asia/Dubai', today, '14:00') }), '14:00')).toEqual([
      'past',
      'started',
    ])
  })
  it("is the longer one of the schedule's and the agency's", () => {
    const late = { ...tour, cutOffMinutes: 60 }
    expect(stateAt(on([late], [], today, { cutOffMinutes: 121 }), '14:00')).toEqual(['past', 'cut_off'])
    expect(on([late], [], today, { cutOffMinutes: 30 })[1]).toMatchObject({ cutOffMinutes: 60, state: 'open' })
  })
  it('can lie on the day before, across midnight', () => {
    const early: Schedule = { ...tour, starts: { at: 'times', times: ['02:00'] }, cutOffMinutes: 180 }
    const at = (date: string, time: string) =>
      stateAt(on([early], [], day, { now: instantAt('Asia/Dubai', date, time) }), '02:00')
    expect(at('2026-11-24', '23:00')).toEqual(['open', null])
    expect(at('2026-11-24', '23:01')).toEqual(['past', 'cut_off'])
    expect(at('2026-11-25', '02:00')).toEqual(['past', 'started'])
  })
  it('can span weeks', () => {
    const group: Schedule = { ...tour, starts: { at: 'day' }, cutOffMinutes: 30 * 1440 }
    expect(stateAt(on([group], [], '2026-12-20'), null)).toEqual(['past', 'cut_off'])
    expect(stateAt(on([group], [], '2026-12-21'), null)).toEqual(['open', null])
  })
  it('of opening hours counts from the last admission, of a day from its end', () => {
    const open: Schedule = {
      ...tour,
      starts: { at: 'hours', hours: { from: '08:00', to: '22:00' } },
      cutOffMinutes: 60,
    }
    const at = (schedule: Schedule, time: string) =>
      stateAt(on([schedule], [], today, { now: instantAt('Asia/Dubai', today, time) }), null)
    expect(at(open, '21:00')).toEqual(['open', null])
    expect(at(open, '21:01')).toEqual(['past', 'cut_off'])
    expect(at(open, '22:00')).toEqual(['past', 'started'])
    expect(at({ ...open, starts: { at: 'hours', hours: { from: '20:00', to: '02:00' } } }, '22:30')).toEqual([
      'open',
      null,
    ])
    expect(at({ ...open, starts: { at: 'day' } }, '22:59')).toEqual(['open', null])
    expect(at({ ...open, starts: { at: 'day' } }, '23:00')).toEqual(['past', 'cut_off'])
  })
  it("follows the service's clock, also over a change of the clocks", () => {
    // London: 01:00-02:00 does not exist on 28 March 2027 and occurs twice on 31 October 2027.
    const night: Schedule = { ...tour, starts: { at: 'times', times: ['01:30'] } }
    const at = (date: string, now: string) =>
      stateAt(on([night], [], date, { zone: 'Europe/London', now: new Date(now) }), '01:30')
    expect(at('2027-03-28', '2027-03-28T01:29:00Z')).toEqual(['open', null])
    expect(at('2027-03-28', '2027-03-28T01:30:00Z')).toEqual(['past', 'started'])
    expect(at('2027-10-31', '2027-10-31T00:29:00Z')).toEqual(['open', null])
    expect(at('2027-10-31', '2027-10-31T00:30:00Z')).toEqual(['past', 'started'])
  })
  it('is judged in the zone of the service: Auckland is a day ahead', () => {
    const now = new Date('2026-11-24T20:30:00Z')
    expect(stateAt(on([tour], [], day, { zone: 'Pacific/Auckland', now }), '09:00')).toEqual(['past', 'started'])
    expect(stateAt(on([tour], [], day, { zone: 'America/New_York', now }), '09:00')).toEqual(['open', null])
  })
})

describe('the departure of a choice', () => {
  const open: Schedule = { ...tour, id: 'open', starts: { at: 'hours', hours: { from: '08:00', to: '22:00' } } }
  it('is the one at its time', () => {
    expect(findDeparture(on([tour]), { date: day, time: '14:00' })?.time).toBe('14:00')
    expect(findDeparture(on([tour]), { date: day, time: '15:00' })).toBeNull()
    expect(findDeparture(on([tour]), { date: addDays(day, 1), time: '14:00' })).toBeNull()
  })
  it('is the day whose opening hours hold its time', () => {
    expect(findDeparture(on([open]), { date: day, time: '21:37' })).toMatchObject({ time: null, scheduleId: 'open' })
    expect(findDeparture(on([open]), { date: day, time: '22:01' })).toBeNull()
    const night: Schedule = { ...open, starts: { at: 'hours', hours: { from: '20:00', to: '02:00' } } }
    expect(findDeparture(on([night]), { date: day, time: '01:00' })?.time).toBeNull()
    expect(findDeparture(on([night]), { date: day, time: '12:00' })).toBeNull()
  })
  it('is the day where no time is chosen', () => {
    expect(findDeparture(on([{ ...tour, starts: { at: 'day' } }]), { date: day, time: null })?.state).toBe('open')
    expect(findDeparture(on([tour]), { date: day, time: null })).toBeNull()
  })
  it('prefers what is on sale to a leftover of an earlier schedule', () => {
    const leftover = rowOf({ date: day, time: '09:00', taken: 2 })
    expect(findDeparture(on([open], [leftover]), { date: day, time: '09:00' })?.scheduleId).toBe('open')
    expect(findDeparture(on([], [leftover]), { date: day, time: '09:00' })?.reason).toBe('unscheduled')
  })
})

describe('an item without schedules of its own', () => {
  const rules: ScheduleRules = {
    ...{ dateRequired: true, timeRequired: true, slots: ['10:00'], hours: null, noticeMinutes: 90 },
    ...{ timeZone: null, hasPickup: false, capacity: 8 },
  }
  it("has one that follows from the kind's times, hours, notice and capacity", () => {
    expect(schedulesOf(rules)).toEqual([
      { ...tour, id: 'default', starts: { at: 'times', times: ['10:00'] }, capacity: 8, cutOffMinutes: 90 },
    ])
    const hours = { from: '06:00', to: '23:00' }
    expect(schedulesOf({ ...rules, slots: [], hours })[0]?.starts).toEqual({ at: 'hours', hours })
    expect(schedulesOf({ ...rules, slots: [] })[0]?.starts).toEqual({
      at: 'hours',
      hours: { from: '00:00', to: '23:59' },
    })
    expect(schedulesOf({ ...rules, slots: [], timeRequired: false })[0]?.starts).toEqual({ at: 'day' })
    expect(schedulesOf({ ...rules, schedules: [] })[0]?.id).toBe('default')
  })
  it('is replaced by the schedules of the item', () => {
    expect(schedulesOf({ ...rules, schedules: [tour] })).toEqual([tour])
  })
})
