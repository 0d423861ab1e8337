import { createHmac, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { dateIn, type LocalDate } from '../../kernel/dates.ts'
import { isStaffRole } from '../../kernel/staff.ts'
import type { Caller, Core } from '../../platform/core.server.ts'
import { readTimeZone } from '../settings/index.server.ts'
import './tables.server.ts'

export type ItemVisits = Readonly<{
  /** Counts the caller's first visit of a kind's items today; not of staff. */
  count: (caller: Caller, kind: string) => Promise<void>
}>
/** Beyond these a node forgets who came, and counts them again. */
const maxKnown = 100_000

/**
 * Counts an address once a day for each kind. The node keeps digests of addresses in memory, under a key that it never
 * stores, until the day ends. It runs one write at a time; visits that arrive meanwhile are written together.
 */
export function itemVisits(core: Core): ItemVisits {
  const key = randomBytes(32)
  const known = { day: '', digests: new Set<string>() }
  let waiting = new Map<string, number>()
  let running: Promise<void> | null = null

  const isFirst = (day: LocalDate, address: string, kind: string): boolean => {
    if (known.day !== day || known.digests.size >= maxKnown) Object.assign(known, { day, digests: new Set() })
    const digest = createHmac('sha256', key).update(`${address} ${kind}`).digest('base64')
    if (known.digests.has(digest)) return false
    known.digests.add(digest)
    return true
  }
  const writeAll = async (): Promise<void> => {
    while (waiting.size > 0) {
      const batch = waiting
      waiting = new Map()
      await write(core, batch)
    }
  }
  return {
    async count(caller, kind) {
      if (isStaffRole(caller.role)) return
      const day = dateIn(await readTimeZone(core), core.clock())
      if (!isFirst(day, caller.address, kind)) return
      const place = `${day} ${kind}`
      waiting.set(place, (waiting.get(place) ?? 0) + 1)
      running ??= writeAll().finally(() => {
        running = null
      })
      await running
    },
  }
}

/** `batch` is by day and kind. In one order, so that nodes never wait for each other in a circle. */
async function write(core: Core, batch: ReadonlyMap<string, number>): Promise<void> {
  const rows = [...batch].toSorted().map(([place, visits]) => {
    const [day = '', kind = ''] = place.split(' ')
    return { day, kind, visits }
  })
  await core.db
    .insertInto('kind_visits')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['day', 'kind']).doUpdateSet({ visits: sql<number>`kind_visits.visits + excluded.visits` }),
    )
    .execute()
}

/** Visits of a period by kind. One statement. */
export async function readItemVisits(
  core: Core,
  { from, to }: { readonly from: LocalDate; readonly to: LocalDate },
): Promise<Record<string, number>> {
  const rows = await core.db
    .selectFrom('kind_visits')
    .select(({ fn, cast }) => ['kind', cast<number>(fn.sum('visits'), 'bigint').as('visits')])
    .where(({ between }) => between('day', from, to))
    .groupBy('kind')
    .execute()
  return Object.fromEntries(rows.map(({ kind, visits }) => [kind, visits]))
}
