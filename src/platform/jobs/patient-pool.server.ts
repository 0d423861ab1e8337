import type pg from 'pg'
import { isDatabaseAway } from '../db/away.server.ts'

/** 'cannot connect now': the queue retries such a statement, after seconds up to minutes. */
const tryAgain = '57P03'

/**
 * The pool for the queue. The queue records the outcome of a job in the background, where an unknown error ends the
 * process. So every kind of lost connection is reported as one that the queue retries.
 */
export function patientPool(pool: pg.Pool): pg.Pool {
  /** With a callback the connection is for LISTEN, which the queue restores itself. */
  const connect = (listen?: Parameters<pg.Pool['connect']>[0]): unknown => {
    if (listen) return pool.connect(listen)
    // The worker has stopped: a retry that was still waiting must not end the process with an error.
    if (pool.ending) return new Promise(() => {})
    return pool.connect().then(patientClient, asPassing)
  }
  return new Proxy(pool, {
    get: (target, key) => (key === 'connect' ? connect : bound(target, key)),
  })
}

function patientClient(client: pg.PoolClient): pg.PoolClient {
  const query = (...args: Parameters<pg.PoolClient['query']>): Promise<unknown> =>
    (client.query(...args) as unknown as Promise<unknown>).catch(asPassing)
  return new Proxy(client, {
    get: (target, key) => (key === 'query' ? query : bound(target, key)),
  })
}

/** Methods need their original `this`. */
function bound(target: object, key: string | symbol): unknown {
  const value: unknown = Reflect.get(target, key)
  return typeof value === 'function' ? value.bind(target) : value
}

function asPassing(error: unknown): never {
  if (!isDatabaseAway(error)) throw error
  throw Object.assign(new Error((error as Error).message, { cause: error }), { code: tryAgain })
}
