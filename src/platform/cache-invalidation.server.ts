import { sql } from 'kysely'
import pg from 'pg'
import type { Core } from './core.server.ts'
import type { Queryable } from './db/database.server.ts'

/**
 * What is kept in memory is dropped on every node, by tags, through NOTIFY. A node that is not connected to hear it
 * keeps nothing: what may be stale is never used.
 */
const channel = 'safar_cache'
/** Everything: sent to handlers when notifications may have been missed. */
const everything = '*'
/** NOTIFY takes 8000 bytes. */
const mostPayload = 7_000

/** Of drops that may wait, one in so many milliseconds is made. */
const pause = 3_000
const waits = 'soon:'
/**
 * A tag that is dropped at once, unless it was just before: then once for all of them within three seconds, on each node
 * by its own clock. For work that changes thousands of things one after the other.
 */
export const soon = (tag: string): string => `${waits}${tag}`

type Handler = (tags: readonly string[]) => void
type Kept = { readonly tags: readonly string[]; readonly value: Promise<unknown> }
type Hub = {
  readonly handlers: Set<Handler>
  readonly kept: Map<string, Kept>
  client: pg.Client | null
  isListening: boolean
  /** Raised on each drop: a value that was being loaded meanwhile is not kept. */
  drops: number
  /** When each tag that may wait was dropped last, on the clock of performance.now(); and the drop that waits. */
  readonly waiting: Map<string, { readonly last: number; readonly timer: NodeJS.Timeout | null }>
  stopped: boolean
  retry: NodeJS.Timeout | null
}
const hubs = new WeakMap<pg.Pool, Hub>()

/** In the transaction of the change: heard on every node once it is committed. */
export async function publishInvalidation(q: Queryable, tags: readonly string[]): Promise<void> {
  if (tags.length === 0) return
  const payload = JSON.stringify([...new Set(tags)])
  const sent = Buffer.byteLength(payload) > mostPayload ? JSON.stringify([everything]) : payload
  await sql`select pg_notify(${channel}, ${sent})`.execute(q)
}

const concerns = (tags: readonly string[], dropped: readonly string[]): boolean =>
  dropped.includes(everything) || tags.some((tag) => dropped.includes(tag))

/** Drops on this node only; a command calls it after its commit, so that the caller reads what it wrote. */
export function dropHere(core: Pick<Core, 'pool' | 'log'>, tags: readonly string[]): void {
  const hub = hubs.get(core.pool)
  if (!hub) return
  const now = tags.filter((tag) => !tag.startsWith(waits) || isDue(core, hub, tag))
  if (now.length > 0)
    dropNow(
      core,
      hub,
      now.map((tag) => (tag.startsWith(waits) ? tag.slice(waits.length) : tag)),
    )
}

/** Whether the drop that may wait is made now; otherwise it is made later, once. */
function isDue(core: Pick<Core, 'pool' | 'log'>, hub: Hub, tag: string): boolean {
  const now = performance.now()
  const { last = -pause, timer = null } = hub.waiting.get(tag) ?? {}
  if (timer) return false
  const left = last + pause - now
  if (left <= 0) {
    hub.waiting.set(tag, { last: now, timer: null })
    return true
  }
  const later = setTimeout(() => {
    hub.waiting.set(tag, { last: performance.now(), timer: null })
    dropNow(core, hub, [tag.slice(waits.length)])
  }, left)
  later.unref()
  hub.waiting.set(tag, { last, timer: later })
  return false
}

function dropNow(core: Pick<Core, 'log'>, hub: Hub, tags: readonly string[]): void {
  hub.drops++
  for (const [key, kept] of hub.kept) if (concerns(kept.tags, tags)) hub.kept.delete(key)
  for (const handle of hub.handlers) {
    try {
      handle(tags)
    } catch (error) {
      core.log.error({ err: error }, 'a cache could not be dropped')
    }
  }
}

