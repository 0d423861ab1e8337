import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { say } from '../../platform/messages.server.ts'
import { kinds } from '../index.ts'
import { loadKinds } from '../loaded.server.ts'
import { cruise } from '../testing/cruise/index.ts'
import { storedSchedules } from '../testing/schedules.ts'
import { hasDepartures } from './party.ts'
import { readSchedule, scheduleExample, writeSchedule } from './schedule-notation.ts'
import { inSchedule } from './schedule-words.ts'
import { maxSchedules } from './stored-schedules.ts'

const registry = await loadKinds([...kinds, { ...cruise, key: 'example' }])
const tour = registry.find('tour')!
const item = { price_adult: 10_000, price_child: 6_000 }
const summer = { from: '2027-06-01', to: '2027-09-30', starts: 'times', times: ['09:00'] }
const judge = (schedules: unknown, kind = tour, details: object = item) =>
  kind.details.safeParse({ ...details, schedules })
const stored = (schedules: unknown) => {
  const read = judge(schedules)
  return read.success ? read.data.schedules : expect.fail(JSON.stringify(read.error.issues))
}
/** 'schedules.0.times: At most ...' */
const errorsOf = (schedules: unknown, kind = tour, details: object = item) =>
  judge(schedules, kind, details).error?.issues.map(({ path, message }) => `${path.join('.')}: ${say(message)}`) ?? []

describe('the schedules of an item', () => {
  it('exist in every kind with departures, and a season replaces exactly its price fields', () => {
    for (const kind of registry.all) {
      const has = kind.specs.some(({ input }) => input === 'schedules')
      expect({ key: kind.key, has }).toEqual({ key: kind.key, has: hasDepartures(kind) })
      if (!has) continue
      const money = kind.specs.filter(({ input }) => input === 'money').map(({ name }) => name)
      const prices = Object.fromEntries(money.map((name) => [name, -1]))
      const paths = judge([{ starts: 'day', prices }], kind, {}).error?.issues.map(({ path }) => path.join('.')) ?? []
      expect(paths, kind.key).toEqual(expect.arrayContaining(money.map((name) => `schedules.0.prices.${name}`)))
    }
  })
  it('are completed, sorted and free of duplicates', () => {
    expect(stored(undefined)).toEqual([])
    expect(stored([{ starts: 'times', times: ['2:00 PM', '09:00', '9:00'], weekdays: [5, 1, 5] }])).toEqual([
      {
        ...{ from: null, to: null, weekdays: [1, 5], starts: 'times', times: ['09:00', '14:00'], hours: null },
        ...{ capacity: null, cut_off_hours: 0, prices: {} },
      },
    ])
  })
  it('keep only what their kind of departure needs, and only prices that are set', () => {
    const [day] = stored([
      {
        starts: 'day',
        times: ['09:00'],
        hours: { from: '08:00', to: '20:00' },
        prices: { price_adult: 1, price_child: null },
      },
    ]) as { times: unknown; hours: unknown; prices: unknown }[]
    expect(day).toMatchObject({ times: [], hours: null, prices: { price_adult: 1 } })
  })
  it.each([
    [{ ...summer, from: '2027-02-30' }, 'schedules.0.from: Please enter a date as YYYY-MM-DD'],
    [{ ...summer, to: '2027-05-31' }, 'schedules.0.to: The last day is before the first'],
    [{ ...summer, weekdays: [8] }, 'schedules.0.weekdays.0: Weekdays are numbers from 1 (Monday) to 7 (Sunday)'],
    [
      { ...summer, starts: 'soon' },
      'schedules.0.starts: Please choose start times, opening hours, the whole day or closed',
    ],
    [{ ...summer, times: [] }, 'schedules.0.times: Please enter at least one start time'],
    [{ ...summer, times: ['25:00'] }, 'schedules.0.times: Please enter times as HH:mm'],
    [{ starts: 'hours' }, 'schedules.0.hours: Please enter an opening time and a later last admission'],
    [
      { starts: 'hours', hours: { from: '20:00', to: '08:00' } },
      'schedules.0.hours: Please enter an opening time and a later last admission',
    ],
    [{ ...summer, capacity: 0 }, 'schedules.0.capacity: Please enter a whole number from 1 to 10000'],
    [{ ...summer, cut_off_hours: 9000 }, 'schedules.0.cut_off_hours: Please enter a whole number from 0 to 8760'],
    [{ ...summer, prices: { price_adult: 1.5 } }, 'schedules.0.prices.price_adult: Please enter a valid amount'],
    [
      { ...summer, prices: { price_infant: 100 } },
      'schedules.0.prices.price_infant: The item has no price for this age: enter it under Pricing first',
    ],
    [7, 'schedules.0: Please enter schedules as a list'],
    [
      'each Monday',
      'schedules.0: “each” was not understood. Example: 2027-06-01..2027-09-30 Mon-Fri 09:00,14:00 places=20 cut-off=24h',
    ],
  ])('are refused at their row and field: %j', (row, error) => {
    expect(errorsOf([row])).toEqual([error])
  })
  it('name unknown fields with their row', () => {
    const [issue] = judge([summer, { ...summer, colour: 'red' }]).error?.issues ?? []
    expect(issue).toMatchObject({ code: 'unrecognized_keys', path: ['schedules', 1], keys: ['colour'] })
  })
  it('are limited in number, with one error for a huge list', () => {
    expect(stored(Array.from({ length: maxSchedules }, () => summer))).toHaveLength(maxSchedules)
    expect(errorsOf(Array.from({ length: 5000 }, () => 'x'))).toEqual(['schedules: At most 50 schedules'])
    const times = Array.from(
      { length: 49 },
      (_, at) => `${String(Math.floor(at / 4)).padStart(2, '0')}:${(at % 4) + 10}`,
    )
    expect(errorsOf([{ starts: 'times', times }])).toEqual(['schedules.0.times: At most 48 start times'])
  })
  it('keep the rules of their kind in each season', () => {
    const umrah = { price: 100_000, discount_price: 90_000, duration_days: 10, duration_nights: 9 }
    expect(errorsOf([{ starts: 'day', prices: { price: 80_000 } }], registry.find('umrah'), umrah)).toEqual([
      expect.stringMatching(/^schedules\.0\.prices\.discount_price: /),
    ])
    expect(
      errorsOf([{ starts: 'day', prices: { price: 80_000, discount_price: 70_000 } }], registry.find('umrah'), umrah),
    ).toEqual([])
    const transfer = { transfer_type: 'City Transfer', base_price: 100 }
    expect(errorsOf([{ starts: 'day', prices: { price_per_km: 10 } }], registry.find('transfer'), transfer)).toEqual([
      expect.stringMatching(/^schedules\.0\.prices\.price_per_km: /),
    ])
  })
  it('are validated again without a change', () => {
    fc.assert(
      fc.property(storedSchedules, (all) => {
        expect(stored(JSON.parse(JSON.stringify(all)))).toEqual(all)
      }),
    )
  })
})

