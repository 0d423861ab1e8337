/**
 * In-memory caches are invalidated by tag on every node, through NOTIFY. A node that cannot hear notifications caches
 * nothing.
 */
import { sql } from 'kysely'
import type pg from 'pg'
import { CacheListener, type ListenerTimes } from './cache-listener.server.ts'
import type { Core } from './core.server.ts'
import type { Queryable } from './db/database.server.ts'
import { allowNames, forbidNames } from './db/named-statements.server.ts'
import { channel, schemaChanged, schemaChanges } from './db/schema-notice.server.ts'

/** Matches every tag; sent to handlers when notifications may have been missed. */
export const everything = '*'
/** PostgreSQL accepts 8000 bytes. */
const maxPayloadBytes = 7_000

const throttleMilliseconds = 3_000
const throttledPrefix = 'throttled:'
/**
 * A tag that each node drops at most once in three seconds, by its own clock; the first drop is immediate. For bulk
 * work that changes thousands of items one after the other.
 */
export const throttledTag = (tag: string): string => `${throttledPrefix}${tag}`

type Handler = (tags: readonly string[]) => void
type Entry = {
  readonly tags: readonly string[]
  readonly value: Promise<unknown>
  /** The value, once it is known. */
  loaded?: { readonly value: unknown }
}
type Throttle = { readonly lastDrop: number; readonly timer: NodeJS.Timeout | null }
type Hub = {
  readonly handlers: Set<Handler>
  readonly entries: Map<string, Entry>
  /** By group, the least recently used first. */
  readonly groups: Map<string, Map<string, Entry>>
  readonly listener: CacheListener
  isListening: boolean
  /** Counts drops. A value whose loading overlaps a drop is not cached. */
  drops: number
  readonly throttles: Map<string, Throttle>
}
const hubs = new WeakMap<pg.Pool, Hub>()

/** Call in the transaction of the change: nodes are notified when it commits. */
export async function publishInvalidation(q: Queryable, tags: readonly string[]): Promise<void> {
  if (tags.length === 0) return
  const payload = JSON.stringify([...new Set(tags)])
  const sent = Buffer.byteLength(payload) > maxPayloadBytes ? JSON.stringify([everything]) : payload
  await sql`select pg_notify(${channel}, ${sent})`.execute(q)
}

/** A pooler shares sessions between its clients, and their names would mix. */
function setNames({ pool, directPool }: Pick<Core, 'pool' | 'directPool'>, isAllowed: boolean): void {
  if (pool !== directPool) return
  if (isAllowed) allowNames(pool)
  else forbidNames(pool)
}

/** Drops on this node only. Commands call it after their commit, so that the caller reads its own writes. */
export function dropHere(core: Pick<Core, 'pool' | 'log'>, tags: readonly string[]): void {
  const hub = hubs.get(core.pool)
  if (!hub) return
  const due = tags.flatMap((tag) => {
    if (!tag.startsWith(throttledPrefix)) return [tag]
    const plainTag = tag.slice(throttledPrefix.length)
    return isDue(core, hub, plainTag) ? [plainTag] : []
  })
  if (due.length > 0) dropNow(core, hub, due)
}

/** False if the tag was dropped within the last three seconds; then one later drop is scheduled. */
function isDue(core: Pick<Core, 'log'>, hub: Hub, tag: string): boolean {
  const now = performance.now()
  const { lastDrop = -throttleMilliseconds, timer = null } = hub.throttles.get(tag) ?? {}
  if (timer) return false
  const wait = lastDrop + throttleMilliseconds - now
  if (wait <= 0) {
    hub.throttles.set(tag, { lastDrop: now, timer: null })
    return true
  }
  const later = setTimeout(() => {
    hub.throttles.set(tag, { lastDrop: performance.now(), timer: null })
    dropNow(core, hub, [tag])
  }, wait)
  later.unref()
  hub.throttles.set(tag, { lastDrop, timer: later })
  return false
}

function dropNow(core: Pick<Core, 'log'>, hub: Hub, tags: readonly string[]): void {
  hub.drops++
  const isAffected = (entry: Entry) => tags.includes(everything) || entry.tags.some((tag) => tags.includes(tag))
  for (const entries of [hub.entries, ...hub.groups.values()])
    for (const [key, entry] of entries) if (isAffected(entry)) entries.delete(key)
  for (const handle of hub.handlers) {
    try {
      handle(tags)
    } catch (error) {
      core.log.error({ err: error }, 'a cache could not be dropped')
    }
  }
}

/** While false, nothing may be answered from memory. */
export const isListening = (core: Pick<Core, 'pool'>): boolean => hubs.get(core.pool)?.isListening ?? false

/**
 * Caches the result of `load()` under `key` until one of the tags is dropped. Does not cache while this node is not
 * listening, when `load` fails, or when a drop happened during the load.
 */
