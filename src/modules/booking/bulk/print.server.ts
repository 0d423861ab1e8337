import { sql } from 'kysely'
import type { BookingDeps } from '../deps.server.ts'
import { type PartyRow, partyOf, partyRows } from '../queries/departure-parties.server.ts'
import type { PrintedDeparture } from './contract.ts'

/**
 * The chosen bookings by day, time and service, those without a day first. Both legs of a return trip are listed on their
 * days. One statement.
 */
export async function listToPrint(
  deps: BookingDeps,
  ids: readonly string[],
): Promise<{ departures: PrintedDeparture[] }> {
  const { rows } = await sql<PartyRow>`${partyRows}
    where b.id = any (${[...ids]}::uuid[]) and (leg.name = 'outbound' or leg.day is not null)
    order by leg.day nulls first, leg.clock nulls first, lower(b.service_title), b.service_id, lower(b.customer_name), b.id`.execute(
    deps.db,
  )
  const groups = Map.groupBy(rows, (row) => JSON.stringify([row.travel_date, row.travel_time, row.service_title]))
  const departures = [...groups.values()].flatMap((all) => {
    const [first] = all
    if (!first) return []
    const { service_title, travel_date: date, travel_time: time } = first
    return [{ service_title, date, time, parties: all.map((row) => partyOf(deps, row)) }]
  })
  return { departures }
}
