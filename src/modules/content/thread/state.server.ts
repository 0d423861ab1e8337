import { Refusal } from '../../../kernel/refusal.ts'
import { writeAudit } from '../../../platform/audit.server.ts'
import type { Caller, Core } from '../../../platform/core.server.ts'
import type { Trx } from '../../../platform/db/database.server.ts'
import { type EnquiryState, stateOf } from './rules.ts'
import '../tables.server.ts'

/** Serialises what staff do to one message. Refuses 'content/no-enquiry'. */
export async function lockEnquiry(trx: Trx, enquiryId: string) {
  const row = await trx
    .selectFrom('contact_messages')
    .select([
      'id',
      'name',
      'email',
      'language',
      'subject',
      'message',
      'booking_id',
      'handled_at',
      'handled_by',
      'closed_at',
    ])
    .where('id', '=', enquiryId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('content/no-enquiry')
  return row
}
type Locked = Awaited<ReturnType<typeof lockEnquiry>>

/** Who answered first stays, until the message is new again. */
export async function moveToState(
  trx: Trx,
  { id, handled_at, handled_by }: Pick<Locked, 'id' | 'handled_at' | 'handled_by'>,
  { to, name, now }: { readonly to: EnquiryState; readonly name: string; readonly now: Date },
): Promise<void> {
  const isClosed = to === 'closed'
  await trx
    .updateTable('contact_messages')
    .set(
      to === 'new'
        ? { handled_at: null, handled_by: null }
        : { handled_at: handled_at ?? now, handled_by: handled_by ?? name },
    )
    .set({ closed_at: isClosed ? now : null, closed_by: isClosed ? name : null })
    .where('id', '=', id)
    .execute()
}

const actions = { new: 'enquiry.reopened', answered: 'enquiry.answered', closed: 'enquiry.closed' } as const

/** The same state again changes nothing. Refuses 'content/no-enquiry'. Audited. */
export async function setEnquiryState(
  { db, clock }: Core,
  caller: Caller,
  { enquiryId, state }: { readonly enquiryId: string; readonly state: EnquiryState },
): Promise<{ id: string; state: EnquiryState }> {
  await db.transaction().execute(async (trx) => {
    const enquiry = await lockEnquiry(trx, enquiryId)
    const before = stateOf(enquiry)
    if (before === state) return
    const now = clock()
    await moveToState(trx, enquiry, { to: state, name: caller.name, now })
    const entry = { action: actions[state], subjectType: 'enquiry', subjectId: enquiryId }
    await writeAudit(trx, caller, { ...entry, before: { state: before }, after: { state } }, now)
  })
  return { id: enquiryId, state }
}
