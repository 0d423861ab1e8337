import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { type Line, lineTo } from '../../tests/process/line.ts'
import { type TestCore, testDatabase } from '../../tests/support/database.ts'
import {
  dropHere,
  isListening,
  listenForInvalidation,
  publishInvalidation,
  recall,
  remember,
  rememberRecent,
  throttledTag,
} from './cache-invalidation.server.ts'
import { type OpenDatabase, openDatabase } from './db/database.server.ts'

let core: TestCore
let databaseName: string
beforeAll(async () => {
  const database = await testDatabase()
  databaseName = database.name
  core = database.openCore()
})

describe('throttled tags', () => {
  let stop: () => Promise<void>
  const onTags = vi.fn<(tags: readonly string[]) => void>()
  beforeAll(async () => {
    stop = await listenForInvalidation(core, onTags)
  })
  afterAll(() => stop())
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    onTags.mockClear()
  })
  afterEach(() => {
    if (vi.isFakeTimers()) vi.runAllTimers()
    vi.useRealTimers()
  })
  const drops = () => onTags.mock.calls.map(([tags]) => tags)

  test('are dropped at once the first time, then together after three seconds', () => {
    for (let batch = 0; batch < 5; batch++) dropHere(core, [throttledTag('first'), `item:${batch}`])
    expect(drops()).toEqual([['first', 'item:0'], ['item:1'], ['item:2'], ['item:3'], ['item:4']])
    vi.advanceTimersByTime(2_999)
    expect(drops()).toHaveLength(5)
    vi.advanceTimersByTime(1)
    expect(drops().slice(5)).toEqual([['first']])
  })

  test('are dropped every three seconds during bulk work, and not after it', () => {
    for (let second = 0; second < 12; second++) {
      dropHere(core, [throttledTag('second')])
      vi.advanceTimersByTime(1_000)
    }
    expect(drops()).toHaveLength(5)
    vi.advanceTimersByTime(60_000)
    expect(drops()).toHaveLength(5)
    dropHere(core, [throttledTag('second')])
    expect(drops()).toHaveLength(6)
  })

  test('do not delay a plain drop of the same tag', () => {
    dropHere(core, [throttledTag('third')])
    dropHere(core, [throttledTag('third')])
    dropHere(core, ['third'])
    expect(drops()).toEqual([['third'], ['third']])
  })

  test('reach other nodes like any tag', async () => {
    vi.useRealTimers()
    await publishInvalidation(core.db, [throttledTag('fourth'), 'item:4'])
    await vi.waitFor(() => expect(drops()).toEqual([['fourth', 'item:4']]))
  })
})

