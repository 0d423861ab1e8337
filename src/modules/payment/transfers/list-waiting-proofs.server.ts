import { decodeCursor, encodeCursor, isInstantText } from '../../../kernel/cursor.ts'
import { money } from '../../../kernel/money.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Core } from '../../../platform/core.server.ts'
import type { Queryable } from '../../../platform/db/database.server.ts'
import { bookingsForPayment } from '../../booking/index.server.ts'
import { readSettings } from '../../settings/index.server.ts'
import type { WaitingProof } from './contract.ts'

const hourMs = 60 * 60_000
/** Proofs that wait since before this moment have waited longer than the time promised to customers (A179). */
export async function proofsAreLateSince(core: Core): Promise<Date> {
  const { transfer_verification_hours: promised } = await readSettings(core)
  return new Date(core.clock().getTime() - promised * hourMs)
}

/**
 * Bookings with a transfer to decide, also when the customer has chosen another method since. `since` is the first proof
 * that waits. A part of a statement.
 */
export const transfersToDecide = (q: Queryable) =>
  q
    .selectFrom('payment_proofs as proof')
    .innerJoin(bookingsForPayment(q).as('booking'), 'booking.id', 'proof.booking_id')
    .select(({ fn, selectFrom }) => [
      'proof.booking_id',
      fn.min('proof.created_at').as('since'),
      selectFrom('payment_proofs as any_proof')
        .select(({ fn: count }) => count.countAll<number>().as('proofs'))
        .whereRef('any_proof.booking_id', '=', 'proof.booking_id')
        .$asScalar()
        .$notNull()
        .as('proofs'),
    ])
    .where('proof.settled_at', 'is', null)
    .where('booking.verification', 'is', null)
    .where('booking.booking_status', '<>', 'cancelled')
    .groupBy('proof.booking_id')

const lateOnly = (q: Queryable, late: Date) =>
  transfersToDecide(q).having(({ fn }) => fn.min('proof.created_at'), '<', late)

type Page = { limit: number; cursor?: string | undefined; waiting?: 'late' | undefined }

/** The queue of transfers to check, the longest waiting first. One statement beside the settings. Refuses 'list/bad-cursor'. */
export async function listWaitingProofs(
  core: Core,
  page: Page,
): Promise<{ items: WaitingProof[]; total: number; nextCursor: string | null }> {
  const after = page.cursor === undefined ? null : placeOf(page.cursor)
  const late = await proofsAreLateSince(core)
  const wanted = page.waiting === 'late' ? lateOnly(core.db, late) : transfersToDecide(core.db)
  const rows = await readQueue(core.db, wanted, { limit: page.limit + 1, after })
  const waiting = rows.flatMap((row) => (row.booking_id === null ? [] : [row as Row]))
  const pageRows = waiting.slice(0, page.limit)
  const last = waiting.length > page.limit ? pageRows.at(-1) : undefined
  return {
    items: pageRows.map((row) => viewOf(row, late)),
    total: rows[0]?.total ?? 0,
    nextCursor: last ? encodeCursor([last.place, last.booking_id]) : null,
  }
}

/** The left join gives one row with the total also where the page is empty. */
type Wanted = ReturnType<typeof transfersToDecide>
const readQueue = (q: Queryable, wanted: Wanted, { limit, after }: { limit: number; after: Place | null }) =>
  q
    .with(
      (cte) => cte('waiting').materialized(),
      () => wanted,
    )
    .with('counted', (db) => db.selectFrom('waiting').select(({ fn }) => fn.countAll<number>().as('total')))
    .with('page', (db) => {
      const rows = db
        .selectFrom('waiting')
        .innerJoin(bookingsForPayment(q).as('booking'), 'booking.id', 'waiting.booking_id')
        .select(['waiting.booking_id', 'waiting.proofs', 'waiting.since'])
        .select(['booking.booking_reference', 'booking.customer_name', 'booking.service_title'])
        .select(['booking.final_minor', 'booking.currency'])
        // With microseconds, which a Date loses.
        .select(({ cast }) => cast<string>('waiting.since', 'text').as('place'))
        .orderBy('waiting.since')
        .orderBy('waiting.booking_id')
        .limit(limit)
      if (!after) return rows
      return rows.where(({ eb, cast, refTuple, tuple, val }) => {
        const place = tuple(cast<Date>(val(after.since), 'timestamptz'), cast<string>(val(after.id), 'uuid'))
        return eb(refTuple('waiting.since', 'waiting.booking_id'), '>', place)
      })
    })
    .selectFrom('counted')
    .leftJoin('page', (join) => join.onTrue())
    .selectAll(['counted', 'page'])
    .orderBy('page.since')
    .orderBy('page.booking_id')
    .execute()

interface Row {
  readonly booking_id: string
  readonly booking_reference: string
  readonly customer_name: string
  readonly service_title: string
  readonly final_minor: number
  readonly currency: string
  readonly proofs: number
  readonly since: Date
  readonly place: string
}

const viewOf = (row: Row, late: Date): WaitingProof => ({
  bookingId: row.booking_id,
  booking_reference: row.booking_reference,
  customer_name: row.customer_name,
  service_title: row.service_title,
  amount: money(row.final_minor, row.currency),
  proofs: row.proofs,
  since: row.since.toISOString(),
  isLate: row.since < late,
})

type Place = { readonly since: string; readonly id: string }
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
function placeOf(cursor: string): Place {
  const [since, id] = decodeCursor(cursor) ?? []
  if (typeof since !== 'string' || !isInstantText(since) || typeof id !== 'string' || !uuid.test(id))
    throw new Refusal('list/bad-cursor')
  return { since, id }
}
