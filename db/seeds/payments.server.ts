import { sql } from 'kysely'
import sharp from 'sharp'
import { newId } from '../../src/platform/crypto/keyring.server.ts'
import { clerk, type DemoBooking, stepAt, type Writing, writeHistory } from './demo-booking.server.ts'
import type { Gateway } from './stories.ts'
import { storeUpload } from './uploads.server.ts'

/** The attempt, proof and refund of the booking's story, as the payment room would have stored them. */
export async function seedPayment(writing: Writing): Promise<void> {
  const { story } = writing.booking
  if (story.gateway === null) return
  const attemptId = await insertAttempt(writing, story.gateway)
  if (story.gateway === 'cash_on_arrival')
    await writeHistory(writing, { event: 'pay-on-arrival', actor: 'customer', step: 1 })
  if (story.proof) await insertProof(writing, attemptId)
  if (story.refunded !== undefined) await insertRefund(writing, attemptId, story.gateway)
  // A proof writes its own entries. Cash is recorded on the day of travel, after the confirmation.
  if (story.payment === 'pending' || story.proof || story.gateway === 'cash_on_arrival') return
  const event = story.payment === 'failed' ? 'payment-failed' : 'payment-completed'
  await writeHistory(writing, { event, actor: 'provider', step: 2 })
}

const refundedMinor = ({ story, price }: DemoBooking) => Math.round((price.final.minor * (story.refunded ?? 0)) / 100)

function stateOf({
  story,
}: DemoBooking): 'requires_action' | 'succeeded' | 'failed' | 'refunded' | 'partially_refunded' {
  if (story.refunded !== undefined) return story.refunded === 100 ? 'refunded' : 'partially_refunded'
  if (story.payment === 'completed') return 'succeeded'
  return story.payment === 'failed' ? 'failed' : 'requires_action'
}

async function insertAttempt(writing: Writing, provider: Gateway): Promise<string> {
  const { trx, booking } = writing
  const started = stepAt(booking, 1)
  const id = newId(started)
  const state = stateOf(booking)
  const isPaid = state !== 'failed' && state !== 'requires_action'
  const isCard = provider === 'sandbox_card'
  const orderRef = isCard ? `sandbox_order_${id.replaceAll('-', '')}` : null
  const paymentRef = isCard && isPaid ? `sandbox_payment_${id.replaceAll('-', '')}` : null
  await trx
    .insertInto('payment_attempts')
    .values({
      id,
      booking_id: booking.id,
      provider,
      state,
      ...amountColumns(booking, isPaid),
      provider_order_ref: orderRef,
      provider_payment_ref: paymentRef,
      review_reason: null,
      failure_message: state === 'failed' ? (isCard ? 'The card was declined' : 'The transfer did not arrive') : null,
      succeeded_at: isPaid ? stepAt(booking, 2) : null,
      version: isPaid && refundedMinor(booking) > 0 ? 2 : 1,
      created_at: started,
      updated_at: stepAt(booking, 2),
    })
    .execute()
  await insertLedger(writing, id)
  if (orderRef) await insertCardOrder(writing, { id, orderRef, paymentRef })
  if (paymentRef)
    await trx.updateTable('bookings').set({ payment_reference: paymentRef }).where('id', '=', booking.id).execute()
  await writeHistory(writing, { event: 'payment-started', actor: 'customer', step: 1, data: { provider } })
  return id
}

function amountColumns(booking: DemoBooking, isPaid: boolean) {
  const { minor, currency } = booking.price.final
  return {
    ...{ amount_minor: minor, currency, booking_amount_minor: minor, booking_currency: currency, exchange_rate: '1' },
    ...{ captured_minor: isPaid ? minor : 0, refunded_minor: refundedMinor(booking) },
  }
}

/** The ledger lines of the payment and its refund. */
async function insertLedger({ trx, booking }: Writing, attemptId: string): Promise<void> {
  const { minor, currency } = booking.price.final
  const isPaid = booking.story.payment === 'completed' || booking.story.payment === 'refunded'
  const moved = [
    { kind: 'charged' as const, minor: isPaid ? minor : 0, version: 1, at: stepAt(booking, 2) },
    { kind: 'refunded' as const, minor: 0 - refundedMinor(booking), version: 2, at: stepAt(booking, 5) },
  ]
  const lines = moved.filter((line) => line.minor !== 0)
  if (lines.length === 0) return
  await trx
    .insertInto('ledger_entries')
    .values(
      lines.map(({ kind, minor: amount, version, at: when }) => ({
        booking_id: booking.id,
        attempt_id: attemptId,
        attempt_version: version,
        kind,
        amount_minor: amount,
        currency,
        booking_minor: amount,
        booking_currency: currency,
        exchange_rate: '1',
        source: 'check',
        at: when,
      })),
    )
    .execute()
}