describe('a schedule as a line', () => {
  it('reads as people write it', () => {
    expect(
      stored(
        [readSchedule('2027-06-01..  mon - Fri'.replace(' - ', '-'), 'AED')].map((each) => ({
          starts: 'day',
          ...(each as object),
        })),
      ),
    ).toMatchObject([{ from: '2027-06-01', to: null, weekdays: [1, 2, 3, 4, 5] }])
    expect(
      stored([readSchedule('Fri-Mon 9:00 , 14:00 places = 20 cut-off=24h price_adult=1,250.50', 'AED')]),
    ).toMatchObject([
      {
        weekdays: [1, 5, 6, 7],
        times: ['09:00', '14:00'],
        capacity: 20,
        cut_off_hours: 24,
        prices: { price_adult: 125_050 },
      },
    ])
    expect(
      stored(
        say(scheduleExample)
          .split(';')
          .map((line) => readSchedule(line, 'AED')),
      ),
    ).toHaveLength(2)
  })
  it('survives being written and read in every currency', () => {
    fc.assert(
      fc.property(storedSchedules, fc.constantFrom('AED', 'INR', 'USD'), (all, currency) => {
        expect(stored(all.map((each) => readSchedule(writeSchedule(each, currency), currency)))).toEqual(all)
      }),
    )
  })
  it('is refused with its row, whatever it holds', () => {
    fc.assert(
      fc.property(fc.string(), (line) => {
        for (const path of judge([readSchedule(line, 'AED')]).error?.issues.map((issue) => issue.path) ?? [])
          expect(path.slice(0, 2)).toEqual(['schedules', 0])
      }),
    )
  })
  it('says in a table which schedule and field is wrong', () => {
    const message = (path: string) => say(inSchedule(path, 'Wrong'))
    expect(message('details.schedules.2.times')).toBe('Schedule 3, start times: Wrong')
    expect(message('details.schedules.0')).toBe('Schedule 1: Wrong')
    expect(message('details.schedules.0.colour')).toBe('Schedule 1: Wrong')
    expect(message('details.price_adult')).toBe('Wrong')
  })
})
