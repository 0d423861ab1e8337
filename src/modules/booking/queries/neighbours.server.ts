import { type QueryCreator, sql } from 'kysely'
import type * as z from 'zod'
import type { Tables } from '../../../platform/db/tables.server.ts'
import { readRates } from '../../settings/index.server.ts'
import type { BookingDeps } from '../deps.server.ts'
import { normalizeReference } from '../rules/reference.ts'
import type { bookingNeighbours, neighboursInput } from '../staff-contract.ts'
import { type Place, placeOfBooking, rowsAfter } from './booking-pages.server.ts'
import { rowsByWorth, worthOfBooking } from './by-worth.server.ts'
import { filtersOf } from './conditions.server.ts'

type Neighbours = z.output<typeof bookingNeighbours>
type Direction = 'asc' | 'desc'

const here: Place = { key: sql`(select key from here)`, id: sql<string>`(select id from here)` }
const shown = ['id', 'booking_reference', 'customer_name'] as const

/**
 * The bookings before and after one in the filtered and sorted list, on whichever page they are. The booking itself
 * need not match the filter: staff may have just changed its state. One statement besides the rates, and those of a
 * search. Both sides walk the index of the sort order, so the cost does not grow with the number of bookings.
 */
export async function readNeighbours(
  deps: BookingDeps,
  { reference, sort, direction, ...filter }: z.output<typeof neighboursInput>,
): Promise<Neighbours> {
  const own = normalizeReference(reference)
  const conditions = await filtersOf(deps, filter)
  const rates = sort === 'final_amount' ? await readRates(deps) : {}
  const side = (db: QueryCreator<Tables>, way: Direction) =>
    sort === 'final_amount'
      ? db
          .selectFrom(rowsByWorth(db, { ...conditions, direction: way, limit: 1, after: here, rates }).as('row'))
          .select(shown)
      : rowsAfter(db, { ...conditions, sort, direction: way }, { after: here, limit: 1 }).select(shown)
  const rows = await deps.db
    .with(
      (cte) => cte('here').materialized(),
      (db) => (sort === 'final_amount' ? worthOfBooking(db, rates, own) : placeOfBooking(db, sort, own)),
    )
    .with('following', (db) => side(db as QueryCreator<Tables>, direction))
    .with('preceding', (db) => side(db as QueryCreator<Tables>, direction === 'asc' ? 'desc' : 'asc'))
    .selectFrom('following')
    .select([...shown, sql<'next' | 'previous'>`'next'`.as('side')])
    .unionAll((eb) => eb.selectFrom('preceding').select([...shown, sql<'next' | 'previous'>`'previous'`.as('side')]))
    .execute()
  const at = (wanted: 'next' | 'previous') => {
    const row = rows.find((each) => each.side === wanted)
    return row ? { id: row.id, booking_reference: row.booking_reference, customer_name: row.customer_name } : null
  }
  return { previous: at('previous'), next: at('next') }
}
