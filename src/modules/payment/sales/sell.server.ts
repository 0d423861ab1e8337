import type * as z from 'zod'
import { forAnswer } from '../../../kernel/messages.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { mayEnter } from '../../../kernel/staff.ts'
import { writeAudit } from '../../../platform/audit.server.ts'
import type { Caller } from '../../../platform/core.server.ts'
import {
  type BookingRecord,
  bookingTokenEnds,
  createBooking,
  getBooking,
  paymentUrl,
  readAdminBooking,
} from '../../booking/index.server.ts'
import { readSettings } from '../../settings/index.server.ts'
import { readDue } from '../attempts/due.server.ts'
import { startPayment } from '../attempts/start-payment.server.ts'
import { isOpenToPayment, listAttempts } from '../attempts/store.server.ts'
import type { PaymentDeps } from '../deps.server.ts'
import { findGateway, isUsable, readGateways } from '../gateways/store.server.ts'
import type { PaymentLink, Sale, saleProcedures } from './contract.ts'

type SaleInput = z.output<NonNullable<(typeof saleProcedures.sell)['~orpc']['inputSchema']>>

/**
 * Staff book for a customer, with the shop's prices, places, rules and mails; the customer adds documents by a link. A
 * manual method is set up at once. If that fails, the booking stands and the customer chooses a method. Refuses what
 * `createBooking` refuses, and before anything is written
 * 'payment/method-unavailable', and 'account/not-allowed' for overbooking without the permission.
 */
export async function sell(
  deps: PaymentDeps,
  caller: Caller,
  input: SaleInput,
  idempotencyKey: string | null,
): Promise<Sale> {
  const { admin_notes, overbooking_reason, payment_method, language, ...request } = input
  const overbookingReason = overbooking_reason || null
  if (overbookingReason !== null && !mayEnter(caller.role, 'overbooking')) throw new Refusal('account/not-allowed')
  const method = payment_method || null
  if (method) await requireManual(deps, method)
  const byStaff = { admin_notes: admin_notes || null, payment_method: method, overbookingReason }
  const { booking } = await createBooking({ ...deps, byStaff, language }, caller, request, idempotencyKey)
  const isSetUp = method !== null && (await setUp(deps, caller, booking.id, method))
  const record = await getBooking(deps.db, booking.id)
  const isOpen = isOpenToPayment(record, deps.clock())
  return {
    booking: await readAdminBooking(deps, record.id),
    link: isOpen ? await linkTo(deps, record) : null,
    payment_method: isSetUp ? method : null,
  }
}

/** Usable methods that are settled between people. */
export async function listManualMethods(deps: PaymentDeps): Promise<{ name: string; label: string }[]> {
  const gateways = (await readGateways(deps)).filter((each) => each.record.type === 'manual' && isUsable(each))
  return gateways.map(({ provider }) => ({ name: provider.describe.name, label: forAnswer(provider.describe.label) }))
}

async function requireManual(deps: PaymentDeps, method: string): Promise<void> {
  const gateway = await findGateway(deps, method)
  if (gateway?.record.type !== 'manual' || !isUsable(gateway))
    throw new Refusal('payment/method-unavailable', { method })
}

/** Returns false when the method could not be set up. A repeated request keeps what the customer has started since. */
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
 * Issues a link to the payment page for staff to pass on. The audit trail records it, because the link opens the
 * booking. Refuses 'booking/not-found', 'payment/not-payable'.
 */
export async function issuePaymentLink(deps: PaymentDeps, caller: Caller, bookingId: string): Promise<PaymentLink> {
  const booking = await getBooking(deps.db, bookingId)
  const now = deps.clock()
  const due = await readDue(deps.db, booking, now)
  if (!due.isPayable || booking.payment_checking_since !== null) throw new Refusal('payment/not-payable')
  const link = await linkTo(deps, booking, due.move?.held_until)
  const entry = {
    action: 'booking.payment-link',
    subjectType: 'booking',
    subjectId: bookingId,
    after: { opens_until: link.opensUntil },
  }
  await deps.db.transaction().execute((trx) => writeAudit(trx, caller, entry, now))
  return link
}

async function linkTo(
  deps: PaymentDeps,
  booking: BookingRecord,
  payBefore: Date | null = booking.expires_at,
): Promise<PaymentLink> {
  const settings = await readSettings(deps)
  return {
    url: paymentUrl(deps, booking, settings),
    opensUntil: bookingTokenEnds(deps, booking, settings.token_days).toISOString(),
    payBefore: payBefore?.toISOString() ?? null,
  }
}
