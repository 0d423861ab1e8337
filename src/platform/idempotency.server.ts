import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { Refusal } from '../kernel/refusal.ts'
import type { Core } from './core.server.ts'
import type { Queryable, Trx } from './db/database.server.ts'
import { daysBefore, deleteOld, keptDays } from './retention.server.ts'

/**
 * Runs `work` once for each scope and key, inside the caller's transaction. The same key with the same request returns
 * the stored answer; with another request it is refused ('idempotency/other-request'). Parallel calls wait for each
 * other.
 */
export async function once<T>(
  trx: Trx,
  scope: string,
  key: string,
  request: unknown,
  work: () => Promise<T>,
): Promise<T> {
  const { rows } = await sql<Answer>`select request_hash, answer from find_answer(${scope}, ${key})`.execute(trx)
  const known = answerTo(request, rows[0])
  if (known) return known.answer as T
  const answer = await work()
  await trx
    .insertInto('idempotency_keys')
    .values({ scope, key, request_hash: hashOf(request), answer: JSON.stringify(answer) })
    .execute()
  return answer
}

/** Identifies a write that may be repeated: who and what, the Idempotency-Key header, and the request. */
export type Repeatable = { readonly scope: string; readonly key: string; readonly request: unknown }

/** The same for a write whose key is optional. */
export const onceIfKeyed = <T>(trx: Trx, repeatable: Repeatable | null, work: () => Promise<T>): Promise<T> =>
  repeatable ? once(trx, repeatable.scope, repeatable.key, repeatable.request, work) : work()

/**
 * True when the write has already happened, so that its checks would now refuse it. Refuses 'idempotency/other-
 * request'.
 */
export async function isRepeated(q: Queryable, repeatable: Repeatable | null): Promise<boolean> {
  return repeatable !== null && (await findAnswer(q, repeatable)) !== undefined
}

type Answer = { readonly request_hash: string; readonly answer: unknown }
async function findAnswer(q: Queryable, { scope, key, request }: Repeatable): Promise<Answer | undefined> {
  const known = await q
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'answer'])
    .where('scope', '=', scope)
    .where('key', '=', key)
    .executeTakeFirst()
  return answerTo(request, known)
}

function answerTo(request: unknown, known: Answer | undefined): Answer | undefined {
  if (known && known.request_hash !== hashOf(request)) throw new Refusal('idempotency/other-request')
  return known
}

/** Deletes old answers: no client retries that late. */
export async function purgeAnswers(core: Pick<Core, 'db'>, now: Date): Promise<void> {
  const isOld = sql<boolean>`created_at < ${daysBefore(now, keptDays.idempotency_keys)}`
  await deleteOld(core, { table: 'idempotency_keys', isOld })
}

const hashOf = (request: unknown): string => createHash('sha256').update(JSON.stringify(request)).digest('hex')
