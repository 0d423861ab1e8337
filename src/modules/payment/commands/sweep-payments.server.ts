import { addHours, addMinutes } from '../../../kernel/dates.ts'
import { isRefusal } from '../../../kernel/refusal.ts'
import { once } from '../../../platform/idempotency.server.ts'
import { emitEvent } from '../../../platform/jobs/events.server.ts'
import { expireBooking, lockBooking, systemActor } from '../../booking/index.server.ts'
import { readSettings } from '../../settings/index.server.ts'
import { bookingFacts, listAttempts } from '../attempts.server.ts'
import type { PaymentDeps } from '../deps.server.ts'
import { ProviderUnreachable } from '../gateways.server.ts'
import { activeStates, isActive, isPaid } from '../rules/attempt.ts'
import { isCovered } from '../rules/booking-effect.ts'
import type { AttemptRecord } from '../tables.server.ts'
import { refreshQuietly } from './check-payment.server.ts'
import { closeAttempt, refreshAttempt } from './close-attempt.server.ts'
import '../events.ts'

const atOnce = 100
/** A start that was never answered is looked up after so long. */
const unansweredMinutes = 10
/** An open attempt is asked about now and then even before it ends: a report may have been lost (15 minutes at most). */
const quietMinutes = 10

export type Swept = { asked: number; closed: number; expired: number; reminded: number }

/** The minute's round: what is open is asked about, what is over is ended. Safe to repeat and to run twice at a time. */
export async function sweepPayments(deps: PaymentDeps): Promise<Swept> {
  const asked = await askAboutOpen(deps)
  const closed = await endLapsed(deps)
  const expired = await expireBookings(deps)
  const reminded = await remind(deps)
  return { asked, closed, expired, reminded }
}

async function askAboutOpen(deps: PaymentDeps): Promise<number> {
  const now = deps.clock()
  const quiet = addMinutes(now, -quietMinutes)
  const rows = await deps.db
    .selectFrom('payment_attempts')
    .selectAll()
    .where('state', 'in', activeStates)
    .where('updated_at', '<', quiet)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
    .orderBy('updated_at')
    .limit(atOnce)
    .execute()
  const open = rows.filter((row) => deps.providers.find(row.provider)?.fetchStatus)
  for (const row of open) {
    await each(deps, row, () => refreshQuietly(deps, row))
    // Asked: the next round takes others first.
    await deps.db.updateTable('payment_attempts').set({ updated_at: now }).where('id', '=', row.id).execute()
  }
  return open.length
}

/** Past its time, or never answered: asked once more, then closed with the provider. */
async function endLapsed(deps: PaymentDeps): Promise<number> {
  const now = deps.clock()
  const rows = await deps.db
    .selectFrom('payment_attempts')
    .selectAll()
    .where('state', 'in', activeStates)
    .where((where) =>
      where.or([
        where('expires_at', '<=', now),
        where.and([where('state', '=', 'created'), where('created_at', '<=', addMinutes(now, -unansweredMinutes))]),
      ]),
    )
    .orderBy('expires_at')
    .limit(atOnce)
    .execute()
  let closed = 0
  for (const row of rows) {
    // A transfer whose proof is being checked waits for its decision, and for as long as its booking lives.
    if (deps.providers.find(row.provider)?.describe.type === 'manual') continue
    await each(deps, row, async () => {
      const applied = await closeAttempt(deps, row.id, 'expired')
      if (applied && !isActive(applied.state)) closed++
    })
  }
  return closed
}

/** Unpaid bookings past their time: the providers are asked once more, then the booking ends (C187, D64). */
async function expireBookings(deps: PaymentDeps): Promise<number> {
  const due = await deps.db
    .selectFrom('bookings')
    .select('id')
    .where('expires_at', '<=', deps.clock())
    .where('booking_status', '=', 'pending')
    .orderBy('expires_at')
    .limit(atOnce)
    .execute()
  let expired = 0
  for (const { id } of due) {
    try {
      if (await expireOne(deps, id)) expired++
    } catch (error) {
      // Tried again in the next round: a booking is never ended while its provider cannot be asked.
      deps.log.warn({ bookingId: id, err: error }, 'booking not expired')
    }
  }
  return expired
}

async function expireOne(deps: PaymentDeps, bookingId: string): Promise<boolean> {
  for (const attempt of await listAttempts(deps.db, bookingId)) {
    if (isPaid(attempt.state)) continue
    if (isActive(attempt.state)) await closeAttempt(deps, attempt.id, 'expired')
    else await refreshAttempt(deps, attempt)
  }
  return deps.db.transaction().execute(async (trx) => {
    const booking = await lockBooking(trx, bookingId)
    const facts = bookingFacts(booking, deps.clock())
    const attempts = await listAttempts(trx, bookingId)
    // A bank that has not decided yet may still say yes; and a new try may have begun meanwhile.
    const isOpen = attempts.some((attempt) => isActive(attempt.state))
    if (!facts.isExpired || isCovered(facts) || isOpen || facts.bookingStatus !== 'pending') return false
    await expireBooking(trx, deps, booking, systemActor)
    return true
  })
}

/** A day before (a setting), once per expiry. */
async function remind(deps: PaymentDeps): Promise<number> {
  const now = deps.clock()
  const { expiry_reminder_hours: hours, booking_expiry_hours: life } = await readSettings(deps)
  // A booking that lives shorter than the notice would be reminded as soon as it is made.
  if (hours >= life) return 0
  const due = await deps.db
    .selectFrom('bookings')
    .select(['id', 'expires_at'])
    .where('expires_at', '>', now)
    .where('expires_at', '<=', addHours(now, hours))
    .where('booking_status', '=', 'pending')
    .where('payment_status', 'in', ['pending', 'failed'])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('idempotency_keys')
            .select('key')
            .where('scope', '=', 'payment.reminder')
            .whereRef('key', '=', (eb) => eb.cast<string>('bookings.id', 'text')),
        ),
      ),
    )
    .limit(atOnce)
    .execute()
  let reminded = 0
  for (const { id } of due) {
    await deps.db.transaction().execute((trx) =>
      once(trx, 'payment.reminder', id, {}, async () => {
        await emitEvent(trx, 'payment.reminder-due', { bookingId: id }, now)
        reminded++
        return true
      }),
    )
  }
  return reminded
}

/**
 * The slow round: attempts that ended without money in the last three days are asked about again. Some suppliers turn
 * a failed payment into a paid one after hours (Razorpay's late authorisation). Refunds under way are asked about too.
 */
export async function reconcilePayments(deps: PaymentDeps): Promise<number> {
  const since = addHours(deps.clock(), -72)
  const rows = await deps.db
    .selectFrom('payment_attempts')
    .selectAll()
    .where((where) =>
      where.or([
        where.and([where('state', 'in', ['failed', 'cancelled', 'expired']), where('created_at', '>=', since)]),
        where.exists(
          where
            .selectFrom('refunds')
            .select('refunds.id')
            .whereRef('refunds.attempt_id', '=', 'payment_attempts.id')
            .where('refunds.state', '=', 'pending'),
        ),
      ]),
    )
    .orderBy('created_at')
    .limit(1000)
    .execute()
  for (const row of rows) await each(deps, row, () => refreshAttempt(deps, row))
  return rows.length
}

/** One that cannot be dealt with does not hold up the others. */
async function each(deps: PaymentDeps, row: AttemptRecord, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const isExpected = error instanceof ProviderUnreachable || isRefusal(error)
    deps.log[isExpected ? 'warn' : 'error'](
      { attemptId: row.id, provider: row.provider, err: error },
      'payment not swept',
    )
  }
}
