import { addHours, addMinutes } from '../../../kernel/dates.ts'
import { emitEvent } from '../../../platform/jobs/events.server.ts'
import {
  claimReminders,
  type ExpiredBooking,
  expireBooking,
  hasArrived,
  listExpired,
  lockBooking,
  systemActor,
} from '../../booking/index.server.ts'
import { readSettings } from '../../settings/index.server.ts'
import { closeAttempt, refreshAttempt } from '../attempts/close-attempt.server.ts'
import { activeStates, isActive, isPaid } from '../attempts/rules/attempt.ts'
import { isCovered } from '../attempts/rules/booking-effect.ts'
import { bookingFacts, listAttempts } from '../attempts/store.server.ts'
import type { PaymentDeps } from '../deps.server.ts'
import { endHolds, endUnpaidMoves } from './end-holds.server.ts'
import { isUnanswered, logLevelOf, type PaymentRound, paymentRound } from './round.server.ts'
import '../events.ts'

const batchSize = 100
/** A start without an answer is looked up after this time. */
const unansweredMinutes = 10
/** Open attempts are polled this often, because a webhook may be lost. With the round this makes 15 minutes at most. */
const quietMinutes = 10
/** How long a provider that does not answer can delay the expiry of an unpaid booking. */
const silentHours = 24
/** Per round. Bookings that cannot expire yet do not count. */
const maxExpired = 1000

export type Swept = { asked: number; closed: number; expired: number; released: number; reminded: number }

/**
 * The round of every minute: polls open attempts, ends expired ones, expired bookings and holds, sends reminders.
 * Repeatable.
 */
export async function sweepPayments(deps: PaymentDeps): Promise<Swept> {
  const round = paymentRound(deps)
  const asked = await checkOpenAttempts(deps, round)
  const closed = await closeExpiredAttempts(deps, round)
  const expired = await expireBookings(deps, round)
  const released = (await endHolds(deps, round)) + (await endUnpaidMoves(deps, round))
  const reminded = await remind(deps)
  return { asked, closed, expired, released, reminded }
}

/** Without manual methods: their attempts stay open for months and would fill every batch. */
const openOnline = (deps: PaymentDeps) =>
  deps.db
    .selectFrom('payment_attempts')
    .selectAll()
    .where('state', 'in', activeStates)
    .where('provider', 'not in', ['', ...manualProviders(deps)])
const manualProviders = (deps: PaymentDeps): string[] =>
  deps.providers.all.filter(({ describe }) => describe.type === 'manual').map(({ describe }) => describe.name)

async function checkOpenAttempts(deps: PaymentDeps, round: PaymentRound): Promise<number> {
  const now = deps.clock()
  const rows = await openOnline(deps)
    // An attempt that was changed "later than now" was changed before the clock was set back.
    .where((where) =>
      where.or([
        where('updated_at', '<', addMinutes(now, -quietMinutes)),
        where('updated_at', '>', addMinutes(now, quietMinutes)),
      ]),
    )
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
    .orderBy('updated_at')
    .limit(batchSize)
    .execute()
  for (const row of rows) await round.work(row, () => refreshAttempt(deps, row))
  return rows.length
}

/** Closes attempts that are past their expiry or whose start was never answered. */
async function closeExpiredAttempts(deps: PaymentDeps, round: PaymentRound): Promise<number> {
  const now = deps.clock()
  const rows = await openOnline(deps)
    .where((where) =>
      where.or([
        where('expires_at', '<=', now),
        where.and([where('state', '=', 'created'), where('created_at', '<=', addMinutes(now, -unansweredMinutes))]),
      ]),
    )
    .orderBy('updated_at')
    .limit(batchSize)
    .execute()
  let closed = 0
  for (const row of rows) {
    await round.work(row, async () => {
      const applied = await closeAttempt(deps, row.id, 'expired')
      if (applied && !isActive(applied.state)) closed++
    })
  }
  return closed
}

/** Unpaid bookings past their expiry: their providers are asked once more before the booking expires (C187, D64). */
async function expireBookings(deps: PaymentDeps, round: PaymentRound): Promise<number> {
  let expired = 0
  let after: ExpiredBooking | undefined
  do {
    const due = await listExpired(deps.db, deps.clock(), { after, limit: batchSize })
    for (const booking of due) {
      try {
        if (await expireOne(deps, round, booking)) expired++
      } catch (error) {
        deps.log[logLevelOf(error)]({ bookingId: booking.id, err: error }, 'booking not expired')
      }
    }
    // The next batch starts after this one: bookings that cannot expire yet do not block the others.
    after = due.length === batchSize ? due.at(-1) : undefined
  } while (after && expired < maxExpired)
  return expired
}

async function expireOne(
  deps: PaymentDeps,
  round: PaymentRound,
  { id: bookingId, expiresAt }: ExpiredBooking,
): Promise<boolean> {
  const unanswered = await checkOnceMore(deps, round, bookingId)
  const isWaitedFor = deps.clock() < addHours(expiresAt, silentHours)
  if (unanswered.size > 0 && isWaitedFor) return false
  return deps.db.transaction().execute(async (trx) => {
    const booking = await lockBooking(trx, bookingId)
    const facts = bookingFacts(booking, deps.clock())
    const attempts = await listAttempts(trx, bookingId)
    // A bank may still accept, or the customer may have started a new attempt. Attempts of a silent provider stay open
    // and are polled: if money arrives later, it is refunded.
    const isOpen = attempts.some((attempt) => isActive(attempt.state) && !unanswered.has(attempt.id))
    if (!facts.isExpired || isCovered(facts) || isOpen || facts.bookingStatus !== 'pending') return false
    if (await hasArrived(trx, booking)) return false
    await expireBooking(trx, deps, booking, systemActor)
    return true
  })
}

/** Returns the attempts whose provider did not answer. */
async function checkOnceMore(deps: PaymentDeps, round: PaymentRound, bookingId: string): Promise<ReadonlySet<string>> {
  const unanswered = new Set<string>()
  for (const attempt of await listAttempts(deps.db, bookingId)) {
    if (isPaid(attempt.state)) continue
    if (round.isAway(attempt.provider)) {
      unanswered.add(attempt.id)
      continue
    }
    try {
      await round.ask(attempt.provider, () =>
        isActive(attempt.state) ? closeAttempt(deps, attempt.id, 'expired') : refreshAttempt(deps, attempt),
      )
    } catch (error) {
      if (!isUnanswered(error)) throw error
      deps.log.warn(
        { bookingId, attemptId: attempt.id, err: error },
        'no answer from the provider of an expired booking',
      )
      unanswered.add(attempt.id)
    }
  }
  return unanswered
}

/** Sends each unpaid booking one reminder, some hours (a setting) before it expires. */
async function remind(deps: PaymentDeps): Promise<number> {
  const now = deps.clock()
  const { expiry_reminder_hours: notice, booking_expiry_hours: lifetime } = await readSettings(deps)
  // Otherwise the reminder would go out together with the confirmation of the request.
  if (notice >= lifetime) return 0
  return deps.db.transaction().execute(async (trx) => {
    const claimed = await claimReminders(trx, now, addHours(now, notice))
    for (const bookingId of claimed) await emitEvent(trx, 'payment.reminder-due', { bookingId }, now)
    return claimed.length
  })
}
