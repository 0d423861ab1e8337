/** What staff see of a waiting list, and what they change. */
import { sql } from 'kysely'
import type * as z from 'zod'
import { Refusal } from '../../../kernel/refusal.ts'
import { writeAudit } from '../../../platform/audit.server.ts'
import type { Caller, Core } from '../../../platform/core.server.ts'
import type { Queryable, Trx } from '../../../platform/db/database.server.ts'
import type { WaitingEntry } from '../tables.server.ts'
import { text } from '../text.ts'
import type { waitingList } from './contract.ts'
import { endTurn } from './end-offers.server.ts'
import { lockEntry, openStates } from './entries.server.ts'
import { lockKeys } from './join-list.server.ts'
import { lockForOffers, offerEndOf, offerTo, type WaitingDeps } from './offer-places.server.ts'

type List = z.input<typeof waitingList>
const maxListed = 300

/** The entries of a departure in order, closed ones last. One statement. */
export async function listWaiting({ db }: Pick<Core, 'db'>, departureId: string): Promise<List> {
  const rows = await db
    .selectFrom('waiting_entries')
    .selectAll()
    .where('departure_id', '=', departureId)
    .orderBy(({ eb }) => eb('state', 'in', ['waiting', 'offered']), 'desc')
    .orderBy('created_at')
    .orderBy('id')
    .limit(maxListed + 1)
    .execute()
  let turn = 0
  const entries = rows.slice(0, maxListed).map((row) => ({
    id: row.id,
    position: row.state === 'waiting' ? ++turn : null,
    ...{ name: row.name, email: row.email, places: row.places, state: row.state },
    ...{ adults: row.adults, children: row.children, infants: row.infants },
    since: row.created_at.toISOString(),
    offered_until: row.state === 'offered' && row.offered_until ? row.offered_until.toISOString() : null,
    booking_id: row.booking_id,
  }))
  return { entries, has_more: rows.length > maxListed }
}

export interface WaitingCount {
  /** Entries that wait, without those with an offer. */
  readonly waiting: number
  /** Places that open offers hold. */
  readonly offered: number
}
/** By departure. One statement; none without departures. */
export async function countWaiting(q: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, WaitingCount>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string } & WaitingCount>`
    select departure_id as id, count(*) filter (where state = 'waiting')::int as waiting, sum(held)::int as offered
    from waiting_entries where departure_id = any (${[...ids]}::uuid[]) and state in ('waiting', 'offered')
    group by departure_id`.execute(q)
  return new Map(rows.map(({ id, waiting, offered }) => [id, { waiting, offered }]))
}

const audited = ({ email, name, adults, children, infants, state, offered_until }: WaitingEntry) => ({
  ...{ email, name, adults, children, infants, state },
  offered_until: state === 'offered' && offered_until ? offered_until.toISOString() : null,
})
type Step = {
  readonly caller: Caller
  readonly action: 'waiting.removed' | 'waiting.offered'
  readonly before: WaitingEntry
  readonly after: WaitingEntry
  readonly facts?: Readonly<Record<string, unknown>>
}
const audit = (trx: Trx, { caller, action, before, after, facts }: Step): Promise<void> =>
  writeAudit(
    trx,
    caller,
    {
      ...{ action, subjectType: 'waiting_entry', subjectId: after.id },
      ...{ before: audited(before), after: { ...audited(after), ...facts } },
    },
    after.updated_at,
  )

/**
 * Removes somebody from the list; an open offer ends, and its places go to the next person. Refuses
 * 'inventory/not-found', 'inventory/not-waiting'. Audited.
 */
export async function removeEntry(deps: WaitingDeps, caller: Caller, entryId: string): Promise<{ removed: true }> {
  await deps.db.transaction().execute(async (trx) => {
    const before = await lockEntry(trx, entryId)
    if (!before) throw new Refusal('inventory/not-found')
    if (before.state !== 'waiting' && before.state !== 'offered') throw new Refusal('inventory/not-waiting')
    const after = await endTurn(trx, before, { state: 'removed', now: deps.clock() })
    await audit(trx, { caller, action: 'waiting.removed', before, after })
  })
  return { removed: true }
}

interface StaffOffer {
  readonly entryId: string
  /** Needed out of order. */
  readonly reason: string
}
/**
 * Offers places now, also to somebody whose last offer ended unused. Refuses 'inventory/not-found',
 * 'inventory/not-waiting', 'inventory/invalid' without a reason where others come first, 'inventory/no-places' where
 * the departure is closed, past or has too few places. Audited.
 */
export async function offerNow(
  deps: WaitingDeps,
  caller: Caller,
  { entryId, reason }: StaffOffer,
): Promise<{ offered_until: string }> {
  const until = await deps.db.transaction().execute(async (trx) => {
    const before = await lockWithContact(trx, entryId)
    if (!before) throw new Refusal('inventory/not-found')
    if (!(await canBeOffered(trx, before))) throw new Refusal('inventory/not-waiting')
    const sale = await lockForOffers(trx, deps, before.departure_id)
    if (reason === '' && (await isOutOfOrder(trx, before)))
      throw new Refusal('inventory/invalid', {}, [{ path: 'reason', message: text('errors.outOfOrder') }])
    const end = sale.departure?.reason === null ? offerEndOf(deps, sale) : null
    const after = end && (await offerTo({ trx, deps }, before, { sale, until: end }))
    if (!after || !end) throw new Refusal('inventory/no-places', { left: sale.departure?.vacancies ?? 0 })
    await audit(trx, { caller, action: 'waiting.offered', before, after, facts: reason ? { reason } : {} })
    return end
  })
  return { offered_until: until.toISOString() }
}

/** Until the transaction ends, this person cannot rejoin. Three statements. */
async function lockWithContact(trx: Trx, entryId: string): Promise<WaitingEntry | null> {
  const { contact_key } =
    (await trx.selectFrom('waiting_entries').select('contact_key').where('id', '=', entryId).executeTakeFirst()) ?? {}
  if (contact_key === undefined) return null
  await lockKeys(trx, [contact_key])
  return lockEntry(trx, entryId)
}

/** A person whose offer ended unused may have rejoined since. One statement at most. */
async function canBeOffered(trx: Trx, { id, state, departure_id, contact_key }: WaitingEntry): Promise<boolean> {
  if (state !== 'expired') return state === 'waiting'
  const another = await trx
    .selectFrom('waiting_entries')
    .select('id')
    .where('departure_id', '=', departure_id)
    .where('contact_key', '=', contact_key)
    .where('state', 'in', openStates)
    .where('id', '<>', id)
    .executeTakeFirst()
  return another === undefined
}

/** Whether somebody is ahead on the list. One statement at most. */
async function isOutOfOrder(trx: Trx, { id, departure_id, state }: WaitingEntry): Promise<boolean> {
  if (state === 'expired') return true
  const first = await trx
    .selectFrom('waiting_entries')
    .select('id')
    .where('departure_id', '=', departure_id)
    .where('state', '=', 'waiting')
    .orderBy('created_at')
    .orderBy('id')
    .executeTakeFirst()
  return first?.id !== id
}
