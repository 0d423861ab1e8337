import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (error?: unknown) => void,
) => void
type Connect = (connected?: Connected) => Promise<pg.PoolClient>

type Heard = (seconds: number) => void
const listeners = new WeakMap<pg.Pool, Set<Heard>>()
const lastWaits = new WeakMap<pg.PoolClient, number>()

/**
 * Measures how long callers wait for a connection. Their callbacks keep the request of the caller: the pool calls them
 * from the request that returns a connection.
 */
export function measureWaits(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool) as Connect
  const note = (since: number, client?: pg.PoolClient): void => {
    const milliseconds = performance.now() - since
    if (client) lastWaits.set(client, milliseconds)
    for (const heard of listeners.get(pool) ?? []) heard(milliseconds / 1_000)
  }
  const measured: Connect = (connected) => {
    const since = performance.now()
    if (connected) {
      return connect(
        AsyncLocalStorage.bind<Connected>((error, client, release) => {
          note(since, client)
          connected(error, client, release)
        }),
      )
    }
    return connect().then(
      (client) => {
        note(since, client)
        return client
      },
      (error) => {
        note(since)
        throw error
      },
    )
  }
  pool.connect = measured as typeof pool.connect
}

/** Returns a function that ends it. */
export function onWait(pool: pg.Pool, heard: Heard): () => void {
  const all = listeners.get(pool) ?? new Set<Heard>()
  listeners.set(pool, all.add(heard))
  return () => void all.delete(heard)
}

/** How long the present user of a connection waited for it, in milliseconds; 0 when it was asked before. */
export function takeWait(client: pg.PoolClient): number {
  const waited = lastWaits.get(client) ?? 0
  lastWaits.delete(client)
  return waited
}
