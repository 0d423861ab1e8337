import { createHash } from 'node:crypto'
import { everything, listenForInvalidation } from './cache-invalidation.server.ts'
import type { Core } from './core.server.ts'
import { addJob } from './jobs/events.server.ts'
import type { Jobs } from './jobs/worker.server.ts'

/** A CDN that keeps public pages and removes them by key. */
export type Cdn = Readonly<{
  /** Names the keys of a page, and lets the CDN, but no other cache, keep it for so long. */
  headersOf: (keys: readonly string[], seconds: number) => Readonly<Record<string, string>>
  /** Removes every page that has one of the keys. Throws unless the CDN confirms it. */
  purge: (keys: readonly string[]) => Promise<void>
}>

/** The longest that a page is stale when a purge fails. */
const pageSeconds = 60
/** Proxies allow about 4 kB of headers. */
const maxTags = 100
/** The tags that pages have. Others, such as places left, change with each booking and are on no page. */
const purgedTag = /^(\*|catalogue|content|settings|service:.+)$/

/** Short and opaque: tags have ids. Lower case, because Cloudflare ignores case; two shops may share a CDN. */
const keyOf = (baseUrl: string, tag: string): string =>
  createHash('sha256').update(`${baseUrl} ${tag}`).digest('hex').slice(0, 12)

/** None for a page that could not be purged: it stays with the rule for all caches. */
export function cdnHeaders(cdn: Cdn, baseUrl: string, tags: readonly string[]): Readonly<Record<string, string>> {
  if (tags.length > maxTags || !tags.every((tag) => purgedTag.test(tag))) return {}
  const keys = [everything, ...tags].map((tag) => keyOf(baseUrl, tag))
  return cdn.headersOf(keys, pageSeconds)
}

const purgeTask = 'purge-cdn'
/** A later purge is of no use: what it is for has expired. */
const uselessSeconds = 2 * pageSeconds

export const cdnJobs = (core: Pick<Core, 'clock' | 'baseUrl'>, cdn: Cdn | null): Jobs =>
  cdn === null
    ? {}
    : {
        [purgeTask]: async ({ tags, at }) => {
          if (core.clock().getTime() - Number(at) > uselessSeconds * 1_000) return
          await cdn.purge((tags as readonly string[]).map((tag) => keyOf(core.baseUrl, tag)))
        },
      }

type PurgeTimes = Readonly<{
  /** Tags are gathered for so long, and purged together. */
  gatherMilliseconds: number
  /** A page that was being rendered may reach the CDN after the first purge. */
  againMilliseconds: number
}>
const usualTimes: PurgeTimes = { gatherMilliseconds: 1_000, againMilliseconds: 5_000 }

/**
 * Queues a CDN purge for each dropped tag, beside the worker. The first purge covers everything, because notifications may
 * have been missed before. Returns the function that stops it.
 */
export async function purgeOnInvalidation(core: Core, times = usualTimes): Promise<() => Promise<void>> {
  const due = new Set<string>()
  let timer: NodeJS.Timeout | null = null
  let queueing: Promise<void> = Promise.resolve()
  const queue = async (): Promise<void> => {
    timer = null
    const tags = due.has(everything) || due.size > maxTags ? [everything] : [...due]
    due.clear()
    await queuePurge(core, tags, times).catch((error: unknown) => {
      core.log.warn({ err: error }, 'a purge of the CDN could not be queued; it is tried again')
      gather(tags)
    })
  }
  const gather = (tags: readonly string[]): void => {
    for (const tag of tags) if (purgedTag.test(tag)) due.add(tag)
    if (due.size === 0 || timer !== null) return
    timer = setTimeout(() => {
      queueing = queue()
    }, times.gatherMilliseconds)
    timer.unref()
  }
  const stop = await listenForInvalidation(core, gather)
  gather([everything])
  return async () => {
    await stop()
    await queueing
    if (timer) clearTimeout(timer)
  }
}

async function queuePurge(core: Core, tags: readonly string[], { againMilliseconds }: PurgeTimes): Promise<void> {
  const payload = { tags, at: core.clock().getTime() }
  // One at a time: a CDN that does not answer takes one of the worker's places at most.
  for (const delay of [0, againMilliseconds])
    await addJob(core.db, purgeTask, payload, { queue: purgeTask, delay, maxAttempts: 4 })
}
