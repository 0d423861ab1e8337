import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { kinds } from '../index.ts'
import { loadKinds } from '../loaded.server.ts'
import { storedSchedules } from '../testing/schedules.ts'
import { dayOnly } from './schedule.ts'
import { type StoredSchedule, withSchedules } from './stored-schedules.ts'

const registry = await loadKinds(kinds)
const rules = { ...dayOnly(), slots: ['10:00'], timeRequired: true, noticeMinutes: 60, capacity: 8 }
const summer: StoredSchedule = {
  ...{
    from: '2027-06-01',
    to: '2027-09-30',
    weekdays: [1, 2],
    starts: 'times',
    times: ['09:00', '14:00'],
    hours: null,
  },
  ...{ capacity: 12, cut_off_hours: 24, prices: { price_adult: 900 } },
}
const hours = { from: '08:00', to: '20:00' }
const open: StoredSchedule = {
  ...summer,
  starts: 'hours',
  times: [],
  hours,
  capacity: 30,
  cut_off_hours: 2,
  prices: {},
}
const kindRules = (key: string, details: object) =>
  registry.find(key)!.schedule({ title: 'A', currency: 'AED', details: registry.find(key)!.details.parse(details) })

describe('the rules of an item with schedules', () => {
  it('stay as they are without any', () => {
    expect(withSchedules({}, rules)).toBe(rules)
    expect(withSchedules({ schedules: [] }, rules)).toBe(rules)
  })
  it('offer nothing with group departures only, whatever the schedules are', () => {
    const combined = withSchedules({ schedules: [summer, open], group_departures_only: true }, rules)
    expect(combined.schedules?.map(({ starts }) => starts)).toEqual([{ at: 'closed' }])
    expect(combined).toMatchObject({ slots: rules.slots, timeRequired: true })
    expect(withSchedules({ group_departures_only: false }, rules)).toBe(rules)
  })
  it('hold each schedule, in order', () => {
    expect(withSchedules({ schedules: [summer, open] }, rules).schedules).toEqual([
      {
        ...{ id: '1', from: '2027-06-01', to: '2027-09-30', weekdays: [1, 2], capacity: 12, cutOffMinutes: 1440 },
        ...{ starts: { at: 'times', times: ['09:00', '14:00'] }, prices: { price_adult: 900 } },
      },
      expect.objectContaining({ id: '2', starts: { at: 'hours', hours }, prices: null }),
    ])
  })
  it('sum up what is on sale in any season', () => {
    const late: StoredSchedule = { ...summer, times: ['19:00'], capacity: 4, cut_off_hours: 1 }
    expect(withSchedules({ schedules: [summer, late] }, rules)).toMatchObject({
      ...{ slots: ['09:00', '14:00', '19:00'], hours: null, timeRequired: true, noticeMinutes: 60, capacity: 12 },
    })
    const early: StoredSchedule = { ...open, hours: { from: '06:00', to: '10:00' }, capacity: null }
    expect(withSchedules({ schedules: [open, early] }, rules)).toMatchObject({
      ...{ slots: [], hours: { from: '06:00', to: '20:00' }, noticeMinutes: 120, capacity: null },
    })
  })
  it('need no time on whole days, except where a driver comes', () => {
    const day: StoredSchedule = { ...summer, starts: 'day', times: [] }
    expect(withSchedules({ schedules: [day] }, rules)).toMatchObject({ slots: [], hours: null, timeRequired: false })
    const { prices: _, ...ride } = day
    expect(kindRules('transfer', { base_price: 100, transfer_type: 'City Transfer', schedules: [ride] })).toMatchObject(
      { timeRequired: true, hours: { from: '00:00', to: '23:59' } },
    )
  })
  it('offer nothing while every schedule is closed', () => {
    const closed: StoredSchedule = { ...summer, starts: 'closed', times: [] }
    expect(withSchedules({ schedules: [closed] }, rules)).toMatchObject({
      slots: [],
      timeRequired: true,
      noticeMinutes: 60,
    })
  })
  it('keep zone and pickup, and never ask for more notice than one of their schedules', () => {
    fc.assert(
      fc.property(storedSchedules, (schedules) => {
        const summed = withSchedules({ schedules }, { ...rules, timeZone: 'Asia/Muscat', hasPickup: true })
        expect(summed).toMatchObject({ timeZone: 'Asia/Muscat', hasPickup: true })
        for (const each of summed.schedules ?? []) {
          if (each.starts.at === 'closed') continue
          expect(each.cutOffMinutes).toBeGreaterThanOrEqual(summed.noticeMinutes)
          if (each.starts.at === 'times') expect(summed.slots).toEqual(expect.arrayContaining([...each.starts.times]))
          if (summed.capacity !== null) expect(each.capacity).toBeLessThanOrEqual(summed.capacity)
        }
      }),
    )
  })
})
