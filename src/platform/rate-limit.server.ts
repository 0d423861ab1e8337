import { sql } from 'kysely'
import { Refusal } from '../kernel/refusal.ts'
import type { Core } from './core.server.ts'

export type RateLimit = { readonly name: string; readonly hits: number; readonly seconds: number }

/**
 * Counts a hit for this limit and subject (an address, an account, a reference) and refuses
 * ('limit/too-many', with retryAfter in seconds) above the limit. Windows are fixed; the count is shared by all nodes.
 */
export async function countHit(core: Pick<Core, 'db' | 'clock'>, limit: RateLimit, subject: string): Promise<void> {
  const now = core.clock().getTime()
  const windowStart = new Date(Math.floor(now / (limit.seconds * 1000)) * limit.seconds * 1000)
  const { rows } = await sql<{ hits: number }>`
    insert into rate_limits as r (bucket, window_start, hits) values (${`${limit.name}:${subject}`}, ${windowStart}, 1)
    on conflict (bucket, window_start) do update set hits = r.hits + 1 returning hits`.execute(core.db)
  if ((rows[0]?.hits ?? 0) <= limit.hits) return
  const retryAfter = Math.max(1, Math.ceil((windowStart.getTime() + limit.seconds * 1000 - now) / 1000))
  throw new Refusal('limit/too-many', { retryAfter })
}
