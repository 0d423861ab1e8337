import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { Refusal } from '../kernel/refusal.ts'
import type { Trx } from './db/database.server.ts'

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
  const hash = createHash('sha256').update(JSON.stringify(request)).digest('hex')
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${scope}:${key}`}, 0))`.execute(trx)
  const known = await trx
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'answer'])
    .where('scope', '=', scope)
    .where('key', '=', key)
    .executeTakeFirst()
  if (known && known.request_hash !== hash) throw new Refusal('idempotency/other-request')
  if (known) return known.answer as T
  const answer = await work()
  await trx
    .insertInto('idempotency_keys')
    .values({ scope, key, request_hash: hash, answer: JSON.stringify(answer) })
    .execute()
  return answer
}
