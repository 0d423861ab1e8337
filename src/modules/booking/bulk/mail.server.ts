import { sql } from 'kysely'
import { writeAudits } from '../../../platform/audit.server.ts'
import type { Caller } from '../../../platform/core.server.ts'
import type { Trx } from '../../../platform/db/database.server.ts'
import { emitEvents } from '../../../platform/jobs/events.server.ts'
import { isMailActive } from '../../mail/index.server.ts'
import type { BookingDeps } from '../deps.server.ts'
import { actorOf, writeHistories } from '../history.server.ts'
import { text } from '../text.ts'
import { bulkMail } from './preview.server.ts'
import { type Addressed, recipientsOf, referencesOf } from './rules.ts'
import { isErased } from './select.server.ts'
import type { BookingRun } from './tables.server.ts'
import '../events.ts'
import './tables.server.ts'

const batchSize = 200

/**
 * Mails the customers of the next bookings. One mail covers all of a customer's bookings in this run.
 * One transaction: mail, history and outcome of a booking go together.
 */
export async function mailBatch(deps: BookingDeps, run: BookingRun, caller: Caller): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    // Two workers must not find the bookings of one customer half done.
    await trx.selectFrom('booking_runs').select('id').where('id', '=', run.id).forUpdate().execute()
    const bookings = await nextBookings(trx, run.id)
    const isActive = await isMailActive(trx, bulkMail)
    const [erased, present] = [bookings.filter(isErased), bookings.filter((booking) => !isErased(booking))]
    await close(trx, run, { bookings: erased, reason: text('bulk.reasons.erased') })
    if (!isActive) return close(trx, run, { bookings: present, reason: text('bulk.reasons.switchedOff') })
    await send(trx, deps, { run, caller, bookings: present })
    await close(trx, run, { bookings: present, reason: null })
  })
}

async function nextBookings(trx: Trx, runId: string): Promise<readonly Addressed[]> {
  const { rows } = await sql<Addressed>`with batch as (
      select booking.customer_email
      from booking_run_items item join bookings booking on booking.id = item.booking_id
      where item.run_id = ${runId} and item.outcome is null order by item.tries, item.position limit ${batchSize})
    select booking.id, booking.booking_reference, booking.customer_name, booking.customer_email
    from booking_run_items item join bookings booking on booking.id = item.booking_id
    where item.run_id = ${runId} and item.outcome is null
      and booking.customer_email in (select customer_email from batch)
    order by item.position`.execute(trx)
  return rows
}

type Closing = { readonly bookings: readonly Addressed[]; readonly reason: string | null }
/** With a reason they are refused. */
async function close(trx: Trx, { id }: BookingRun, { bookings, reason }: Closing): Promise<void> {
  if (bookings.length === 0) return
  await trx
    .updateTable('booking_run_items')
    .set(reason === null ? { outcome: 'done' } : { outcome: 'refused', reason: JSON.stringify(reason) })
    .where('run_id', '=', id)
    .where(({ eb, fn, val }) => eb('booking_id', '=', fn.any(val(bookings.map((each) => each.id)))))
    .execute()
}

interface Sending {
  readonly run: BookingRun
  readonly caller: Caller
  readonly bookings: readonly Addressed[]
}
async function send(trx: Trx, { clock }: BookingDeps, { run, caller, bookings }: Sending): Promise<void> {
  if (bookings.length === 0) return
  const now = clock()
  const { subject = '', text: words = '' } = run.options
  // In the order of ids, in which others lock bookings too.
  const bookingIds = bookings.map(({ id }) => id).toSorted()
  await writeHistories(trx, { event: 'message-sent', actor: actorOf(caller), data: { subject }, bookingIds }, now)
  const entry = { action: 'booking.message-sent', subjectType: 'booking', after: { subject, run: run.id } }
  await writeAudits(
    trx,
    caller,
    bookingIds.map((subjectId) => ({ ...entry, subjectId })),
    now,
  )
  const recipients = recipientsOf(bookings)
  const payloads = recipients.map((recipient) => ({
    ...{ bookingId: recipient.bookings[0].id, references: referencesOf(recipient), subject, text: words },
  }))
  await emitEvents(trx, { name: 'booking.message-sent', payloads }, now)
  await trx
    .updateTable('booking_runs')
    .set(({ eb }) => ({ mails: eb('mails', '+', recipients.length) }))
    .where('id', '=', run.id)
    .execute()
}
