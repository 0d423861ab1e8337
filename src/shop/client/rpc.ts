// Calls the server's procedures over /rpc. oRPC's own client would be seven kilobytes of every page's script: for values
// that JSON does not know, streams and plugins. The shop's contracts are plain JSON (rpc.test.ts).
import type { CallContext, ShopApi } from './api.ts'

interface Answer {
  readonly json?: unknown
}
/** As oRPC writes an error. */
interface Failure {
  readonly message?: string
  readonly data?: unknown
}

/** Throws what `readProblem` understands. */
async function send(path: readonly string[], input: unknown, { idempotencyKey }: CallContext): Promise<unknown> {
  const response = await fetch(`/rpc/${path.join('/')}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(idempotencyKey && { 'idempotency-key': idempotencyKey }) },
    body: JSON.stringify({ json: input }),
  })
  const answer = response.json() as Promise<Answer>
  if (response.ok) return (await answer).json
  // A proxy's error is no JSON.
  const { message, data } = ((await answer.catch(() => ({}) as Answer)).json ?? {}) as Failure
  throw Object.assign(new Error(message), { status: response.status, data })
}

type Call = (input?: unknown, options?: { readonly context?: CallContext }) => Promise<unknown>

const callAt = (path: readonly string[]): Call =>
  new Proxy<Call>((input, { context = {} } = {}) => send(path, input, context), {
    get: (_, key) => (typeof key === 'string' && key !== 'then' ? callAt([...path, key]) : undefined),
  })

export const rpcApi = callAt([]) as unknown as ShopApi
