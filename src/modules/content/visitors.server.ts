import type { Core } from '../../platform/core.server.ts'
import { readSettingsOrDefaults } from '../settings/index.server.ts'
import './tables.server.ts'

export type VisitorCounter = Readonly<{
  /** What the footer shows: the setting plus all first visits; at most a minute old. */
  read: () => Promise<number>
  /** Counts one first visit; what it answers includes it. */
  count: () => Promise<number>
}>
const staysFresh = 60_000

/**
 * The visitor counter of the footer (D114). However many visits arrive at once, this node writes one statement at a
 * time: those that come meanwhile are written together by the next one.
 */
export function visitorCounter(core: Core): VisitorCounter {
  let next: { visits: number; written: Promise<number> } | null = null
  let running: Promise<unknown> = Promise.resolve()
  let known: { visits: number; at: number } | null = null

  const keep = (visits: number): number => {
    known = { visits, at: core.clock().getTime() }
    return visits
  }
  const write = async (visits: number): Promise<number> => {
    const row = await core.db
      .insertInto('visit_counter')
      .values({ first_visits: visits })
      .onConflict((conflict) =>
        conflict
          .column('is_only')
          .doUpdateSet((eb) => ({ first_visits: eb('visit_counter.first_visits', '+', visits) })),
      )
      .returning('first_visits')
      .executeTakeFirstOrThrow()
    return keep(row.first_visits)
  }
  const enqueue = (): { visits: number; written: Promise<number> } => {
    const batch = { visits: 0, written: Promise.resolve(0) }
    batch.written = running.then(() => {
      next = null
      return write(batch.visits)
    })
    running = batch.written.catch(() => undefined)
    return batch
  }
  const shown = async (visits: number): Promise<number> =>
    (await readSettingsOrDefaults(core)).visitor_counter_start + visits

  return {
    async read() {
      if (known && core.clock().getTime() - known.at < staysFresh) return shown(known.visits)
      const row = await core.db.selectFrom('visit_counter').select('first_visits').executeTakeFirst()
      return shown(keep(row?.first_visits ?? 0))
    },
    async count() {
      next ??= enqueue()
      next.visits++
      return shown(await next.written)
    },
  }
}
