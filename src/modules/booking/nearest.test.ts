import { beforeAll, describe, expect, it } from 'vitest'
import { type TestCore, testCore } from '../../../tests/support/database.ts'
import { addTestResource, needOf } from '../inventory/testing/resources.ts'
import { quoteChoice } from './index.server.ts'
import { addService, addUsers, book, requestFor } from './testing/fixtures.ts'

let core: TestCore
beforeAll(async () => {
  core = await testCore()
  await addUsers(core)
})

const schedule = (more: object = {}) => ({
  ...{ from: null, to: null, weekdays: [], starts: 'times', times: ['09:00', '15:00'], hours: null },
  ...{ capacity: 4, cut_off_hours: 0, prices: {}, ...more },
})
const tour = (...schedules: object[]) => addService(core, 'tour', { schedules })
type Service = Awaited<ReturnType<typeof tour>>
const alone = { children_count: 0, infants_count: 0 }
const sell = (service: Service, adults_count: number, travel_date: string, travel_time: string | null) =>
  book(core, service, {
    ...alone,
    adults_count,
    travel_date,
    travel_time,
    customer_email: `${travel_date}@example.com`,
  })
const nearest = async (service: Service, more: object) => {
  const wanted = { ...requestFor(service), ...alone, travel_date: '2026-12-02', details: {}, ...more }
  const quote = await quoteChoice(core, wanted as never)
  return quote.nearest.map(({ date, time, hours }) =>
    [date, time, ...(hours ? [hours.from, hours.to] : [])].join(' ').trim(),
  )
}

describe('the nearest departures', () => {
  it('are offered by distance when the chosen one is sold out, to either side', async () => {
    const service = await tour(schedule())
    await sell(service, 4, '2026-12-02', '09:00')
    expect(await nearest(service, { travel_time: '09:00', adults_count: 1 })).toEqual([
      '2026-12-02 15:00',
      '2026-12-01 15:00',
      '2026-12-03 09:00',
    ])
  })
  it('have places for the whole party', async () => {
    const service = await tour(schedule())
    for (const [day, time] of [
      ['2026-12-01', '15:00'],
      ['2026-12-02', '15:00'],
      ['2026-12-02', '09:00'],
    ] as const)
      await sell(service, 3, day, time)
    expect(await nearest(service, { travel_time: '09:00', adults_count: 2 })).toEqual([
      '2026-12-03 09:00',
      '2026-12-01 09:00',
      '2026-12-03 15:00',
    ])
  })
  it('are not offered while the choice can be booked, or its time is still missing', async () => {
    const service = await tour(schedule())
    expect(await nearest(service, { travel_time: '09:00', adults_count: 2 })).toEqual([])
    expect(await nearest(service, { travel_time: null, adults_count: 2 })).toEqual([])
    expect(await nearest(service, { travel_date: null, travel_time: null })).toEqual([])
  })
  it('are found weeks ahead for a closed day, and never in the past', async () => {
    const service = await tour(schedule({ from: '2026-12-20', to: '2026-12-20' }))
    expect(await nearest(service, { travel_time: '09:00' })).toEqual(['2026-12-20 09:00', '2026-12-20 15:00'])
    const daily = await tour(schedule({ times: ['09:00'] }))
    expect((await nearest(daily, { travel_date: '2026-11-01', travel_time: '09:00' }))[0]).toBe('2026-11-22 09:00')
  })
  it('keep the chosen time within opening hours', async () => {
    const service = await tour(schedule({ starts: 'hours', times: [], hours: { from: '10:00', to: '18:00' } }))
    await sell(service, 4, '2026-12-02', '17:00')
    expect((await nearest(service, { travel_time: '17:00', adults_count: 1 })).slice(0, 2).sort()).toEqual([
      '2026-12-01  10:00 18:00',
      '2026-12-03  10:00 18:00',
    ])
  })
  it('leave out times at which their vehicle is in use', async () => {
    const boat = await addTestResource(core)
    const needs = { resources: [needOf(boat, { minutes: 120 })] }
    const other = await addService(core, 'tour', { time_slots: ['16:00'], slot_capacity: 8, ...needs })
    const service = await addService(core, 'tour', { schedules: [schedule()], ...needs })
    await sell(service, 4, '2026-12-02', '09:00')
    await sell(other, 1, '2026-12-02', '16:00')
    expect(await nearest(service, { travel_time: '09:00', adults_count: 1 })).toEqual([
      '2026-12-01 15:00',
      '2026-12-03 09:00',
      '2026-12-01 09:00',
    ])
  })
  it('of an outbound leg are before its return', async () => {
    const ride = await addService(core, 'transfer', { offers_return: true, schedules: [schedule({ capacity: 1 })] })
    const trip = { pickup_location: 'Dubai Airport, Terminal 3', details: { dropoff_location: 'Hotel Sea' } }
    await book(core, ride, { ...trip, ...alone, travel_date: '2026-12-02', travel_time: '09:00' })
    const details = { ...trip.details, return_trip: true, return_trip_date: '2026-12-03', return_trip_time: '15:00' }
    expect(await nearest(ride, { ...trip, travel_time: '09:00', details })).toEqual([
      '2026-12-02 15:00',
      '2026-12-01 15:00',
      '2026-12-01 09:00',
    ])
  })
})
