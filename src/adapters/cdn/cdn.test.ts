import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openCdn } from './index.server.ts'

const purgeToken = 'a-token-of-the-cdn'
let status = 200
let seen: { path: string; body: unknown; token: string | undefined }[] = []
const server = createServer(async (request, response) => {
  const { 'fastly-key': fastly, authorization } = request.headers
  seen.push({ path: request.url ?? '', body: await json(request), token: String(fastly ?? authorization) })
  response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end('{}')
})
let url: string
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/purge`
})
afterAll(() => server.close())
beforeEach(() => {
  status = 200
  seen = []
})

describe.each([
  ['fastly', { 'surrogate-key': 'a b', 'surrogate-control': 'max-age=60' }, 'surrogate_keys', purgeToken, 256],
  ['cloudflare', { 'cache-tag': 'a,b', 'cdn-cache-control': 'max-age=60' }, 'tags', `Bearer ${purgeToken}`, 30],
] as const)('%s', (name, headers, field, token, maxKeys) => {
  const open = (purgeUrl = url) => openCdn({ name, purgeUrl, purgeToken })

  it('reads the keys and the age of a page from its own headers', () => {
    expect(open().headersOf(['a', 'b'], 60)).toEqual(headers)
  })

  it('is sent the keys and the token', async () => {
    await open().purge(['a', 'b'])
    expect(seen).toEqual([{ path: '/purge', body: { [field]: ['a', 'b'] }, token }])
  })

  it('is sent no more keys at once than it takes', async () => {
    const keys = Array.from({ length: maxKeys + 1 }, (_, n) => `key${n}`)
    await open().purge(keys)
    expect(seen.map(({ body }) => body)).toEqual([
      { [field]: keys.slice(0, maxKeys) },
      { [field]: keys.slice(maxKeys) },
    ])
  })

  it.each([302, 401, 429, 500])('that answers %s has not purged; the error does not have the token', async (answer) => {
    status = answer
    const error = await open()
      .purge(['a'])
      .catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(Error)
    expect(String(error)).toContain(name)
    expect(String(error)).not.toContain(purgeToken)
    expect(seen).toHaveLength(1)
  })

  it('that cannot be reached has not purged', async () => {
    await expect(open('http://127.0.0.1:1/').purge(['a'])).rejects.toThrow('not reached')
  })
})
