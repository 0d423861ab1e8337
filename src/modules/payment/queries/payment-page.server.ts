import { money } from '../../../kernel/money.ts'
import type { Caller } from '../../../platform/core.server.ts'
import { type BookingRecord, findVisibleBooking, openFreeUntil } from '../../booking/index.server.ts'
import { readRates, readSettings } from '../../settings/index.server.ts'
import { bookingFacts, listAttempts } from '../attempts.server.ts'
import type { BankDetails, PaymentPage } from '../contract.ts'
import type { PaymentDeps } from '../deps.server.ts'
import { describedAs, isUsable, readGateways } from '../gateways.server.ts'
import type { PaymentAction } from '../port.ts'
import { isPayable } from '../rules/booking-effect.ts'
import { chargeFor } from '../rules/charge.ts'
import { describeMethod, type Method } from '../rules/method.ts'
import { mayBeGif, proofState } from '../rules/proof.ts'
import type { AttemptRecord } from '../tables.server.ts'
import { readTransfer, transferFacts } from './transfer.server.ts'

const otherLabel = 'Service Booking'

/** What the payment page shows. Refuses 'booking/not-found'. */
export async function readPaymentPage(
  deps: PaymentDeps,
  caller: Caller,
  input: { bookingId: string; token?: string | undefined },
): Promise<PaymentPage> {
  const booking = await findVisibleBooking(deps, caller, input)
  const [methods, attempts, transfer] = await Promise.all([
    listMethods(deps, booking),
    listAttempts(deps.db, booking.id),
    readTransfer(deps.db, booking.id),
  ])
  const openRequest = transfer.openRequest
  return {
    bookingId: booking.id,
    booking_reference: booking.booking_reference,
    summaryLabel: summaryLabel(deps, booking.service_type),
    service_type: booking.service_type,
    service_title: booking.service_title,
    travel_date: booking.travel_date,
    travel_time: booking.travel_time,
    time_zone: booking.time_zone,
    customer_name: booking.customer_name,
    customer_email: booking.customer_email,
    customer_phone: booking.customer_phone,
    amount: money(booking.final_minor, booking.currency),
    booking_status: booking.booking_status,
    payment_status: booking.payment_status,
    isPayable: isPayable(bookingFacts(booking, deps.clock())),
    methods,
    isSandbox: deps.isSandbox,
    attempt: attempts[0] ? viewAttempt(attempts[0]) : null,
    proof: {
      state: proofState(transferFacts(booking, transfer)),
      reason: openRequest?.reason ?? null,
      versions: transfer.proofs.length,
      may_be_gif: mayBeGif(deps.kinds.find(booking.service_type)),
    },
    expires_at: booking.expires_at?.toISOString() ?? null,
    free_cancellation_until: openFreeUntil(booking, deps.clock()),
  }
}

/** The kind knows what its bookings are called on the payment page (C192). */
function summaryLabel(deps: PaymentDeps, serviceType: string): string {
  return deps.kinds.find(serviceType)?.kind.labels.payment ?? otherLabel
}

/** Enabled gateways that can take this amount, by name (C198). Those that cannot are left out. */
async function listMethods(deps: PaymentDeps, booking: BookingRecord): Promise<Method[]> {
  const [gateways, settings, rates] = await Promise.all([readGateways(deps), readSettings(deps), readRates(deps)])
  const amount = money(booking.final_minor, booking.currency)
  return gateways.filter(isUsable).flatMap((gateway) => {
    const { provider, record } = gateway
    const answer = chargeFor(describedAs(gateway), amount, settings as Readonly<Record<string, unknown>>, rates)
    return 'charge' in answer ? [describeMethod(provider.describe, record.manual_instructions, answer.charge)] : []
  })
}

const viewAttempt = (attempt: AttemptRecord): NonNullable<PaymentPage['attempt']> => ({
  id: attempt.id,
  provider: attempt.provider,
  state: attempt.state,
  failureMessage: attempt.failure_message,
  bankDetails: bankDetailsOf(attempt.action),
  instructions: attempt.action && 'instructions' in attempt.action ? attempt.action.instructions : '',
})
export const bankDetailsOf = (action: PaymentAction | null): BankDetails | null =>
  action?.kind === 'bank-details' ? { ...action.details, transferReference: action.transferReference } : null
