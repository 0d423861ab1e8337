/** Messages of customers about their booking. */
import type * as z from 'zod'
import { Refusal } from '../../kernel/refusal.ts'
import type { Caller } from '../../platform/core.server.ts'
import { newId } from '../../platform/crypto/keyring.server.ts'
import type { Queryable, Trx } from '../../platform/db/database.server.ts'
import { once } from '../../platform/idempotency.server.ts'
import { emitEvent } from '../../platform/jobs/events.server.ts'
import { say } from '../../platform/messages.server.ts'
import { countHit } from '../../platform/rate-limit.server.ts'
import { type BookingDeps, type BookingRecord, findVisibleBooking } from '../booking/index.server.ts'
import { readSettings } from '../settings/index.server.ts'
import type { bookingMessageInput, bookingMessages } from './contract.ts'
import { text } from './text.ts'
import { listReplies } from './thread/read-thread.server.ts'
import './events.ts'
import './tables.server.ts'

type Access = { readonly bookingId: string; readonly token?: string | undefined }
type Sender = { readonly caller: Caller; readonly idempotencyKey: string | null }
type Listed = z.input<typeof bookingMessages>
const tenMinutes = 600
const maxListed = 100
const maxSubject = 200

/** The last messages about a booking with their replies, oldest first. Three statements. Refuses 'booking/not-found'. */
export async function listBookingMessages(deps: BookingDeps, caller: Caller, access: Access): Promise<Listed> {
  const { id } = await findVisibleBooking(deps, caller, access)
  return listOf(deps.db, id)
}

async function listOf(q: Queryable, bookingId: string): Promise<Listed> {
  const rows = await q
    .selectFrom('contact_messages')
    .select(['id', 'message', 'handled_at', 'created_at'])
    .where('booking_id', '=', bookingId)
    .orderBy('id', 'desc')
    .limit(maxListed)
    .execute()
  const replies = await listReplies(
    q,
    rows.map(({ id }) => id),
  )
  const items = rows.reverse().map(({ id, message, handled_at, created_at }) => ({
    ...{ id, message, created_at: created_at.toISOString() },
    answered_at: handled_at?.toISOString() ?? null,
    replies: replies
      .filter(({ enquiry_id }) => enquiry_id === id)
      .map((reply) => ({ id: reply.id, message: reply.text, created_at: reply.created_at.toISOString() })),
  }))
  return { items }
}

/**
 * Stores a message with the contact details of the booking and mails it to the agency through the event
 * `content.enquiry-received`. With a key the same message is stored once. Refuses 'limit/too-many',
 * 'booking/not-found' and 'content/invalid'.
 */
export async function sendBookingMessage(
  deps: BookingDeps,
  { caller, idempotencyKey }: Sender,
  { message, ...access }: z.output<typeof bookingMessageInput>,
): Promise<Listed> {
  const { contact_per_10_minutes: hits } = await readSettings(deps)
  await countHit(deps, { name: 'contact', hits, seconds: tenMinutes }, caller.address)
  const booking = await findVisibleBooking(deps, caller, access)
  if (message.trim() === '')
    throw new Refusal('content/invalid', {}, [{ path: 'message', message: text('enquiry.message') }])
  await deps.db.transaction().execute((trx) => {
    const store = () => storeMessage(trx, deps, { booking, message: message.trim() })
    const asked = { bookingId: booking.id, message }
    return idempotencyKey ? once(trx, 'content.booking-message', idempotencyKey, asked, store) : store()
  })
  return listOf(deps.db, booking.id)
}

type Stored = { readonly booking: BookingRecord; readonly message: string }
async function storeMessage(trx: Trx, { clock }: BookingDeps, { booking, message }: Stored) {
  const now = clock()
  const id = newId(now)
  const { booking_reference: reference, service_title: title } = booking
  await trx
    .insertInto('contact_messages')
    .values({
      ...{ id, message, booking_id: booking.id, topic: 'booking', created_at: now },
      ...{ name: booking.customer_name, email: booking.customer_email, phone: booking.customer_phone ?? '' },
      language: booking.language,
      subject: say(text('bookingSubject', { reference, title })).slice(0, maxSubject),
    })
    .execute()
  await emitEvent(trx, 'content.enquiry-received', { enquiryId: id }, now)
  return { received: true as const }
}
