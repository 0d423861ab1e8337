import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { seedWorld } from '../../db/seeds/index.server.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { testCore } from '../support/database.ts'
import { anyAddress } from './database-state.ts'
import { multipart } from './upload-corpus.ts'

// No request may block the event loop, however large and hostile its body is. Blocking is the main thread's CPU time
// within one turn of the loop: elapsed time would also count other programs on a busy machine.
const maxBlockedMilliseconds = 50
const maxBodyBytes = 1024 * 1024
const maxFileBytes = 5 * 1024 * 1024

const core = await testCore()
const shop = await testApp({ core, trustProxy: 1 })
await seedWorld(shop.shop.deps, 'test')

type Schema = Readonly<Partial<Record<'type' | '$ref' | 'format' | 'contentMediaType', string>>> & {
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly maxLength?: number
  readonly maxItems?: number
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
}
type Content = Readonly<Record<string, { readonly schema: Schema }>>
type Operation = { readonly requestBody?: { readonly content: Content } }
type OpenApi = { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> }
const openApi = (await shop.call('GET /api/openapi.json')).json() as unknown as OpenApi
const operations = Object.entries(openApi.paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, { requestBody }]) =>
    method === 'get' ? [] : [{ method: method.toUpperCase(), path, content: requestBody?.content ?? {} }],
  ),
)

/** Texts that make careless parsers slow: for addresses, markup, numbers, dates, links, templates and white space. */
const hostile = ['a@', '<a href="', '<!--', '1,', '0', ' \t', '%2e%2e/', '{{a', '\u0301', '[](', '-', '\\', "'"]
const repeated = (seed: string, length: number): string =>
  `${seed.repeat(Math.ceil(length / seed.length))}!`.slice(-length)

/** A value that the schema allows, with each text as long as it may be. */
function largest(schema: Schema, seed: string, depth = 0): unknown {
  const choice = schema.anyOf?.[0] ?? schema.oneOf?.[0] ?? schema.allOf?.[0]
  if (choice) return largest(choice, seed, depth)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.format === 'uuid') return '01890000-0000-7000-8000-000000000000'
  if (schema.type === 'string') return repeated(seed, Math.min(schema.maxLength ?? 50_000, 200_000))
  if (schema.type === 'integer' || schema.type === 'number') return 1
  if (schema.type === 'boolean') return true
  if (schema.type === 'array')
    return depth > 2
      ? []
      : Array.from({ length: Math.min(schema.maxItems ?? 20, 100) }, () => largest(schema.items ?? {}, seed, depth + 1))
  if (schema.properties)
    return Object.fromEntries(
      Object.entries(schema.properties).map(([key, each]) => [key, largest(each, seed, depth + 1)]),
    )
  return depth > 2 ? null : { [repeated(seed, 40)]: repeated(seed, 1_000) }
}
/** The schema's largest values, one for each hostile text if it allows texts, without those too large for a body. */
function largestBodies(schema: Schema): Buffer[] {
  const bodies = new Set(hostile.map((seed) => JSON.stringify(largest(schema, seed))))
  return [...bodies].map((body) => Buffer.from(body)).filter(({ length }) => length <= maxBodyBytes)
}

const room = maxBodyBytes - 5_000
const nested = Buffer.from(`${'['.repeat(room / 2)}${']'.repeat(room / 2)}`)
const numbers = Buffer.from(`[${'1,'.repeat(room / 2 - 1)}1]`)
const objects = Buffer.from(`[${'{},'.repeat(room / 3 - 1)}{}]`)
const text = Buffer.from(JSON.stringify('a@'.repeat(room / 2)))
/** As many keys as a body may have; one more makes it too large. */
const keys = Array.from({ length: 10_000 - 5 }, (_, place) => `"k${place}":1`).join()
const manyKeys = Buffer.from(`{${keys}}`)
const tooManyKeys = Buffer.from(`{${keys},"a":1,"b":1,"c":1,"d":1,"e":1,"f":1}`)

