import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import underPressure from '@fastify/under-pressure'
import Fastify from 'fastify'
import { afterAll, describe, expect, it } from 'vitest'
import { serveBuiltFiles } from './static-files.server.ts'

const folder = await mkdtemp(path.join(tmpdir(), 'safar-static-'))
const root = path.join(folder, 'dist')
for (const name of ['assets/fonts', 'assets/.git', '.git']) await mkdir(path.join(root, name), { recursive: true })
for (const name of ['assets/shop.js', 'assets/.git/config', '.git/config', '.env', '../package.json'])
  await writeFile(path.join(root, name), `content of ${name}`)
const app = Fastify()
await serveBuiltFiles(app, root)
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})
const get = (url: string) => app.inject({ method: 'GET', url })

describe('built files', () => {
  it('are sent while a busy server sheds other requests', async () => {
    const busy = Fastify()
    // So low that any machine exceeds it.
    await busy.register(underPressure, { maxEventLoopDelay: 0.001, sampleInterval: 200 })
    busy.get('/page', () => 'a page')
    await serveBuiltFiles(busy, root)
    await expect.poll(async () => (await busy.inject('/page')).statusCode, { timeout: 10_000 }).toBe(503)
    expect((await busy.inject('/assets/shop.js')).statusCode).toBe(200)
    await busy.close()
  })
  it('control: are served with a lifetime', async () => {
    const answer = await get('/assets/shop.js')
    expect([answer.statusCode, answer.body]).toEqual([200, 'content of assets/shop.js'])
    expect(answer.headers['cache-control']).toContain('immutable')
  })
  it.each(['/.git/config', '/.env', '/assets/.git/config', '/assets/%2egit/config', '/assets/fonts/../.git/config'])(
    'hide %s',
    async (url) => {
      const answer = await get(url)
      expect(answer.statusCode).toBeGreaterThanOrEqual(400)
      expect(answer.body).not.toContain('content of')
    },
  )
  it.each(['/assets', '/assets/', '/assets/fonts', '/assets/fonts/'])('list no folder: %s', async (url) => {
    const answer = await get(url)
    expect(answer.statusCode).toBeGreaterThanOrEqual(400)
    expect(answer.body).not.toMatch(/shop\.js|fonts\//)
  })
  it.each([
    '/assets/../../package.json',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/assets/..%2f..%2fpackage.json',
    '/assets/%252e%252e/package.json',
  ])('end at their folder: %s', async (url) => {
    const answer = await get(url)
    expect(answer.statusCode).toBeGreaterThanOrEqual(400)
    expect(answer.body).not.toContain('content of')
  })
})
