import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { Refusal } from '../kernel/refusal.ts'
import type { Queryable, Trx } from './db/database.server.ts'

/**
 * Runs `work` once per scope and key, inside the caller's transaction: the same key with the same request gets the
 * stored answer, with another request it is refused ('idempotency/other-request'). Parallel calls queue on the key.
 */
export async function once<T>(
  trx: Trx,
  scope: string,
  key: string,
  request: unknown,
  work: () => Promise<T>,
): Promise<T> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${scope}:${key}`}, 0))`.execute(trx)
  const known = await findAnswer(trx, { scope, key, request })
  if (known) return known.answer as T
  const answer = await work()
  await trx
    .insertInto('idempotency_keys')
    .values({ scope, key, request_hash: hashOf(request), answer: JSON.stringify(answer) })
    .execute()
  return answer
}

/** What a caller has said of a write that may come twice: 'who and what', the header, and the request. */
export type Repeatable = { readonly scope: string; readonly key: string; readonly request: unknown }

/** The same for a write whose key is optional. */
export const onceIfKeyed = <T>(trx: Trx, repeatable: Repeatable | null, work: () => Promise<T>): Promise<T> =>
  repeatable ? once(trx, repeatable.scope, repeatable.key, repeatable.request, work) : work()

/** True when the write is done already: its checks would refuse it now. Refuses 'idempotency/other-request'. */
export async function isRepeated(q: Queryable, repeatable: Repeatable | null): Promise<boolean> {
  return repeatable !== null && (await findAnswer(q, repeatable)) !== undefined
}

async function findAnswer(q: Queryable, { scope, key, request }: Repeatable): Promise<{ answer: unknown } | undefined> {
  const known = await q
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'answer'])
    .where('scope', '=', scope)
    .where('key', '=', key)
    .executeTakeFirst()
  if (known && known.request_hash !== hashOf(request)) throw new Refusal('idempotency/other-request')
  return known
}

const hashOf = (request: unknown): string => createHash('sha256').update(JSON.stringify(request)).digest('hex')
