import { sql } from 'kysely'
import { Refusal } from '../../kernel/refusal.ts'
import type { Caller, Core } from '../../platform/core.server.ts'
import { newId } from '../../platform/crypto/keyring.server.ts'
import type { Trx } from '../../platform/db/database.server.ts'
import type { DepartureKey } from './places.server.ts'
import type { DepartureDetail } from './read-departure.server.ts'
import { auditDeparture, lockStored, type StoredDeparture } from './stored-departure.server.ts'

import { askToEndWaiting } from './waiting/ask-for-offers.server.ts'

interface Closing {
  readonly caller: Caller
  readonly detail: DepartureDetail
  /** Facts of the cancellation for the audit trail. */
  readonly facts: Readonly<Record<string, unknown>>
}

/**
 * Closes a departure that another room cancels, in its transaction (`changingDepartures`). Sales that are under way
 * finish first; no sale can follow. Locks the departure, so lock its bookings before. Returns its id. Refuses
 * 'inventory/started'. Audited.
 */
export async function closeCancelled(
  trx: Trx,
  core: Pick<Core, 'clock'>,
  { caller, detail, facts }: Closing,
): Promise<string> {
  const { service, title, departure } = detail
  if (departure.reason === 'started') throw new Refusal('inventory/started')
  const key = { serviceId: service.id, date: departure.date, time: departure.time }
  const before = await lockStored(trx, key)
  const after = before?.is_closed ? before : await close(trx, key, core.clock())
  await auditDeparture(trx, core, { caller, action: 'departure.cancelled', title, before, after, facts })
  if (after.has_waiting) await askToEndWaiting(trx, after.id)
  return after.id
}

/** A sale may have stored the departure since it was read. One statement. */
function close(trx: Trx, { serviceId, date, time }: DepartureKey, now: Date): Promise<StoredDeparture> {
  const start = { service_id: serviceId, local_date: date, local_time: time }
  return trx
    .insertInto('departures')
    .values({ id: newId(now), ...start, is_closed: true, version: 2, created_at: now, updated_at: now })
    .onConflict((conflict) =>
      conflict
        .constraint('departures_start')
        .doUpdateSet({ is_closed: true, version: sql<number>`departures.version + 1`, updated_at: now }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}
