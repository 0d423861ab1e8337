import { isIPv6 } from 'node:net'
import { sql } from 'kysely'
import { Refusal } from '../kernel/refusal.ts'
import type { Core } from './core.server.ts'

export type RateLimit = { readonly name: string; readonly hits: number; readonly seconds: number }

/**
 * Counts a hit for this limit and subject (an address, an account, a reference) and refuses
 * ('limit/too-many', with retryAfter in seconds) above the limit. Windows are fixed; the count is shared by all nodes.
 */
export async function countHit(core: Pick<Core, 'db' | 'clock'>, limit: RateLimit, subject: string): Promise<void> {
  const windowStart = windowOf(core, limit)
  const { rows } = await sql<{ hits: number }>`
    insert into rate_limits as r (bucket, window_start, hits) values (${bucketOf(limit, subject)}, ${windowStart}, 1)
    on conflict (bucket, window_start) do update set hits = r.hits + 1 returning hits`.execute(core.db)
  if ((rows[0]?.hits ?? 0) <= limit.hits) return
  const left = windowStart.getTime() + limit.seconds * 1000 - core.clock().getTime()
  throw new Refusal('limit/too-many', { retryAfter: Math.max(1, Math.ceil(left / 1000)) })
}

/** For what is counted before it is known whether it counts, so that many at once are not all let through. */
export async function takeHitBack(core: Pick<Core, 'db' | 'clock'>, limit: RateLimit, subject: string): Promise<void> {
  const row = sql`bucket = ${bucketOf(limit, subject)} and window_start = ${windowOf(core, limit)}`
  // A row says at least one.
  await sql`with fewer as (update rate_limits set hits = hits - 1 where ${row} and hits > 1)
    delete from rate_limits where ${row} and hits = 1`.execute(core.db)
}

const windowOf = ({ clock }: Pick<Core, 'clock'>, { seconds }: RateLimit): Date =>
  new Date(Math.floor(clock().getTime() / (seconds * 1000)) * seconds * 1000)
const bucketOf = ({ name }: RateLimit, subject: string): string => `${name}:${networkOf(subject)}`

/**
 * Whoever has one IPv6 address has a network of them (64 bits), and would begin anew with each. An IPv4 address in the
 * newer notation is that address.
 */
function networkOf(subject: string): string {
  if (!isIPv6(subject)) return subject
  const [head = '', tail] = new URL(`http://[${subject.split('%')[0]}]`).hostname.slice(1, -1).split('::')
  const first = head === '' ? [] : head.split(':')
  const last = tail ? tail.split(':') : []
  const groups = [...first, ...Array.from({ length: 8 - first.length - last.length }, () => '0'), ...last]
  const [high = 0, low = 0] = groups.slice(6).map((group) => Number.parseInt(group, 16))
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff') return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  return groups.slice(0, 4).join(':')
}
