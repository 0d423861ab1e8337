import type pg from 'pg'
import { isDatabaseAway } from '../db/away.server.ts'

/** 'cannot connect now': what the queue repeats a statement for, from seconds to minutes apart. */
const tryAgain = '57P03'

/**
 * The pool as the queue is given it. Whether a job is done or has failed is written by nobody who waits for it: there an
 * error that the queue does not know as passing ends the process. So every way of losing the database is told as one
 * that it knows.
 */
export function patientPool(pool: pg.Pool): pg.Pool {
  /** Given a callback it is for listening, which the queue takes up again by itself. */
  const connect = (listen?: Parameters<pg.Pool['connect']>[0]): unknown =>
    listen ? pool.connect(listen) : pool.connect().then(patientClient, asPassing)
  return new Proxy(pool, {
    get: (target, key) => (key === 'connect' ? connect : bound(target, key)),
  })
}

function patientClient(client: pg.PoolClient): pg.PoolClient {
  const query = (...given: Parameters<pg.PoolClient['query']>): Promise<unknown> =>
    (client.query(...given) as unknown as Promise<unknown>).catch(asPassing)
  return new Proxy(client, {
    get: (target, key) => (key === 'query' ? query : bound(target, key)),
  })
}

/** Its methods work on the thing itself. */
function bound(target: object, key: string | symbol): unknown {
  const value: unknown = Reflect.get(target, key)
  return typeof value === 'function' ? value.bind(target) : value
}

function asPassing(error: unknown): never {
  if (!isDatabaseAway(error)) throw error
  throw Object.assign(new Error((error as Error).message, { cause: error }), { code: tryAgain })
}
