import { sql } from 'kysely'
import { decodeCursor, encodeCursor, isInstantText } from '../../../kernel/cursor.ts'
import { money } from '../../../kernel/money.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Core } from '../../../platform/core.server.ts'
import { readSettings } from '../../settings/index.server.ts'
import type { WaitingProof } from '../contract.ts'

const hourMs = 60 * 60_000
/** Proofs that wait since before this moment have waited longer than customers are told (A179). */
export async function proofsAreLateSince(core: Core): Promise<Date> {
  const { transfer_verification_hours: promised } = await readSettings(core)
  return new Date(core.clock().getTime() - promised * hourMs)
}

/**
 * Bookings whose transfer somebody has to decide, and since when: since the proof came, or the last one that answers a
 * request for another.
 */
export const waitingForDecision = sql`
  select proof.booking_id, count(*)::int as proofs, coalesce(min(proof.created_at) filter (where not exists (
      select 1 from proof_requests request
        where request.booking_id = proof.booking_id and request.asked_at >= proof.created_at)),
      max(proof.created_at)) as since
    from payment_proofs proof join bookings booking on booking.id = proof.booking_id
    where booking.payment_gateway = 'bank_transfer' and booking.verification is null
      and booking.booking_status <> 'cancelled' and booking.payment_status in ('pending', 'failed')
      and not exists (select 1 from proof_requests request
        where request.booking_id = proof.booking_id and request.answered_at is null)
    group by proof.booking_id`

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
  readonly total: number
}

/** The queue of transfers to check, the longest waiting first. One statement beside the settings. Refuses 'list/bad-cursor'. */
export async function listWaitingProofs(
  core: Core,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ items: WaitingProof[]; total: number; nextCursor: string | null }> {
  const after = cursor === undefined ? null : placeOf(cursor)
  const late = await proofsAreLateSince(core)
  // The number stands beside the rows, so that it is told also where the page is empty.
  const { rows } = await sql<Row | { total: number; booking_id: null }>`
    with waiting as materialized (${waitingForDecision})
    select counted.total, page.* from (select count(*)::int as total from waiting) counted left join lateral (
      select booking_id, booking_reference, customer_name, service_title, final_minor, currency, proofs, since,
          since::text as place
        from waiting join bookings on bookings.id = booking_id
        where ${after ? sql`(since, booking_id) > (${after.since}::timestamptz, ${after.id}::uuid)` : sql`true`}
        order by since, booking_id limit ${limit + 1}) page on true
    order by since, booking_id`.execute(core.db)
  const found = rows.filter((row): row is Row => row.booking_id !== null)
  const shown = found.slice(0, limit)
  const last = found.length > limit ? shown.at(-1) : undefined
  return {
    items: shown.map((row) => viewOf(row, late)),
    total: rows[0]?.total ?? 0,
    nextCursor: last ? encodeCursor([last.place, last.booking_id]) : null,
  }
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

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
function placeOf(cursor: string): { since: string; id: string } {
  const [since, id] = decodeCursor(cursor) ?? []
  if (typeof since !== 'string' || !isInstantText(since) || typeof id !== 'string' || !uuid.test(id))
    throw new Refusal('list/bad-cursor')
  return { since, id }
}
