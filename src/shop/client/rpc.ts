// Calls the server's procedures over /rpc. oRPC's own client would be seven kilobytes of every page's script: for values
// that JSON does not know, streams and plugins. The shop's contracts are plain JSON (rpc.test.ts).
import type { CallContext, ShopApi } from './api.ts'
import { languageHeader } from './language-header.ts'

interface Answer {
  readonly json?: unknown
}
/** As oRPC writes an error. */
interface Failure {
  readonly message?: string
  readonly data?: unknown
}

interface Options {
  readonly context?: CallContext
  readonly signal?: AbortSignal
}

/** Throws what `readProblem` understands. */
async function send(path: readonly string[], input: unknown, { context, signal }: Options): Promise<unknown> {
  const key = context?.idempotencyKey
  const response = await fetch(`/rpc/${path.join('/')}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...languageHeader(), ...(key && { 'idempotency-key': key }) },
    body: JSON.stringify({ json: input }),
    ...(signal && { signal }),
  })
  const answer = response.json() as Promise<Answer>
  if (response.ok) return (await answer).json
  // A proxy's error is no JSON.
  const { message, data } = ((await answer.catch(() => ({}) as Answer)).json ?? {}) as Failure
  throw Object.assign(new Error(message), { status: response.status, data })
}

type Call = (input?: unknown, options?: Options) => Promise<unknown>

const callAt = (path: readonly string[]): Call =>
  new Proxy<Call>((input, options = {}) => send(path, input, options), {
    get: (_, key) => (typeof key === 'string' && key !== 'then' ? callAt([...path, key]) : undefined),
  })

export const rpcApi = callAt([]) as unknown as ShopApi