describe('a connection that drops packets without a reset', () => {
  const fast = { heartbeatMilliseconds: 20, timeoutMilliseconds: 150, retryMilliseconds: 20 }
  const withoutHeartbeat = { ...fast, heartbeatMilliseconds: 2 ** 31 - 1 }
  let line: Line
  const opened: OpenDatabase[] = []
  /** A node whose LISTEN connection goes through the line; values are loaded elsewhere. */
  const openNode = () => {
    const database = openDatabase({ connectionString: line.url, max: 2 }, core.log)
    opened.push(database)
    return { pool: database.pool, directPool: database.pool, log: core.log }
  }
  let price = 'old'
  const readPrice = (node: Pick<TestCore, 'pool'>) => remember(node, 'price', ['settings'], async () => price)

  beforeAll(async () => {
    line = await lineTo(inject('postgres').connection, databaseName)
  })
  afterAll(async () => {
    await Promise.all(opened.map(({ close }) => close()))
    await line.end()
  })

  test('is noticed by the heartbeat: the node drops everything, caches nothing, and recovers', async () => {
    const node = openNode()
    const control = openNode()
    const onTags = vi.fn<(tags: readonly string[]) => void>()
    const stops = [
      await listenForInvalidation(node, onTags, fast),
      await listenForInvalidation(control, () => {}, withoutHeartbeat),
    ]
    expect([await readPrice(node), await readPrice(control)]).toEqual(['old', 'old'])
    onTags.mockClear()

    line.swallow()
    price = 'new'
    await publishInvalidation(core.db, ['settings'])
    await vi.waitFor(() => expect(isListening(node)).toBe(false), { timeout: 5_000 })
    expect(onTags.mock.calls).toEqual([[['*']]])
    expect(await readPrice(node)).toBe('new')
    price = 'newer'
    expect(await readPrice(node)).toBe('newer')
    // Without a heartbeat the same line looks healthy, and the old price is served.
    expect(isListening(control)).toBe(true)
    expect(await readPrice(control)).toBe('old')

    line.giveBack()
    await vi.waitFor(() => expect(isListening(node)).toBe(true), { timeout: 5_000 })
    expect(await readPrice(node)).toBe('newer')
    price = 'newest'
    expect(await readPrice(node)).toBe('newer')
    await publishInvalidation(core.db, ['settings'])
    await vi.waitFor(async () => expect(await readPrice(node)).toBe('newest'))
    await Promise.all(stops.map((stop) => stop()))
  })

  test('does not block closing the node', async () => {
    const node = openNode()
    const stop = await listenForInvalidation(node, () => {}, { ...withoutHeartbeat, timeoutMilliseconds: 100 })
    line.swallow()
    await stop()
    expect(isListening(node)).toBe(false)
    line.giveBack()
  })

  test('is retried when it swallows the first greeting', async () => {
    const node = openNode()
    line.swallow()
    const stop = await listenForInvalidation(node, () => {}, fast)
    expect(isListening(node)).toBe(false)
    line.giveBack()
    await vi.waitFor(() => expect(isListening(node)).toBe(true), { timeout: 5_000 })
    await stop()
  })
})

describe('recalled values', () => {
  test('are those that were remembered, once they are loaded and until they are dropped', async () => {
    const stop = await listenForInvalidation(core, () => {})
    expect(recall(core, 'recalled')).toBeUndefined()
    const { promise, resolve } = Promise.withResolvers<string>()
    const remembered = remember(core, 'recalled', ['of:recalled'], () => promise)
    expect(recall(core, 'recalled')).toBeUndefined()
    resolve('here')
    await remembered
    expect(recall(core, 'recalled')).toBe('here')
    dropHere(core, ['of:recalled'])
    expect(recall(core, 'recalled')).toBeUndefined()
    await remember(core, 'recalled', ['of:recalled'], async () => 'again')
    expect(recall(core, 'recalled')).toBe('again')
    await stop()
    expect(recall(core, 'recalled')).toBeUndefined()
  })
})

describe('values of many keys', () => {
  let stop: () => Promise<void>
  beforeAll(async () => {
    stop = await listenForInvalidation(core, () => {})
  })
  afterAll(() => stop())
  let loads: string[] = []
  beforeEach(() => {
    loads = []
    dropHere(core, ['*'])
  })
  const read = (key: string, load = async () => key) => {
    const group = { group: 'months', key, max: 2, tagsOf: (value: string) => [`of:${value}`] }
    return rememberRecent(core, group, () => {
      loads.push(key)
      return load()
    })
  }

  test('are cached up to a limit, and the least recently used goes first', async () => {
    for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) expect(await read(key)).toBe(key)
    expect(loads).toEqual(['a', 'b', 'c', 'b'])
  })

  test('are dropped by the tags that follow from them', async () => {
    await read('a')
    await read('b')
    dropHere(core, ['of:a'])
    await read('b')
    await read('a')
    expect(loads).toEqual(['a', 'b', 'a'])
  })

  test('are not cached when they failed, or when a drop came meanwhile', async () => {
    await expect(read('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
    let finish = (_: string) => {}
    const slow = read('a', () => new Promise((resolve) => (finish = resolve)))
    dropHere(core, ['anything'])
    finish('a')
    await slow
    await read('a')
    expect(loads).toEqual(['a', 'a', 'a'])
  })
})