function bodiesOf(schema: Schema): Buffer[] {
  const [first = 'x'] = Object.keys(schema.properties ?? {})
  const names = Object.keys(schema.properties ?? { x: {} })
  const share = JSON.stringify(' \t'.repeat(Math.floor(room / names.length / 4)))
  const shares = Buffer.from(`{${names.map((name) => `"${name}":${share}`).join()}}`)
  const withValue = (value: Buffer) => Buffer.concat([Buffer.from(`{"${first}":`), value, Buffer.from('}')])
  const wrong = [nested, numbers, objects, text, manyKeys].map(withValue)
  return [...largestBodies(schema), ...wrong, shares, manyKeys, tooManyKeys, nested]
}

const files = ['a,"', '"\n', ';', 'PK\u0003\u0004', '<', '\u0000'].map((seed) =>
  Buffer.from(repeated(seed, maxFileBytes)),
)
const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), randomBytes(maxFileBytes - 4)])

type Sent = { readonly payload: Buffer; readonly headers: Readonly<Record<string, string>> }
function requestsOf(content: Content): Sent[] {
  const json = content['application/json']?.schema
  const form = content['multipart/form-data']?.schema
  const headers = { 'content-type': 'application/json' }
  if (form) {
    const fields = Object.keys(form.properties ?? {}).filter((name) => name !== 'file')
    return [...files, jpeg].map((bytes) =>
      multipart([
        ...fields.map((field) => ({ field, bytes: Buffer.from(repeated('<a@', 60_000)) })),
        { name: 'a.jpg', bytes },
      ]),
    )
  }
  return bodiesOf(json ?? {}).map((payload) => ({ payload, headers }))
}

type Sender = { readonly app: TestApp['app']; readonly method: string; readonly url: string; readonly cookie: string }

/**
 * The longest turn of the loop while the request runs, in milliseconds of CPU time. The timer fires between turns once a
 * millisecond has passed, so shorter turns count together, but the loop may rest while it waits.
 */
async function blockedBy({ app, method, url, cookie }: Sender, { payload, headers }: Sent): Promise<[number, number]> {
  let [longest, last] = [0, cpu()]
  const turn = (): void => {
    const now = cpu()
    longest = Math.max(longest, now - last)
    last = now
  }
  const timer = setInterval(turn, 1)
  const sent = { method: method as 'POST', url, payload, headers: { ...headers, ...anyAddress(), cookie } }
  const { statusCode } = await app.inject(sent)
  clearInterval(timer)
  turn()
  return [longest, statusCode]
}
function cpu(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** The least of up to six: garbage collection and compilation also take time, but not each time. */
async function reliablyBlockedBy(sender: Sender, sent: Sent): Promise<[number, number]> {
  let [least, status] = await blockedBy(sender, sent)
  for (let round = 0; round < 5 && least > maxBlockedMilliseconds; round++) {
    const again = await blockedBy(sender, sent)
    least = Math.min(least, again[0])
    status = again[1]
  }
  return [least, status]
}

const values: Readonly<Record<string, string>> = { kind: 'tour', provider: 'sandbox_card', key: 'booking_confirmation' }
const urlOf = (path: string): string =>
  `/api${path.replace(/\{([^}]+)\}/g, (_, name) => values[name] ?? '01890000-0000-7000-8000-000000000000')}`

test('control: a request that blocks for longer is detected', async () => {
  const slow = await testApp({
    core,
    routes: [
      (app) => {
        app.post('/api/slow', { config: { access: 'public' } }, () => {
          const end = cpu() + 2 * maxBlockedMilliseconds
          while (cpu() < end);
          return {}
        })
      },
    ],
  })
  const sender = { app: slow.app, method: 'POST', url: '/api/slow', cookie: '' }
  const headers = { 'content-type': 'application/json' }
  const [blocked] = await reliablyBlockedBy(sender, { payload: Buffer.from('{}'), headers })
  expect(blocked).toBeGreaterThan(maxBlockedMilliseconds)
})

describe('the largest hostile bodies', () => {
  test.each(operations)(
    '$method $path never blocks the loop for 50 ms',
    { timeout: 60_000 },
    async ({ method, path, content }) => {
      const { cookie } = (await shop.signIn('admin')).headers
      const sender = { app: shop.app, method, url: urlOf(path), cookie }
      for (const sent of requestsOf(content)) {
        const [blocked, status] = await reliablyBlockedBy(sender, sent)
        const start = sent.payload.toString('latin1', 0, 60)
        expect(blocked, `${start} (${status})`).toBeLessThan(maxBlockedMilliseconds)
        expect(status, start).not.toBe(500)
      }
    },
  )
})
