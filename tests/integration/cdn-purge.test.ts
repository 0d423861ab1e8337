import type { AddressInfo } from 'node:net'
import { Logger, runOnce } from 'graphile-worker'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openCdn } from '../../src/adapters/cdn/index.server.ts'
import { publishInvalidation } from '../../src/platform/cache-invalidation.server.ts'
import { purgeOnInvalidation } from '../../src/platform/cdn.server.ts'
import { tasksOf } from '../../src/platform/jobs/tasks.server.ts'
import type { PageSource } from '../../src/web/pages.server.ts'
import { afterFile } from '../support/after-file.ts'
import { testApp } from '../support/app.ts'
import { standInCdn } from '../support/cdn.ts'
import { testCore } from '../support/database.ts'

let word = 'first'
/** Pages whose rendering began wait for this. */
let gate: Promise<void> = Promise.resolve()
let renders = 0
const source: PageSource = {
  isDevelopment: false,
  serveFiles: async () => {},
  load: async () => ({
    render: async ({ url }) => {
      const html = word
      renders++
      await gate
      const own = url.endsWith('/tours/dhow') ? 'service:dhow' : 'catalogue'
      const isPrivate = url.includes('/bookings/')
      return { status: 200, headers: {}, html, tags: ['settings', 'content', own], isPrivate }
    },
    assets: {},
    currencyCookie: 'safar_currency',
    adminShell: () => '<!doctype html>',
  }),
}

const token = 'a-token-of-the-cdn'
const core = await testCore()
const cdn = await standInCdn(token)
const shop = await testApp({
  core,
  cdn: openCdn({ name: 'fastly', purgeUrl: cdn.purgeUrl, purgeToken: token }),
  pages: { source, displayCurrency: async () => 'USD', paymentOrigins: {}, isAdminPath: () => false },
})
await shop.app.listen({ port: 0, host: '127.0.0.1' })
cdn.state.origin = `http://127.0.0.1:${(shop.app.server.address() as AddressInfo).port}`

const quiet = new Logger(() => () => undefined)
const jobs = async () => {
  const { rows } = await sql<{ id: string; attempts: number; isDue: boolean }>`
    select id, attempts, run_at <= now() as "isDue" from graphile_worker.jobs where task_identifier = 'purge-cdn'`.execute(
    core.db,
  )
  return rows
}
/** As a worker does, so a job that fails stays and is tried again. One may be skipped while another of its queue ends. */
const work = async (): Promise<void> => {
  const taskList = tasksOf(shop.shop.jobs)
  do await runOnce({ pgPool: core.pool, taskList, logger: quiet, noHandleSignals: true })
  while ((await jobs()).some(({ isDue }) => isDue))
}
const makeDue = () => sql`update graphile_worker._private_jobs set run_at = now()`.execute(core.db)
const isQueued = () => vi.waitFor(async () => expect((await jobs()).some(({ isDue }) => isDue)).toBe(true))
const change = async (to: string, tags: readonly string[]): Promise<void> => {
  word = to
  await publishInvalidation(core.db, tags)
}
const originShows = (path: string, text: string) =>
  vi.waitFor(async () => expect((await shop.call(`GET ${path}`)).text).toBe(text))
/** Changes, and purges as a worker does. */
const changeAndPurge = async (to: string, tags: readonly string[]): Promise<void> => {
  await change(to, tags)
  await isQueued()
  await work()
}

test('control: without a purge a page is stale for a minute, and no longer', async () => {
  expect(await cdn.get('/tours')).toBe('first')
  await change('second', ['catalogue'])
  await originShows('/tours', 'second')
  cdn.state.seconds += 59
  expect(await cdn.get('/tours')).toBe('first')
  cdn.state.seconds += 1
  expect(await cdn.get('/tours')).toBe('second')
})

