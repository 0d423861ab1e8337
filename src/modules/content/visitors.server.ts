import { isRefusal } from '../../kernel/refusal.ts'
import type { Core } from '../../platform/core.server.ts'
import { countHit } from '../../platform/rate-limit.server.ts'
import { readSettingsOrDefaults } from '../settings/index.server.ts'
import './tables.server.ts'

export type VisitorCounter = Readonly<{
  /** The start value of the settings plus all first visits; at most a minute old. */
  read: () => Promise<number>
  /** Counts a first visit and returns the new number. */
  count: () => Promise<number>
}>
const maxAge = 60_000
const daily = { name: 'visit', hits: 1, seconds: 24 * 3600 }

/** Counts an address once a day: a browser that forgets its visits would otherwise count each time. */
export async function countVisit(core: Core, counter: VisitorCounter, address: string): Promise<{ visitors: number }> {
  return { visitors: (await isFirstToday(core, address)) ? await counter.count() : await counter.read() }
}

async function isFirstToday(core: Core, address: string): Promise<boolean> {
  try {
    await countHit(core, daily, address)
    return true
  } catch (error) {
    if (isRefusal(error)) return false
    throw error
  }
}

/**
 * The visitor counter of the footer (D114). Each node runs one write at a time; visits that arrive meanwhile are
 * written together by the next one.
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
      if (known && core.clock().getTime() - known.at < maxAge) return shown(known.visits)
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
