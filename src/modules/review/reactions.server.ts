/**
 * Invites the customer to write a review, some days after the booking is completed: once for each booking, and only
 * while it has no review. Staff stop the invitations by switching the mail template off.
 */
import { addJob, type DeliveredEvent } from '../../platform/jobs/events.server.ts'
import type { Jobs, Subscriptions } from '../../platform/jobs/worker.server.ts'
import type { BookingDeps } from '../booking/index.server.ts'
import { type MailDeps, mailOnce } from '../mail/index.server.ts'
import { findInvitation } from './invitation.server.ts'

type Deps = BookingDeps & MailDeps
const task = 'invite-review'

export const reviewReactions = (deps: Deps): Subscriptions => ({
  'booking.completed': { 'invite-review': (event) => planInvitation(deps, event) },
})

async function planInvitation(
  deps: Deps,
  { payload: { bookingId }, occurredAt }: DeliveredEvent<'booking.completed'>,
): Promise<void> {
  const at = await findInvitation(deps, bookingId, occurredAt)
  if (!at) return
  const delay = Math.max(0, at.getTime() - deps.clock().getTime())
  await addJob(deps.db, task, { bookingId }, { key: `${task}:${bookingId}`, delay })
}

export const invitationJobs = (deps: Deps): Jobs => ({
  [task]: async (payload) => {
    const bookingId = String(payload.bookingId)
    const facts = await deps.bookingMailFacts(bookingId)
    if (!facts || !(await findInvitation(deps, bookingId, deps.clock()))) return
    const { to, values, language } = facts
    const mail = { template: 'review_invitation', to, values, language, bookingId }
    await mailOnce(deps, { ...mail, dedupeKey: `${task}:${bookingId}` })
  },
})
