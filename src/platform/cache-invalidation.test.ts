import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type TestCore, testCore } from '../../tests/support/database.ts'
import { dropHere, listenForInvalidation, publishInvalidation, soon } from './cache-invalidation.server.ts'

let core: TestCore
let stop: () => Promise<void>
const heard = vi.fn<(tags: readonly string[]) => void>()
beforeAll(async () => {
  core = await testCore()
  stop = await listenForInvalidation(core, heard)
})
afterAll(() => stop())
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  heard.mockClear()
})
afterEach(() => {
  if (vi.isFakeTimers()) vi.runAllTimers()
  vi.useRealTimers()
})
const all = () => heard.mock.calls.map(([tags]) => tags)

test('of drops that may wait the first is made at once, and the others together within three seconds', () => {
  for (let batch = 0; batch < 5; batch++) dropHere(core, [soon('first'), `item:${batch}`])
  expect(all()).toEqual([['first', 'item:0'], ['item:1'], ['item:2'], ['item:3'], ['item:4']])
  vi.advanceTimersByTime(2_999)
  expect(all()).toHaveLength(5)
  vi.advanceTimersByTime(1)
  expect(all().slice(5)).toEqual([['first']])
})

test('while they go on, one is made every three seconds, and none after the last', () => {
  for (let second = 0; second < 12; second++) {
    dropHere(core, [soon('second')])
    vi.advanceTimersByTime(1_000)
  }
  expect(all()).toHaveLength(5)
  vi.advanceTimersByTime(60_000)
  expect(all()).toHaveLength(5)
  dropHere(core, [soon('second')])
  expect(all()).toHaveLength(6)
})

test('a drop that may not wait is made at once, whatever waits', () => {
  dropHere(core, [soon('third')])
  dropHere(core, [soon('third')])
  dropHere(core, ['third'])
  expect(all()).toEqual([['third'], ['third']])
})

test('other nodes hear it like any drop', async () => {
  vi.useRealTimers()
  await publishInvalidation(core.db, [soon('fourth'), 'item:4'])
  await vi.waitFor(() => expect(all()).toEqual([['fourth', 'item:4']]))
})
