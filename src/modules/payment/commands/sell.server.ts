import type * as z from 'zod'
import { Refusal } from '../../../kernel/refusal.ts'
import { writeAudit } from '../../../platform/audit.server.ts'
import type { Caller } from '../../../platform/core.server.ts'
import {
  type BookingRecord,
  bookingTokenEnds,
  createBooking,
  paymentUrl,
  readAdminBooking,
} from '../../booking/index.server.ts'
import { readSettings } from '../../settings/index.server.ts'
import { isOpenToPayment, listAttempts } from '../attempts.server.ts'
import type { PaymentDeps } from '../deps.server.ts'
import { findGateway, isUsable, readGateways } from '../gateways.server.ts'
import type { PaymentLink, Sale, saleProcedures } from '../sale-contract.ts'
import { startPayment } from './start-payment.server.ts'

type SaleInput = z.output<NonNullable<(typeof saleProcedures.sell)['~orpc']['inputSchema']>>

/**
 * Staff book for a customer: the booking is made as the shop makes it (price, places, rules, mails), its papers follow
 * by the customer's own link. A manual method is set up at once; where that does not succeed the booking stands, and
 * its customer chooses. Refuses what `createBooking` refuses, and 'payment/method-unavailable' before anything is made.
 */
export async function sell(
  deps: PaymentDeps,
  caller: Caller,
  input: SaleInput,
  idempotencyKey: string | null,
): Promise<Sale> {
  const { admin_notes, payment_method, ...request } = input
  const method = payment_method || null
  if (method) await requireManual(deps, method)
  const byStaff = { admin_notes: admin_notes || null, payment_method: method }
  const { booking } = await createBooking({ ...deps, byStaff }, caller, request, idempotencyKey)
  const isSetUp = method !== null && (await setUp(deps, caller, booking.id, method))
  const record = await readRecord(deps, booking.id)
  const isOpen = isOpenToPayment(record, deps.clock())
  return {
    booking: await readAdminBooking(deps, record.id),
    link: isOpen ? await linkTo(deps, record) : null,
    payment_method: isSetUp ? method : null,
  }
}

/** Ways to pay that are settled between people. */
export async function listManualMethods(deps: PaymentDeps): Promise<{ name: string; label: string }[]> {
  const gateways = (await readGateways(deps)).filter((each) => each.record.type === 'manual' && isUsable(each))
  return gateways.map(({ provider }) => ({ name: provider.describe.name, label: provider.describe.label }))
}

async function requireManual(deps: PaymentDeps, method: string): Promise<void> {
  const gateway = await findGateway(deps, method)
  if (gateway?.record.type !== 'manual' || !isUsable(gateway))
    throw new Refusal('payment/method-unavailable', { method })
}

/** False where it could not be. A repeated request leaves alone what the customer has begun meanwhile. */
async function setUp(deps: PaymentDeps, caller: Caller, bookingId: string, method: string): Promise<boolean> {
  const [latest] = await listAttempts(deps.db, bookingId)
  if (latest) return latest.provider === method
  try {
    await startPayment(deps, caller, { bookingId, paymentMethod: method }, null)
    return true
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    deps.log.warn({ bookingId, method, code: error.code }, 'the method of a sale could not be set up')
    return false
  }
}

/**
 * A link to the payment page for staff to pass on; the audit tells who took one, as it opens the booking to whoever
 * has it. Refuses 'booking/not-found', 'payment/not-payable'.
 */
export async function issuePaymentLink(deps: PaymentDeps, caller: Caller, bookingId: string): Promise<PaymentLink> {
  const booking = await readRecord(deps, bookingId)
  const now = deps.clock()
  if (!isOpenToPayment(booking, now)) throw new Refusal('payment/not-payable')
  const link = await linkTo(deps, booking)
  const entry = {
    action: 'booking.payment-link',
    subjectType: 'booking',
    subjectId: bookingId,
    after: { opens_until: link.opensUntil },
  }
  await deps.db.transaction().execute((trx) => writeAudit(trx, caller, entry, now))
  return link
}

async function linkTo(deps: PaymentDeps, booking: BookingRecord): Promise<PaymentLink> {
  const { token_days: days } = await readSettings(deps)
  return {
    url: paymentUrl(deps, booking, days),
    opensUntil: bookingTokenEnds(deps, booking, days).toISOString(),
    payBefore: booking.expires_at?.toISOString() ?? null,
  }
}

async function readRecord(deps: PaymentDeps, bookingId: string): Promise<BookingRecord> {
  const booking = await deps.db.selectFrom('bookings').selectAll().where('id', '=', bookingId).executeTakeFirst()
  if (!booking) throw new Refusal('booking/not-found')
  return booking
}