describe('a CDN that is told what has changed', () => {
  beforeAll(async () => {
    afterFile(await purgeOnInvalidation(core, { gatherMilliseconds: 20, againMilliseconds: 600_000 }))
    await isQueued()
  })
  beforeEach(async () => {
    cdn.state.isDown = false
    await makeDue()
    await work()
    cdn.state.calls = []
  })

  test('is told to forget everything when a worker starts', async () => {
    await cdn.get('/tours')
    const end = await purgeOnInvalidation(core, { gatherMilliseconds: 20, againMilliseconds: 600_000 })
    await isQueued()
    await end()
    await work()
    expect(cdn.keeps('/tours')).toBe(false)
  })

  test('shows a change as soon as the worker has purged it', async () => {
    await cdn.get('/tours')
    await changeAndPurge('third', ['catalogue'])
    expect(await cdn.get('/tours')).toBe('third')
  })

  test('keeps the pages that a change is not about', async () => {
    for (const path of ['/tours', '/tours/dhow']) await cdn.get(path)
    await changeAndPurge('fourth', ['service:dhow', 'availability:dhow'])
    expect([cdn.keeps('/tours'), cdn.keeps('/tours/dhow')]).toEqual([true, false])
    expect(cdn.state.calls.map((keys) => keys.length)).toEqual([1])
  })

  test('gets one call for many changes at once, with keys that say nothing', async () => {
    await Promise.all(Array.from({ length: 30 }, (_, n) => publishInvalidation(core.db, [`service:${n}`])))
    await vi.waitFor(async () => {
      await work()
      expect(cdn.state.calls.flat()).toHaveLength(30)
    })
    expect(cdn.state.calls.length).toBeLessThan(5)
    for (const key of cdn.state.calls.flat()) expect(key).toMatch(/^[0-9a-f]{12}$/)
  })

  test('is purged again, because an old page may reach it late', async () => {
    let open = () => {}
    await changeAndPurge('old', ['catalogue'])
    gate = new Promise((resolve) => {
      open = resolve
    })
    const before = renders
    const late = cdn.get('/tours')
    await vi.waitFor(() => expect(renders).toBeGreaterThan(before))
    await changeAndPurge('new', ['catalogue'])
    open()
    expect(await late).toBe('old')
    expect(await cdn.get('/tours')).toBe('old')
    await makeDue()
    await work()
    expect(await cdn.get('/tours')).toBe('new')
  })

  test('that does not answer: pages expire, the purge is tried again, the metrics say so', async () => {
    await changeAndPurge('before', ['catalogue'])
    expect(await cdn.get('/tours')).toBe('before')
    cdn.state.isDown = true
    await changeAndPurge('after', ['catalogue'])
    expect(await cdn.get('/tours')).toBe('before')
    expect((await shop.call('GET /metrics')).text).toMatch(/^job_queue_retrying\{task="purge-cdn"\} 1$/m)
    cdn.state.seconds += 60
    expect(await cdn.get('/tours')).toBe('after')
    cdn.state.isDown = false
    await makeDue()
    await work()
    expect([await jobs(), cdn.state.calls.length > 0]).toEqual([[], true])
  })

  test('that was away for long is not told what has expired meanwhile', async () => {
    await change('later', ['catalogue'])
    await isQueued()
    core.clock.advance(3)
    await work()
    expect(cdn.state.calls).toEqual([])
  })

  test('gets no key and no permission for a personal page', async () => {
    const { headers } = await shop.call('GET /bookings/1')
    expect([headers['surrogate-key'], headers['surrogate-control']]).toEqual([undefined, undefined])
    expect(headers['cache-control']).toBe('private, no-store')
  })
})

test('a shop without a CDN sends no keys and queues nothing', async () => {
  const plain = await testApp({
    pages: { source, displayCurrency: async () => 'USD', paymentOrigins: {}, isAdminPath: () => false },
  })
  const { headers } = await plain.call('GET /tours')
  expect(headers['cache-control']).toContain('s-maxage=1')
  expect(Object.keys(headers).filter((name) => /surrogate|cdn|cache-tag/.test(name))).toEqual([])
  expect(Object.keys(plain.shop.jobs)).not.toContain('purge-cdn')
})