/** True while this node hears invalidations; otherwise nothing may be answered from memory. */
export const isListening = (core: Pick<Core, 'pool'>): boolean => hubs.get(core.pool)?.isListening ?? false

/**
 * `load()`, kept in memory under `key` until one of the tags is dropped, while this node listens. A load that fails
 * is not kept, nor one that a drop overtook.
 */
export async function remember<T>(
  core: Pick<Core, 'pool'>,
  key: string,
  tags: readonly string[],
  load: () => Promise<T>,
): Promise<T> {
  const hub = hubs.get(core.pool)
  if (!hub?.isListening) return load()
  const known = hub.kept.get(key)
  if (known) return known.value as Promise<T>
  const drops = hub.drops
  const value = load()
  const entry = { tags, value }
  hub.kept.set(key, entry)
  const forget = () => {
    if (hub.kept.get(key) === entry) hub.kept.delete(key)
  }
  value.then(() => {
    if (hub.drops !== drops) forget()
  }, forget)
  return value
}

/**
 * Calls `onTags` with the tags of every invalidation, on one connection per node, and with ['*'] whenever some may
 * have been missed (a lost connection, found again later). Resolves once it listens. `stop` ends it.
 */
export async function listenForInvalidation(
  core: Pick<Core, 'pool' | 'log'>,
  onTags: Handler,
): Promise<() => Promise<void>> {
  const hub = hubs.get(core.pool) ?? newHub(core)
  const handler: Handler = (tags) => onTags(tags)
  hub.handlers.add(handler)
  if (!hub.client) await connect(core, hub)
  return async () => {
    hub.handlers.delete(handler)
    if (hub.handlers.size === 0) await close(core, hub)
  }
}

function newHub(core: Pick<Core, 'pool'>): Hub {
  const hub: Hub = {
    handlers: new Set(),
    kept: new Map(),
    client: null,
    isListening: false,
    drops: 0,
    waiting: new Map(),
    stopped: false,
    retry: null,
  }
  hubs.set(core.pool, hub)
  return hub
}

async function connect(core: Pick<Core, 'pool' | 'log'>, hub: Hub): Promise<void> {
  const client = new pg.Client(core.pool.options)
  hub.client = client
  client.on('notification', ({ payload }) => dropHere(core, readTags(payload)))
  client.on('error', (error) => core.log.warn({ err: error }, 'cache invalidation lost its connection'))
  client.on('end', () => lost(core, hub, client))
  try {
    await client.connect()
    await client.query(`listen ${channel}`)
  } catch (error) {
    lost(core, hub, client)
    await client.end().catch(() => undefined)
    core.log.warn({ err: error }, 'cache invalidation is not connected')
    return
  }
  if (hub.client !== client) return
  hub.isListening = true
  dropHere(core, [everything])
}

/** Anything but our own list of texts means that something was missed. */
function readTags(payload: string | undefined): readonly string[] {
  try {
    const tags: unknown = JSON.parse(payload ?? '')
    return Array.isArray(tags) && tags.every((tag) => typeof tag === 'string') ? tags : [everything]
  } catch {
    return [everything]
  }
}

function lost(core: Pick<Core, 'pool' | 'log'>, hub: Hub, client: pg.Client): void {
  if (hub.client !== client) return
  hub.client = null
  hub.isListening = false
  dropHere(core, [everything])
  if (hub.stopped) return
  hub.retry = setTimeout(() => void connect(core, hub), 1_000)
  hub.retry.unref()
}

async function close(core: Pick<Core, 'pool' | 'log'>, hub: Hub): Promise<void> {
  hub.stopped = true
  hub.isListening = false
  hubs.delete(core.pool)
  if (hub.retry) clearTimeout(hub.retry)
  for (const { timer } of hub.waiting.values()) if (timer) clearTimeout(timer)
  const client = hub.client
  hub.client = null
  hub.kept.clear()
  await client?.end().catch((error: unknown) => core.log.debug({ err: error }, 'closing cache invalidation'))
}
