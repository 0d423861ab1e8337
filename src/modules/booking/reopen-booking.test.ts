import { expect, test } from 'vitest'
import { testCore } from '../../../tests/support/database.ts'
import { decideStatus } from './index.server.ts'
import { addService, addUsers, admin, book, codeOf, recordOf } from './testing/fixtures.ts'

const core = await testCore()
await addUsers(core)
const tour = await addService(core, 'tour')

test('staff reopen a completed booking with a reason, which history and audit trail keep; its places stay', async () => {
  const { id } = await book(core, tour)
  for (const step of ['confirm', 'complete'] as const) await decideStatus(core, admin, id, step)
  const { places } = await recordOf(core, id)
  expect(places).toBeGreaterThan(0)
  expect(await codeOf(decideStatus(core, admin, id, 'reopen', { reason: '  ' }))).toBe('booking/reason-required')
  const view = await decideStatus(core, admin, id, 'reopen', { reason: ' Completed by mistake ' })
  expect(view).toMatchObject({ booking_status: 'confirmed', actions: ['cancel', 'complete'] })
  expect(view.history.at(-1)).toMatchObject({ event: 'booking-reopened', data: { reason: 'Completed by mistake' } })
  expect(await recordOf(core, id)).toMatchObject({ places, expires_at: null, cancellation_reason: null })
  const entry = await core.db
    .selectFrom('audit_entries')
    .select(['before', 'after'])
    .where('subject_id', '=', id)
    .where('action', '=', 'booking.reopen')
    .executeTakeFirstOrThrow()
  expect(entry).toEqual({
    before: { booking_status: 'completed' },
    after: { booking_status: 'confirmed', reason: 'Completed by mistake' },
  })
})