type CardOrder = { id: string; orderRef: string; paymentRef: string | null }
/** The order in the sandbox card's own table, so that it answers status requests. */
async function insertCardOrder(
  { trx, deps, booking }: Writing,
  { id, orderRef, paymentRef }: CardOrder,
): Promise<void> {
  const { price } = booking
  await sql`
    insert into sandbox_card_orders
      (order_ref, attempt_id, amount_minor, currency, status, payment_ref, refunded_minor, return_url, created_at, updated_at)
    values (${orderRef}, ${id}, ${price.final.minor}, ${price.final.currency}, ${paymentRef ? 'paid' : 'declined'},
      ${paymentRef}, ${refundedMinor(booking)}, ${`${deps.baseUrl}/booking-payment?bookingId=${booking.id}`},
      ${stepAt(booking, 1)}, ${stepAt(booking, 2)})`.execute(trx)
}

async function insertRefund({ trx, booking }: Writing, attemptId: string, provider: string): Promise<void> {
  const when = stepAt(booking, 5)
  await trx
    .insertInto('refunds')
    .values({
      id: newId(when),
      attempt_id: attemptId,
      amount_minor: refundedMinor(booking),
      currency: booking.price.final.currency,
      state: 'succeeded',
      origin: 'ours',
      reason: booking.story.reason ?? 'Booking cancelled',
      provider,
      provider_refund_ref: `sandbox_refund_${attemptId.replaceAll('-', '')}`,
      failure_message: null,
      requested_by: clerk,
      created_at: when,
      updated_at: when,
    })
    .execute()
}

/** A receipt that the customer uploaded, and the agency's decision. */
async function insertProof(writing: Writing, attemptId: string): Promise<void> {
  const { trx, booking } = writing
  const uploaded = stepAt(booking, 2)
  const file_id = await storeUpload(writing, uploaded, {
    bytes: await drawReceipt(booking.n),
    originalName: `receipt-${booking.n}.png`,
    purpose: 'payment_proof',
    uploadedBy: 'customer',
  })
  await trx
    .insertInto('payment_proofs')
    .values({
      id: newId(uploaded),
      booking_id: booking.id,
      attempt_id: attemptId,
      version: 1,
      file_id,
      external_url: null,
      uploaded_by: 'customer',
      actor_id: null,
      settled_at: booking.story.proof === 'waiting' ? null : stepAt(booking, 3),
      created_at: uploaded,
    })
    .execute()
  await writeHistory(writing, { event: 'proof-uploaded', actor: 'customer', step: 2 })
  await writeDecision(writing)
}

async function writeDecision(writing: Writing): Promise<void> {
  const { proof } = writing.booking.story
  if (proof === 'approved') {
    await writeHistory(writing, { event: 'transfer-approved', actor: 'admin', step: 3 })
    await writeHistory(writing, { event: 'payment-completed', actor: 'admin', step: 3 })
  }
  if (proof === 'rejected') await writeHistory(writing, { event: 'transfer-rejected', actor: 'admin', step: 3 })
  if (proof === 'requested') await askAgain(writing)
}

async function askAgain(writing: Writing): Promise<void> {
  const { trx, booking } = writing
  const reason = 'The amount cannot be read. Please upload the whole receipt.'
  const when = stepAt(booking, 3)
  await trx
    .insertInto('proof_requests')
    .values({ id: newId(when), booking_id: booking.id, reason, asked_by: clerk, asked_at: when })
    .execute()
  await writeHistory(writing, { event: 'proof-asked', actor: 'admin', step: 3, data: { reason } })
}

/** Lines instead of text, so that it looks the same without any font. */
function drawReceipt(n: number): Promise<Buffer> {
  const lines = Array.from({ length: 9 }, (_, place) => {
    const width = 180 + ((n * 37 + place * 71) % 260)
    return `<rect x="70" y="${190 + place * 62}" width="${width}" height="18" rx="9" fill="#c9d2d6"/>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="840">
    <rect width="600" height="840" fill="#e7ecee"/><rect x="30" y="30" width="540" height="780" rx="18" fill="#ffffff"/>
    <rect x="70" y="80" width="210" height="44" rx="10" fill="#0f766e"/><circle cx="490" cy="102" r="26" fill="#16a34a"/>
    <path d="M478 102l9 10 16-20" fill="none" stroke="#ffffff" stroke-width="6"/>${lines.join('')}</svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}
