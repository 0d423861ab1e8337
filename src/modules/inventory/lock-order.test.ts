import { beforeAll, expect, it } from 'vitest'
import { type TestCore, testCore } from '../../../tests/support/database.ts'
import { addService, addUsers } from '../booking/testing/fixtures.ts'
import { isLockedBefore, takePlaces } from './places.server.ts'

let core: TestCore
beforeAll(async () => {
  core = await testCore()
  await addUsers(core)
})

it('departures are locked by day and time, with whole days and opening hours last, as "order by" sorts them', async () => {
  const { id: serviceId } = await addService(core, 'tour')
  const starts = [
    ['2026-12-01', '09:00'],
    ['2026-12-01', '10:00'],
    ['2026-12-01', null],
    ['2026-12-02', '08:00'],
  ] as const
  await core.db.transaction().execute(async (trx) => {
    for (const [date, time] of starts.toReversed())
      await takePlaces(trx, { departure: { serviceId, date, time }, places: 1, capacity: null, now: core.clock() })
    const sorted = await trx
      .selectFrom('departures')
      .selectAll()
      .where('service_id', '=', serviceId)
      // As closeDates locks them.
      .orderBy('local_date')
      .orderBy('local_time')
      .execute()
    expect(sorted.map(({ local_date: date, local_time: time }) => [date, time])).toEqual(starts)
    for (const [place, one] of sorted.entries())
      for (const [other, { local_date: date, local_time: time }] of sorted.entries())
        expect(await isLockedBefore(trx, one.id, { serviceId, date, time })).toBe(place <= other)
  })
})
