import { expect, test } from 'vitest'
import { isDiskFull, uploadReserveOf, watchDisk, writeReserveOf } from './disk-space.server.ts'

const megabyte = 1024 * 1024
const disk = (freeMegabytes: number, totalMegabytes: number) => ({
  bsize: 4096,
  blocks: (totalMegabytes * megabyte) / 4096,
  bavail: (freeMegabytes * megabyte) / 4096,
})

test.each([
  [400, 127, 'low'],
  [400, 128, 'ok'],
  [400, 47, 'full'],
  [400, 48, 'low'],
  [1_000_000, 1023, 'low'],
  [1_000_000, 255, 'full'],
])('a disk of %i MB with %i MB left is %s', async (total, free, state) => {
  expect(await watchDisk('/', async () => disk(free, total))()).toMatchObject({ state, freeBytes: free * megabyte })
})

test('the reserve for uploads is always the larger one', () => {
  for (const total of [10, 1_000, 30_000, 60_000, 1_000_000].map((n) => n * megabyte))
    expect(uploadReserveOf(total)).toBeGreaterThan(writeReserveOf(total))
})

test('a disk is read at most once a second, and one that cannot be measured counts as roomy', async () => {
  let reads = 0
  const watch = watchDisk('/', async () => {
    reads++
    throw new Error('gone')
  })
  expect((await Promise.all([watch(), watch(), watch()])).map(({ state }) => state)).toEqual(['ok', 'ok', 'ok'])
  expect(reads).toBe(1)
})

test('an error of a full disk is recognised by its code', () => {
  const full = ['ENOSPC', 'EDQUOT', 'EROFS', '53100'].map((code) => isDiskFull(Object.assign(new Error('x'), { code })))
  expect([...full, isDiskFull(new Error('ENOSPC'))]).toEqual([true, true, true, true, false])
})
