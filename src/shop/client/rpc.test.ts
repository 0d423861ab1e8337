import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import { afterEach, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { seedWorld } from '../../../db/seeds/index.server.ts'
import { testApp } from '../../../tests/support/app.ts'
import { accountContract } from '../../modules/account/contract.ts'
import { bookingContract } from '../../modules/booking/contract.ts'
import { catalogueContract } from '../../modules/catalogue/contract.ts'
import { contentContract } from '../../modules/content/contract.ts'
import { inventoryContract } from '../../modules/inventory/contract.ts'
import { paymentContract } from '../../modules/payment/contract.ts'
import { printoutContract } from '../../modules/printouts/contract.ts'
import { reviewContract } from '../../modules/review/contract.ts'
import { readProblem, type ShopApi } from './api.ts'
import { rpcApi } from './rpc.ts'

const shop = await testApp()
await seedWorld(shop.shop.deps, 'test')
const origin = 'https://shop.example'

/** The browser's fetch, answered by the real server. */
async function fetchInProcess(input: string | Request, init?: RequestInit): Promise<Response> {
  const request = input instanceof Request ? input : new Request(new URL(input, origin), init)
  const { pathname } = new URL(request.url)
  const headers = Object.fromEntries(request.headers)
  const answer = await shop.app.inject({
    ...{ method: request.method as 'POST', url: pathname, headers: { ...headers, ...trusted } },
    payload: await request.text(),
  })
  return new Response(answer.body, { status: answer.statusCode, headers: answer.headers as Record<string, string> })
}
const trusted = { 'sec-fetch-site': 'same-origin' }
const orpc: ShopApi = createORPCClient(
  new RPCLink<{ idempotencyKey?: string }>({ url: `${origin}/rpc`, fetch: (request) => fetchInProcess(request) }),
)
const useServer = () => vi.stubGlobal('fetch', fetchInProcess)
afterEach(() => vi.unstubAllGlobals())

test.each([
  ['without input', (api: ShopApi) => api.content.chrome()],
  ['of a page', (api: ShopApi) => api.content.home()],
  ['with filters', (api: ShopApi) => api.catalogue.list({ kind: 'tour', limit: 3, currency: 'USD' })],
  ['without an answer', (api: ShopApi) => api.account.session()],
])('a call %s answers as with the client of oRPC', async (_, call) => {
  useServer()
  expect(await call(rpcApi)).toEqual(await call(orpc))
})

test.each([
  ['a refusal', (api: ShopApi) => api.catalogue.get({ kind: 'tour', idOrSlug: 'nothing-of-this-name' })],
  ['invalid input', (api: ShopApi) => api.catalogue.list({ kind: 'tour', limit: -1 })],
])('%s is the same problem as with the client of oRPC', async (_, call) => {
  useServer()
  const problemOf = async (api: ShopApi) => readProblem(await call(api).catch((error: unknown) => error))
  const problem = await problemOf(rpcApi)
  expect(problem.status).toBeGreaterThanOrEqual(400)
  expect(problem).toEqual(await problemOf(orpc))
})

test('the idempotency key is a header', async () => {
  const sent: RequestInit[] = []
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    sent.push(init)
    return Response.json({ json: { done: true } })
  })
  expect(await rpcApi.content.countVisit(undefined, { context: { idempotencyKey: 'k1' } })).toEqual({ done: true })
  await rpcApi.content.countVisit()
  expect(sent.map(({ headers }) => new Headers(headers).get('idempotency-key'))).toEqual(['k1', null])
})

test('a call can be ended, as the search box ends the one before', async () => {
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
    return new Promise((_done, failed) => signal?.addEventListener('abort', () => failed(signal.reason)))
  })
  const stop = new AbortController()
  const call = rpcApi.content.suggest({ q: 'burj' }, { signal: stop.signal })
  stop.abort(new Error('outdated'))
  await expect(call).rejects.toThrow('outdated')
})

test("a proxy's error has its status, and a broken answer is a lost connection", async () => {
  const problemOf = async (response: Response) => {
    vi.stubGlobal('fetch', async () => response)
    return readProblem(await rpcApi.content.chrome().catch((error: unknown) => error))
  }
  expect(await problemOf(new Response('<h1>Bad gateway</h1>', { status: 502 }))).toMatchObject({
    status: 502,
    message: '',
  })
  expect(await problemOf(new Response('<h1>Sign in to this network</h1>'))).toMatchObject({ status: 0, message: '' })
})

test('every procedure of the shop takes and answers plain JSON: no dates, files, sets or big numbers', () => {
  const rooms = { accountContract, bookingContract, catalogueContract, contentContract, inventoryContract }
  const all = { ...rooms, paymentContract, printoutContract, reviewContract }
  const faults: string[] = []
  let count = 0
  const visit = (node: unknown, path: string): void => {
    if (typeof node !== 'object' || node === null) return
    const procedure = (node as { '~orpc'?: { inputSchema?: z.ZodType; outputSchema?: z.ZodType } })['~orpc']
    if (!procedure) {
      for (const [name, next] of Object.entries(node)) if (name !== 'admin') visit(next, `${path}.${name}`)
      return
    }
    count++
    for (const io of ['input', 'output'] as const) {
      const schema = io === 'input' ? procedure.inputSchema : procedure.outputSchema
      if (schema) faults.push(...unrepresentable(schema, io).map((type) => `${path} ${io}: ${type}`))
    }
  }
  visit(all, 'shop')
  expect(count).toBeGreaterThan(40)
  expect(faults).toEqual([])
})

function unrepresentable(schema: z.ZodType, io: 'input' | 'output'): string[] {
  const types: string[] = []
  z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema }) => {
      const { type } = zodSchema._zod.def
      if (/^(date|bigint|symbol|map|set|file|nan)$/.test(type)) types.push(type)
    },
  })
  return types
}
