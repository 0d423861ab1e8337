import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestCore, testCore } from '../../../../tests/support/database.ts'
import { addMinutes } from '../../../kernel/dates.ts'
import type { CatalogueService } from '../../catalogue/index.server.ts'
import { listExpired } from '../index.server.ts'
import { addService, addUsers, admin, book, recordOf } from '../testing/fixtures.ts'
import { markArrivals } from './mark-arrivals.server.ts'
import { undoArrival } from './undo-arrival.server.ts'

let core: TestCore
let boat: CatalogueService
beforeAll(async () => {
  core = await testCore()
  await addUsers(core)
  boat = await addService(core, 'tour', { time_slots: ['10:00'], slot_capacity: 90 })
})

/** An unpaid booking, on the morning of its departure. */
async function unpaid(): Promise<string> {
  core.clock.set('2026-11-30T08:00:00Z')
  const { id } = await book(core, boat, {}, admin)
  core.clock.set('2026-12-01T04:00:00Z')
  return id
}
const markOf = (booking_id: string, mark_id: string) => {
  const made_at = core.clock().toISOString()
  return { mark_id, leg: 'outbound' as const, booking_id, position: 0, made_at, is_confirmed: true }
}
const mark = async (booking_id: string, mark_id: string = randomUUID()) => {
  const [result] = await markArrivals(core, admin, [markOf(booking_id, mark_id)])
  return result!
}

describe('an unpaid booking that is checked in', () => {
  it('does not expire until its arrival is undone, and then its hold begins again', async () => {
    const id = await unpaid()
    const state = async () => {
      const { expires_at: end, held_until: held } = await recordOf(core, id)
      const due = await listExpired(core.db, addMinutes(end!, 1), { after: undefined, limit: 100 })
      return { isDue: due.some((each) => each.id === id), isHeld: held !== null }
    }
    expect(await state()).toEqual({ isDue: true, isHeld: true })
    const { arrival } = await mark(id)
    expect(await state()).toEqual({ isDue: false, isHeld: false })
    await undoArrival(core, admin, arrival!.check_in_id)
    expect(await state()).toEqual({ isDue: true, isHeld: true })
  })
})

describe('one mark id for two bookings at once', () => {
  it('counts for one of them and is refused for the other', async () => {
    for (let round = 0; round < 5; round++) {
      const [ids, mark_id] = [[await unpaid(), await unpaid()], randomUUID()]
      const results = await Promise.all(ids.map((id) => mark(id, mark_id)))
      expect(results.map(({ outcome }) => outcome).toSorted()).toEqual(['arrived', 'unknown'])
    }
  })

  it('is answered for each of them when one request brings both', async () => {
    const [ids, mark_id] = [[await unpaid(), await unpaid()], randomUUID()]
    const marks = ids.map((booking_id) => markOf(booking_id, mark_id))
    const results = await markArrivals(core, admin, marks)
    const stored = await core.db.selectFrom('check_ins').select('booking_id').where('mark_id', '=', mark_id).execute()
    const arrived = marks.filter((_, at) => results[at]?.outcome === 'arrived')
    expect(arrived.map(({ booking_id }) => booking_id)).toEqual(stored.map(({ booking_id }) => booking_id))
    expect(results.map(({ outcome }) => outcome).toSorted()).toEqual(['arrived', 'unknown'])
  })
})
