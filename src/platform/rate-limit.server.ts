import { isIPv6 } from 'node:net'
import { sql } from 'kysely'
import { Refusal } from '../kernel/refusal.ts'
import type { Core } from './core.server.ts'
import { daysBefore, deleteOld, keptDays } from './retention.server.ts'

export type RateLimit = {
  readonly name: string
  readonly hits: number
  readonly seconds: number
  /** How much one hit counts, such as kilobytes; default 1. */
  readonly weight?: number
}

/**
 * Counts a hit for a limit and subject (IP address, account, reference), and refuses above the limit ('limit/too-
 * many', retryAfter in seconds). Windows are fixed; all nodes share the count. Returns the hits in this window.
 */
export async function countHit(core: Pick<Core, 'db' | 'clock'>, limit: RateLimit, subject: string): Promise<number> {
  const windowStart = windowOf(core, limit)
  const { rows } = await sql<{ hits: number }>`
    insert into rate_limits as r (bucket, window_start, hits) values (${bucketOf(limit, subject)}, ${windowStart}, ${limit.weight ?? 1})
    on conflict (bucket, window_start) do update set hits = r.hits + excluded.hits returning hits`.execute(core.db)
  const hits = rows[0]?.hits ?? 0
  if (hits <= limit.hits) return hits
  const left = windowStart.getTime() + limit.seconds * 1000 - core.clock().getTime()
  throw new Refusal('limit/too-many', { retryAfter: Math.max(1, Math.ceil(left / 1000)) })
}

/**
 * Reverts a hit that turned out not to count. Hits are counted first, so that parallel requests cannot exceed the
 * limit.
 */
export async function takeHitBack(core: Pick<Core, 'db' | 'clock'>, limit: RateLimit, subject: string): Promise<void> {
  const row = sql`bucket = ${bucketOf(limit, subject)} and window_start = ${windowOf(core, limit)}`
  // hits is always at least 1.
  await sql`with fewer as (update rate_limits set hits = hits - 1 where ${row} and hits > 1)
    delete from rate_limits where ${row} and hits = 1`.execute(core.db)
}

/** Deletes windows that are over. */
export async function purgeHits(core: Pick<Core, 'db'>, now: Date): Promise<void> {
  const isOld = sql<boolean>`window_start < ${daysBefore(now, keptDays.rate_limits)}`
  await deleteOld(core, { table: 'rate_limits', isOld })
}

const windowOf = ({ clock }: Pick<Core, 'clock'>, { seconds }: RateLimit): Date =>
  new Date(Math.floor(clock().getTime() / (seconds * 1000)) * seconds * 1000)
const bucketOf = ({ name }: RateLimit, subject: string): string => `${name}:${networkOf(subject)}`

/** An IPv6 user owns a /64 network, so the network counts. IPv4-mapped addresses count as IPv4. */
export const networkOf = (subject: string): string => prefixOf(subject, 4)
/** The most that one customer of a provider is usually given: a /48 network, or one IPv4 address. */
export const siteOf = (subject: string): string => prefixOf(subject, 3)

function prefixOf(subject: string, length: number): string {
  if (!isIPv6(subject)) return subject
  const [head = '', tail] = new URL(`http://[${subject.split('%')[0]}]`).hostname.slice(1, -1).split('::')
  const first = head === '' ? [] : head.split(':')
  const last = tail ? tail.split(':') : []
  const groups = [...first, ...Array.from({ length: 8 - first.length - last.length }, () => '0'), ...last]
  const [high = 0, low = 0] = groups.slice(6).map((group) => Number.parseInt(group, 16))
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff') return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  return groups.slice(0, length).join(':')
}
