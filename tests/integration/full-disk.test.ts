import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { endAll, startShop } from '../process/shop.ts'
import { ask, book, read, sendProof } from '../process/visitors.ts'

// Starting takes a second on an idle machine, and many on a busy one.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 })

const disk = mkdtempSync(path.join(tmpdir(), 'safar-disk-'))
const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=640m,mode=755', 'tmpfs', disk]).status === 0
afterAll(async () => {
  await endAll()
  if (isMounted) spawnSync('umount', ['-l', disk])
  rmSync(disk, { recursive: true, force: true })
})

const filler = path.join(disk, 'filler')
const freeBytes = (): number => {
  const { bavail, bsize } = statfsSync(disk)
  return bavail * bsize
}
/** Takes all space but this much. */
function leave(megabytes: number): void {
  rmSync(filler, { force: true })
  const bytes = freeBytes() - Math.round(megabytes * 1024 * 1024)
  spawnSync('fallocate', ['-l', String(bytes), filler])
}
const refusalOf = (error: { answer?: Awaited<ReturnType<typeof ask>> }) => [
  error.answer?.status,
  error.answer?.json.code,
  error.answer?.headers.get('retry-after'),
]

// Mounting needs root. Elsewhere the same gates are tested with a measured disk in src/web/disk-gate.test.ts.
test.skipIf(!isMounted)('a shop on a full disk refuses, starts and recovers by itself', async () => {
  const DATA_DIR = path.join(disk, 'data')
  mkdirSync(DATA_DIR)
  const shop = startShop({ DATA_DIR })
  const url = await shop.listening
  const booked = await book(url)
  expect(await sendProof(url, booked)).toBe(201)
  await expect.poll(() => existsSync(path.join(DATA_DIR, 'reserved-space')), { timeout: 60_000 }).toBe(true)

  leave(100)
  await expect.poll(() => sendProof(url, booked), { timeout: 5_000 }).toBe(503)
  expect((await ask(url, '/readyz')).json).toEqual({ status: 'ready', disk: 'low' })
  await book(url)

  leave(20)
  await expect.poll(async () => (await ask(url, '/readyz')).json.reason, { timeout: 5_000 }).toBe('disk full')
  expect(await book(url).catch(refusalOf)).toEqual([503, 'server/storage-full', '60'])
  expect((await read(url, booked)).status).toBe(200)

  leave(0)
  shop.signal('SIGKILL')
  await shop.ended
  leave(0)
  const again = startShop({ DATA_DIR })
  const there = await again.listening
  expect(again.output()).toContain('The disk is full: the space that was set aside')
  expect((await read(there, booked)).json.booking_reference).toBe(booked.reference)
  expect(await sendProof(there, booked)).toBe(503)

  rmSync(filler)
  await expect.poll(() => sendProof(there, booked), { timeout: 5_000 }).toBe(201)
  await book(there)
  expect((await ask(there, '/readyz')).json).toEqual({ status: 'ready' })
  again.signal('SIGTERM')
  expect(await again.ended).toBe(0)
})

test.skipIf(!isMounted)(
  'control: without the space set aside, a start on a full disk fails with an explanation',
  async () => {
    // A small world: with a second segment of its log, the database would need no more space.
    const DATA_DIR = path.join(disk, 'control')
    mkdirSync(DATA_DIR)
    const first = startShop({ DATA_DIR, SEED: 'none' })
    await first.listening
    first.signal('SIGTERM')
    await first.ended
    rmSync(path.join(DATA_DIR, 'reserved-space'), { force: true })
    // It fails at another place each time: in a file of the lock, of the database, or of its log.
    for (const megabytes of [0, 0.01, 0.05]) {
      leave(megabytes)
      const shop = startShop({ DATA_DIR })
      expect(await shop.ended).toBe(1)
      expect(shop.output()).toMatch(/^Safar cannot start: The disk is full\. Free some space/m)
      expect(shop.output()).not.toMatch(/^\s+at /m)
    }
    rmSync(filler)
  },
)
