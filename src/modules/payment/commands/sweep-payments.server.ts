import { addHours, addMinutes } from '../../../kernel/dates.ts'
import { once } from '../../../platform/idempotency.server.ts'
import { emitEvent } from '../../../platform/jobs/events.server.ts'
import { expireBooking, lockBooking, systemActor } from '../../booking/index.server.ts'
import { readSettings } from '../../settings/index.server.ts'
import { bookingFacts, listAttempts } from '../attempts.server.ts'
import type { PaymentDeps } from '../deps.server.ts'
import { activeStates, isActive, isPaid } from '../rules/attempt.ts'
import { isCovered } from '../rules/booking-effect.ts'
import { closeAttempt, refreshAttempt } from './close-attempt.server.ts'
import { isNoAnswer, levelOf, type PaymentRound, paymentRound } from './payment-round.server.ts'
import '../events.ts'

const atOnce = 100
/** A start that was never answered is looked up after so long. */
const unansweredMinutes = 10
/** An open attempt is asked about now and then even before it ends: a report may have been lost (15 minutes at most). */
const quietMinutes = 10
/** A provider that gives no answer keeps an unpaid booking for so long after its time, and no longer. */
const silentHours = 24
/** So many bookings are ended in one round; those that cannot be ended yet do not count. */
const mostExpired = 1000

export type Swept = { asked: number; closed: number; expired: number; reminded: number }

/** The minute's round: what is open is asked about, what is over is ended. Safe to repeat and to run twice at a time. */
export async function sweepPayments(deps: PaymentDeps): Promise<Swept> {
  const round = paymentRound(deps)
  const asked = await askAboutOpen(deps, round)
  const closed = await endLapsed(deps, round)
  const expired = await expireBookings(deps, round)
  const reminded = await remind(deps)
  return { asked, closed, expired, reminded }
}

/** Attempts whose provider can be asked. People's methods would stand before them in every list, for months. */
const openOnline = (deps: PaymentDeps) =>
  deps.db
    .selectFrom('payment_attempts')
    .selectAll()
    .where('state', 'in', activeStates)
    .where('provider', 'not in', ['', ...manualProviders(deps)])
const manualProviders = (deps: PaymentDeps): string[] =>
  deps.providers.all.filter(({ describe }) => describe.type === 'manual').map(({ describe }) => describe.name)

async function askAboutOpen(deps: PaymentDeps, round: PaymentRound): Promise<number> {
  const now = deps.clock()
  const rows = await openOnline(deps)
    .where('updated_at', '<', addMinutes(now, -quietMinutes))
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
    .orderBy('updated_at')
    .limit(atOnce)
    .execute()
  for (const row of rows) await round.work(row, () => refreshAttempt(deps, row))
  return rows.length
}

/** Past its time, or never answered: asked once more, then closed with the provider. */
async function endLapsed(deps: PaymentDeps, round: PaymentRound): Promise<number> {
  const now = deps.clock()
  const rows = await openOnline(deps)
    .where((where) =>
      where.or([
        where('expires_at', '<=', now),
        where.and([where('state', '=', 'created'), where('created_at', '<=', addMinutes(now, -unansweredMinutes))]),
      ]),
    )
    .orderBy('updated_at')
    .limit(atOnce)
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

/** Unpaid bookings past their time: the providers are asked once more, then the booking ends (C187, D64). */
async function expireBookings(deps: PaymentDeps, round: PaymentRound): Promise<number> {
  let expired = 0
  let after: { id: string; expires_at: Date | null } | undefined
  do {
    const due = await dueBookings(deps, after)
    for (const { id, expires_at: end } of due) {
      try {
        if (end && (await expireOne(deps, round, id, end))) expired++
      } catch (error) {
        // Tried again in the next round.
        deps.log[levelOf(error)]({ bookingId: id, err: error }, 'booking not expired')
      }
    }
    // On from there: what cannot be ended now must not stand before the others.
    after = due.length === atOnce ? due.at(-1) : undefined
  } while (after && expired < mostExpired)
  return expired
}

function dueBookings(deps: PaymentDeps, after: { id: string; expires_at: Date | null } | undefined) {
  const due = deps.db
    .selectFrom('bookings')
    .select(['id', 'expires_at'])
    .where('expires_at', '<=', deps.clock())
    .where('booking_status', '=', 'pending')
    .orderBy('expires_at')
    .orderBy('id')
    .limit(atOnce)
  if (!after?.expires_at) return due.execute()
  const { id, expires_at: at } = after
  return due.where((eb) => eb(eb.refTuple('expires_at', 'id'), '>', eb.tuple(at, id))).execute()
}

async function expireOne(deps: PaymentDeps, round: PaymentRound, bookingId: string, end: Date): Promise<boolean> {
  const unanswered = await askOnceMore(deps, round, bookingId)
  const isWaitedFor = deps.clock() < addHours(end, silentHours)
  if (unanswered.size > 0 && isWaitedFor) return false
  return deps.db.transaction().execute(async (trx) => {
    const booking = await lockBooking(trx, bookingId)
    const facts = bookingFacts(booking, deps.clock())
    const attempts = await listAttempts(trx, bookingId)
    // A bank that has not decided yet may still say yes; and a new try may have begun meanwhile.
    // One that is silent is asked on: money that it tells of later goes back.
    const isOpen = attempts.some((attempt) => isActive(attempt.state) && !unanswered.has(attempt.id))
    if (!facts.isExpired || isCovered(facts) || isOpen || facts.bookingStatus !== 'pending') return false
    await expireBooking(trx, deps, booking, systemActor)
    return true
  })
}

/** The attempts whose provider has given no answer. */
async function askOnceMore(deps: PaymentDeps, round: PaymentRound, bookingId: string): Promise<ReadonlySet<string>> {
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
      if (!isNoAnswer(error)) throw error
      deps.log.warn({ bookingId, attemptId: attempt.id, err: error }, 'a provider gave no answer about a booking')
      unanswered.add(attempt.id)
    }
  }
  return unanswered
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
