/**
 * Asks travellers for a review, some days after their booking is completed: once a booking, and only while there is
 * none. Who wants nobody asked switches the template off.
 */

import type { BookingDeps } from '../modules/booking/index.server.ts'
import { type MailDeps, queueMail } from '../modules/mail/index.server.ts'
import { findInvitation } from '../modules/review/index.server.ts'
import { addJob, type DeliveredEvent } from '../platform/jobs/events.server.ts'
import type { Jobs } from '../platform/jobs/worker.server.ts'

type Deps = BookingDeps & MailDeps
const task = 'invite-review'

/** On `booking.completed`: the job that writes, when the time has come. */
export async function planInvitation(
  deps: Deps,
  { payload: { bookingId }, occurredAt }: DeliveredEvent<'booking.completed'>,
): Promise<void> {
  const runAt = await findInvitation(deps, bookingId, occurredAt)
  if (runAt) await addJob(deps.db, task, { bookingId }, { key: `${task}:${bookingId}`, runAt })
}

export const invitationJobs = (deps: Deps): Jobs => ({
  [task]: async ({ bookingId }) => {
    const id = String(bookingId)
    const facts = await deps.bookingMailFacts(id)
    if (!facts || !(await findInvitation(deps, id, deps.clock()))) return
    const mail = { template: 'review_invitation', to: facts.to, values: facts.values, bookingId: id }
    await deps.db.transaction().execute((trx) => queueMail(trx, deps, { ...mail, dedupeKey: `${task}:${id}` }))
  },
})