export async function remember<T>(
  core: Pick<Core, 'pool'>,
  key: string,
  tags: readonly string[],
  load: () => Promise<T>,
): Promise<T> {
  const hub = hubs.get(core.pool)
  if (!hub?.isListening) return load()
  const cached = hub.entries.get(key)
  if (cached) return cached.value as Promise<T>
  const drops = hub.drops
  const value = load()
  const entry: Entry = { tags, value }
  hub.entries.set(key, entry)
  const forget = () => {
    if (hub.entries.get(key) === entry) hub.entries.delete(key)
  }
  value.then((loaded) => {
    if (hub.drops === drops) entry.loaded = { value: loaded }
    else forget()
  }, forget)
  return value
}

/**
 * What `remember` has cached under `key`, if it is at hand. For use inside a transaction, where waiting for another
 * connection could exhaust the pool.
 */
export function recall<T>(core: Pick<Core, 'pool'>, key: string): T | undefined {
  const hub = hubs.get(core.pool)
  return hub?.isListening ? (hub.entries.get(key)?.loaded?.value as T | undefined) : undefined
}

export interface Recent<T> {
  readonly group: string
  readonly key: string
  /** The group never has more entries; the least recently used goes first. */
  readonly max: number
  /** The tags may follow from the value: a drop during the load forgets it anyway. */
  readonly tagsOf: (value: T) => readonly string[]
}
/** Like `remember`, for values that have more keys than may be cached, such as ranges of days that visitors choose. */
export async function rememberRecent<T>(
  core: Pick<Core, 'pool'>,
  { group, key, max, tagsOf }: Recent<T>,
  load: () => Promise<T>,
): Promise<T> {
  const hub = hubs.get(core.pool)
  if (!hub?.isListening) return load()
  const entries = hub.groups.get(group) ?? new Map<string, Entry>()
  hub.groups.set(group, entries)
  const cached = entries.get(key)
  if (cached) {
    // Moves it to the end.
    entries.delete(key)
    entries.set(key, cached)
    return cached.value as Promise<T>
  }
  const drops = hub.drops
  const value = load()
  const isOurs = (entry: Entry) => entries.get(key) === entry
  const loading: Entry = { tags: [], value }
  entries.set(key, loading)
  for (const oldest of entries.keys()) {
    if (entries.size <= max) break
    entries.delete(oldest)
  }
  value.then(
    (loaded) => {
      if (!isOurs(loading)) return
      if (hub.drops === drops) entries.set(key, { tags: tagsOf(loaded), value })
      else entries.delete(key)
    },
    () => {
      if (isOurs(loading)) entries.delete(key)
    },
  )
  return value
}

/**
 * Calls `onTags` with the tags of every invalidation, and with ['*'] whenever some may have been missed. All listeners
 * of a node share one connection. Resolves after the first attempt to connect. Returns a function that stops it.
 */
export async function listenForInvalidation(
  core: Pick<Core, 'pool' | 'directPool' | 'log'>,
  onTags: Handler,
  times?: ListenerTimes,
): Promise<() => Promise<void>> {
  const known = hubs.get(core.pool)
  const hub = known ?? openHub(core, times)
  const handler: Handler = (tags) => onTags(tags)
  hub.handlers.add(handler)
  if (!known) await hub.listener.start()
  return async () => {
    hub.handlers.delete(handler)
    if (hub.handlers.size === 0) await closeHub(core, hub)
  }
}

function openHub(core: Pick<Core, 'pool' | 'directPool' | 'log'>, times: ListenerTimes | undefined): Hub {
  const hub: Hub = {
    handlers: new Set(),
    entries: new Map(),
    groups: new Map(),
    listener: new CacheListener(core, {
      channel,
      onPayload: (payload) => {
        const tags = readTags(payload)
        if (tags.includes(schemaChanges)) setNames(core, false)
        else if (tags.includes(schemaChanged)) setNames(core, true)
        else dropHere(core, tags)
      },
      onUp: () => setListening(true),
      onDown: () => setListening(false),
      times,
    }),
    isListening: false,
    drops: 0,
    throttles: new Map(),
  }
  const setListening = (isUp: boolean): void => {
    hub.isListening = isUp
    setNames(core, isUp)
    dropNow(core, hub, [everything])
  }
  hubs.set(core.pool, hub)
  return hub
}

/** An unreadable payload counts as a missed notification. */
function readTags(payload: string | undefined): readonly string[] {
  try {
    const tags: unknown = JSON.parse(payload ?? '')
    return Array.isArray(tags) && tags.every((tag) => typeof tag === 'string') ? tags : [everything]
  } catch {
    return [everything]
  }
}

async function closeHub(core: Pick<Core, 'pool'>, hub: Hub): Promise<void> {
  hub.isListening = false
  hub.entries.clear()
  hub.groups.clear()
  hubs.delete(core.pool)
  for (const { timer } of hub.throttles.values()) if (timer) clearTimeout(timer)
  await hub.listener.close()
}
