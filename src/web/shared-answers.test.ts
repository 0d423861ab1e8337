import { brotliDecompressSync } from 'node:zlib'
import { implement } from '@orpc/server'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { afterFile } from '../../tests/support/after-file.ts'
import { testApp } from '../../tests/support/app.ts'
import { testCore } from '../../tests/support/database.ts'
import { type Access, procedure } from '../kernel/contract.ts'
import { Refusal } from '../kernel/refusal.ts'
import { listenForInvalidation, publishInvalidation } from '../platform/cache-invalidation.server.ts'

const core = await testCore()
const shared = { tags: ['boats'], query: ['sort', 'page'] }
const input = z.object({
  port: z.string(),
  q: z.string().optional(),
  sort: z.union([z.string(), z.array(z.string())]).optional(),
  page: z.coerce.number().optional(),
})
const contract = {
  list: procedure('public', 'GET /ports/{port}/boats', 'Boats', { shared }).input(input).output(z.unknown()),
  own: procedure('public', 'GET /boats/own', 'Boats of nobody').output(z.unknown()),
}
/** The inputs that were answered anew. */
let answered: string[] = []
let gate: Promise<void> | null = null
const answer = async (given: z.infer<typeof input>) => {
  answered.push(JSON.stringify(given))
  await gate
  if (given.port === 'none') throw new Refusal('request/not-found')
  return { boats: `boat ${answered.length} `.repeat(300), ...given }
}
const os = implement(contract)
const router = os.router({
  list: os.list.handler(({ input: given }) => answer(given)),
  own: os.own.handler(() => answer({ port: 'own' })),
})
const shop = await testApp({ core, router })
afterFile(await listenForInvalidation(core, () => undefined))

const get = (url: string, headers?: Record<string, string>) => shop.call(`GET /api${url}`, undefined, headers)
async function answeredBy(...urls: readonly string[]): Promise<number> {
  answered = []
  for (const url of urls) await get(url)
  return answered.length
}
let ports = 0
/** An address that no other test uses. */
const fresh = (): string => `/ports/port-${++ports}/boats`

test('an answer that is the same for everybody is made once, however its parameters are ordered', async () => {
  const url = fresh()
  expect(await answeredBy(url, url, `${url}?`)).toBe(1)
  expect(await answeredBy(`${url}?sort=size&page=2`, `${url}?page=2&sort=size`)).toBe(1)
  expect(JSON.parse((await get(`${url}?page=2&sort=size`)).text)).toMatchObject({ sort: 'size', page: 2 })
  expect(await answeredBy('/boats/own', '/boats/own')).toBe(2)
})

test('free text, parameters given twice and other spellings are answered anew', async () => {
  const url = fresh()
  for (const other of [
    `${url}?q=sail`,
    `${url}?sort=a&sort=b`,
    `${url}?sort=${'x'.repeat(101)}`,
    `${url}?other=1`,
    url.replace('port-', 'PORT-'),
  ])
    expect([other, await answeredBy(other, other)]).toEqual([other, 2])
})

test('clients that have the answer are told so, others get it compressed', async () => {
  const url = fresh()
  const first = await get(url)
  expect(first.headers).toMatchObject({
    'cache-control': 'no-cache',
    'content-type': 'application/json; charset=utf-8',
    vary: 'accept-language, accept-encoding',
  })
  const { etag } = first.headers
  const known = await get(url, { 'if-none-match': String(etag) })
  expect([known.status, known.text]).toEqual([304, ''])
  const packed = await shop.app.inject({ url: `/api${url}`, headers: { 'accept-encoding': 'gzip, br' } })
  expect(packed.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(first.text)
})

test('it is made anew once a tag is dropped, also when that happens while it is made', async () => {
  const url = fresh()
  const drop = () => publishInvalidation(core.db, ['boats'])
  await get(url)
  await drop()
  await expect.poll(() => answeredBy(url)).toBe(1)
  const [raced, opened] = [fresh(), Promise.withResolvers<void>()]
  gate = opened.promise
  answered = []
  const waiting = get(raced)
  await expect.poll(() => answered.length).toBe(1)
  const heard = Promise.withResolvers<void>()
  const stop = await listenForInvalidation(core, () => heard.resolve())
  await drop()
  await heard.promise
  await stop()
  gate = null
  opened.resolve()
  await waiting
  expect(await answeredBy(raced)).toBe(1)
})

test('it is a minute old at most', async () => {
  const url = fresh()
  expect(await answeredBy(url, url)).toBe(1)
  core.clock.advance(1)
  expect(await answeredBy(url, url)).toBe(1)
})

test('a refusal is never cached, and everybody who waited gets it', async () => {
  answered = []
  const both = await Promise.all([get('/ports/none/boats'), get('/ports/none/boats')])
  for (const { status, headers } of both) {
    expect(status).toBe(404)
    expect(headers).toMatchObject({
      'content-type': 'application/problem+json; charset=utf-8',
      'cache-control': 'no-store',
    })
  }
  expect(await answeredBy('/ports/none/boats')).toBe(1)
})

test('a node that hears no changes answers anew', async () => {
  const deaf = await testApp({ router })
  answered = []
  const url = fresh()
  for (let n = 0; n < 2; n++) await deaf.call(`GET /api${url}`)
  expect(answered.length).toBe(2)
})

test.each<[Access, 'GET' | 'POST']>([
  ['customer', 'GET'],
  ['public', 'POST'],
])('the shop does not start when a %s %s shares its answer', async (access, method) => {
  const wrong = { list: procedure(access, `${method} /boats`, 'Boats', { shared }) }
  const wrongRouter = implement(wrong).router({ list: implement(wrong).list.handler(() => null) })
  await expect(testApp({ core, router: wrongRouter })).rejects.toThrow('list cannot share its answer')
})
