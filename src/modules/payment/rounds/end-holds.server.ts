import {
  type EndedHold,
  endHold,
  endUnpaidMove,
  listEndedHolds,
  listEndedMoves,
  lockBooking,
} from '../../booking/index.server.ts'
import { closeAttempt, refreshAttempt } from '../attempts/close-attempt.server.ts'
import { isActive } from '../attempts/rules/attempt.ts'
import { listAttempts } from '../attempts/store.server.ts'
import type { PaymentDeps } from '../deps.server.ts'
import { isUnanswered, logLevelOf, type PaymentRound } from './round.server.ts'

const batchSize = 100
/** Per round. */
const maxEnded = 1000

/** Frees the places of unpaid bookings whose hold is over. Their providers are asked once more first. */
export async function endHolds(deps: PaymentDeps, round: PaymentRound): Promise<number> {
  let ended = 0
  let after: EndedHold | undefined
  do {
    const due = await listEndedHolds(deps.db, deps.clock(), { after, limit: batchSize })
    for (const { id: bookingId } of due) {
      try {
        if (await endOne(deps, round, bookingId)) ended++
      } catch (error) {
        deps.log[logLevelOf(error)]({ bookingId, err: error }, 'hold not ended')
      }
    }
    after = due.length === batchSize ? due.at(-1) : undefined
  } while (after && ended < maxEnded)
  return ended
}

/**
 * Ends prepared moves that were not paid in time, and their payments with the providers. A provider that does not answer
 * delays nothing: money that arrives later takes the places again, or goes back.
 */
export async function endUnpaidMoves(deps: PaymentDeps, round: PaymentRound): Promise<number> {
  let ended = 0
  for (const { id, bookingId } of await listEndedMoves(deps.db, deps.clock(), batchSize)) {
    try {
      await askOnceMore(deps, round, bookingId)
      const isEnded = await deps.db
        .transaction()
        .execute(async (trx) => endUnpaidMove(trx, deps, await lockBooking(trx, bookingId)))
      if (!isEnded) continue
      ended++
      for (const attempt of await listAttempts(deps.db, bookingId))
        if (attempt.move_id === id && isActive(attempt.state))
          await round.work(attempt, () => closeAttempt(deps, attempt.id, 'expired'))
    } catch (error) {
      deps.log[logLevelOf(error)]({ bookingId, err: error }, 'prepared move not ended')
    }
  }
  return ended
}

async function endOne(deps: PaymentDeps, round: PaymentRound, bookingId: string): Promise<boolean> {
  await askOnceMore(deps, round, bookingId)
  return deps.db.transaction().execute(async (trx) => endHold(trx, deps, await lockBooking(trx, bookingId)))
}

/** A provider that does not answer delays no hold: a later payment takes the places again. */
async function askOnceMore(deps: PaymentDeps, round: PaymentRound, bookingId: string): Promise<void> {
  for (const attempt of await listAttempts(deps.db, bookingId)) {
    if (!isActive(attempt.state) || round.isAway(attempt.provider)) continue
    try {
      await round.ask(attempt.provider, () => refreshAttempt(deps, attempt))
    } catch (error) {
      if (!isUnanswered(error)) throw error
      deps.log.warn({ bookingId, attemptId: attempt.id, err: error }, 'no answer from the provider of an ended hold')
    }
  }
}
