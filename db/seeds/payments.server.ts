import { sql } from 'kysely'
import sharp from 'sharp'
import { receiveUpload, recordFile } from '../../src/modules/files/index.server.ts'
import { newId } from '../../src/platform/crypto/keyring.server.ts'
import type { Trx } from '../../src/platform/db/database.server.ts'
import { clerk, stepAt, type Told, writeHistory } from './bookings.server.ts'
import { at, type SeedDeps } from './world.server.ts'

/** The attempt, proof and refund that belong to the booking's story, as the payment room would have left them. */
export async function seedPayment(trx: Trx, deps: SeedDeps, booking: Told): Promise<void> {
  const { story } = booking
  if (story.gateway === null) return
  const attemptId = await insertAttempt(trx, deps, booking, story.gateway)
  if (story.gateway === 'cash_on_arrival') await writeHistory(trx, booking, 'pay-on-arrival', 'customer', 1)
  if (story.proof) await insertProof(trx, deps, booking, attemptId)
  if (story.refunded !== undefined) await insertRefund(trx, booking, attemptId, story.gateway)
  // A proof has its own entries, and cash is recorded on the day of travel, after the booking was confirmed.
  if (story.payment === 'pending' || story.proof || story.gateway === 'cash_on_arrival') return
  const event = story.payment === 'failed' ? 'payment-failed' : 'payment-completed'
  await writeHistory(trx, booking, event, 'provider', 2)
}

const refundedMinor = ({ story, price }: Told) => Math.round((price.final.minor * (story.refunded ?? 0)) / 100)

function stateOf({ story }: Told): 'requires_action' | 'succeeded' | 'failed' | 'refunded' | 'partially_refunded' {
  if (story.refunded !== undefined) return story.refunded === 100 ? 'refunded' : 'partially_refunded'
  if (story.payment === 'completed') return 'succeeded'
  return story.payment === 'failed' ? 'failed' : 'requires_action'
}

async function insertAttempt(
  trx: Trx,
  deps: SeedDeps,
  booking: Told,
  provider: NonNullable<Told['story']['gateway']>,
): Promise<string> {
  const { price, story } = booking
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
      amount_minor: price.final.minor,
      currency: price.final.currency,
      booking_amount_minor: price.final.minor,
      booking_currency: price.final.currency,
      exchange_rate: '1',
      state,
      provider_order_ref: orderRef,
      provider_payment_ref: paymentRef,
      captured_minor: isPaid ? price.final.minor : 0,
      refunded_minor: refundedMinor(booking),
      review_reason: null,
      failure_message: state === 'failed' ? (isCard ? 'The card was declined' : 'The transfer did not arrive') : null,
      succeeded_at: isPaid ? stepAt(booking, 2) : null,
      version: isPaid && refundedMinor(booking) > 0 ? 2 : 1,
      created_at: started,
      updated_at: stepAt(booking, 2),
    })
    .execute()
  await insertLedger(trx, booking, id)
  if (orderRef) await insertCardOrder(trx, deps, booking, { id, orderRef, paymentRef })
  if (paymentRef)
    await trx.updateTable('bookings').set({ payment_reference: paymentRef }).where('id', '=', booking.id).execute()
  await writeHistory(trx, booking, 'payment-started', 'customer', 1, { provider: story.gateway })
  return id
}

/** What the payment room would have entered when the money came, and when it went back. */
async function insertLedger(trx: Trx, booking: Told, attemptId: string): Promise<void> {
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

/** The sandbox card's own side, so that it gives the same answer when it is asked again. */
async function insertCardOrder(
  trx: Trx,
  deps: SeedDeps,
  booking: Told,
  { id, orderRef, paymentRef }: { id: string; orderRef: string; paymentRef: string | null },
): Promise<void> {
  const { price } = booking
  await sql`
    insert into sandbox_card_orders
      (order_ref, attempt_id, amount_minor, currency, status, payment_ref, refunded_minor, return_url, created_at, updated_at)
    values (${orderRef}, ${id}, ${price.final.minor}, ${price.final.currency}, ${paymentRef ? 'paid' : 'declined'},
      ${paymentRef}, ${refundedMinor(booking)}, ${`${deps.baseUrl}/booking-payment?bookingId=${booking.id}`},
      ${stepAt(booking, 1)}, ${stepAt(booking, 2)})`.execute(trx)
}

async function insertRefund(trx: Trx, booking: Told, attemptId: string, provider: string): Promise<void> {
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

/** A receipt that the customer uploaded, stored as any upload is, and what the agency said to it. */
async function insertProof(trx: Trx, deps: SeedDeps, booking: Told, attemptId: string): Promise<void> {
  const { story } = booking
  const uploaded = stepAt(booking, 2)
  const staged = await receiveUpload(at(deps, uploaded), {
    bytes: once(await drawReceipt(booking.n)),
    originalName: `receipt-${booking.n}.png`,
    purpose: 'payment_proof',
    allowGif: false,
    uploadedBy: 'customer',
  })
  await recordFile(trx, at(deps, uploaded), staged)
  await trx
    .insertInto('payment_proofs')
    .values({
      id: newId(uploaded),
      booking_id: booking.id,
      attempt_id: attemptId,
      version: 1,
      file_id: staged.id,
      external_url: null,
      uploaded_by: 'customer',
      actor_id: null,
      created_at: uploaded,
    })
    .execute()
  await writeHistory(trx, booking, 'proof-uploaded', 'customer', 2)
  if (story.proof === 'approved') {
    await writeHistory(trx, booking, 'transfer-approved', 'admin', 3)
    await writeHistory(trx, booking, 'payment-completed', 'admin', 3)
  }
  if (story.proof === 'rejected') await writeHistory(trx, booking, 'transfer-rejected', 'admin', 3)
  if (story.proof === 'asked') await askAgain(trx, booking)
}

async function askAgain(trx: Trx, booking: Told): Promise<void> {
  const reason = 'The amount cannot be read. Please upload the whole receipt.'
  const when = stepAt(booking, 3)
  await trx
    .insertInto('proof_requests')
    .values({ id: newId(when), booking_id: booking.id, reason, asked_by: clerk, asked_at: when })
    .execute()
  await writeHistory(trx, booking, 'proof-asked', 'admin', 3, { reason })
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** A slip of paper with lines on it; no text, so that it looks the same without any font. */
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
