import { expect, test } from 'vitest'
import type { MarkResult } from '../../modules/booking/contract.ts'
import { MarkQueue, type NewMark, type QueueDeps } from './mark-queue.ts'
import { openMarkStore, type WaitingMark } from './mark-store.ts'

const user = { id: 'omar', full_name: 'Omar' }
const bookingId = '0198c000-0000-7000-8000-00000000000b'
let made = 0
const markOf = (position: number, more: Partial<NewMark> = {}): NewMark => ({
  ...{
    mark_id: `mark-${++made}`,
    booking_id: bookingId,
    position,
    departure_id: 'd',
    booking_reference: 'TH0000000001',
  },
  ...{ made_at: new Date(Date.UTC(2026, 11, 1, 6, 0, made)).toISOString(), is_confirmed: false },
  ...more,
})

function memoryStorage() {
  const rows = new Map<string, string>()
  return {
    getItem: (key: string) => rows.get(key) ?? null,
    setItem: (key: string, value: string) => void rows.set(key, value),
    removeItem: (key: string) => void rows.delete(key),
    key: (place: number) => [...rows.keys()][place] ?? null,
    get length() {
      return rows.size
    },
  }
}

/** Counts the first mark of each person, and answers repeats like the first time. */
function fakeServer() {
  const first = new Map<string, WaitingMark>()
  let received = 0
  const receive = (marks: readonly WaitingMark[]): MarkResult[] => {
    received += 1
    return marks.map((mark) => {
      const person = `${mark.booking_id} ${mark.position}`
      if (!first.has(person)) first.set(person, mark)
      const counts = first.get(person) as WaitingMark
      const arrival = { check_in_id: counts.mark_id, at: counts.made_at, by: counts.user_name }
      return { mark_id: mark.mark_id, outcome: counts.mark_id === mark.mark_id ? 'arrived' : 'already', arrival }
    })
  }
  return { receive, first, count: () => received }
}

const lost = new TypeError('Failed to fetch')
const answeredWith = (status: number) => Object.assign(new Error(), { status })
type Results = [string, MarkResult['outcome']][]
function device(send: QueueDeps['send'], more: Partial<Pick<QueueDeps, 'user'>> & { storage?: Storage | null } = {}) {
  const { storage = memoryStorage() as Storage, ...rest } = more
  const results: Results = []
  const queue = new MarkQueue({
    ...{ user, store: openMarkStore(storage), send },
    statusOf: (error) => (error as { status?: number }).status ?? 0,
    onResults: (answered) => {
      for (const { mark, result } of answered) results.push([mark.mark_id, result.outcome])
    },
    ...rest,
  })
  return { queue, results, storage }
}

test('a mark waits offline and is sent once back online', async () => {
  const server = fakeServer()
  let isOnline = false
  const { queue, results } = device(async (marks) => {
    if (!isOnline) throw lost
    return server.receive(marks)
  })
  const mark = markOf(0)
  queue.add([mark])
  await queue.flush()
  expect(queue.state()).toMatchObject({
    isCutOff: true,
    isSending: false,
    marks: [{ mark_id: mark.mark_id, tries: 1 }],
  })
  isOnline = true
  await queue.flush()
  expect(queue.state()).toMatchObject({ isCutOff: false, marks: [] })
  expect(results).toEqual([[mark.mark_id, 'arrived']])
})

test('a mark whose answer was lost is sent again with the same id and counts once', async () => {
  const server = fakeServer()
  let answers = 0
  const { queue, results } = device(async (marks) => {
    const received = server.receive(marks)
    if (++answers < 3) throw lost
    return received
  })
  const marks = [markOf(0), markOf(1)]
  queue.add(marks)
  for (let attempt = 0; attempt < 3; attempt++) await queue.flush()
  expect(server.first.size).toBe(2)
  expect(server.count()).toBe(3)
  expect(results).toEqual(marks.map(({ mark_id }) => [mark_id, 'arrived']))
})

test('the first of two marks counts, and the second device learns that it was late', async () => {
  const server = fakeServer()
  const send = async (marks: readonly WaitingMark[]) => server.receive(marks)
  const [one, two] = [device(send), device(send, { user: { id: 'lena', full_name: 'Lena' } })]
  const [early, late] = [markOf(0), markOf(0)]
  two.queue.add([late])
  one.queue.add([early])
  await one.queue.flush()
  await two.queue.flush()
  expect(one.results).toEqual([[early.mark_id, 'arrived']])
  expect(two.results).toEqual([[late.mark_id, 'already']])
  expect(two.queue.state().marks).toEqual([])
})

test('marks survive a reload', async () => {
  const server = fakeServer()
  const before = device(async () => {
    throw lost
  })
  before.queue.add([markOf(0), markOf(1)])
  await before.queue.flush()
  const after = device(async (marks) => server.receive(marks), { storage: before.storage })
  expect(after.queue.state().marks).toHaveLength(2)
  await after.queue.flush()
  expect(server.first.size).toBe(2)
  expect(before.storage?.length).toBe(0)
})

test('two tabs with the same marks send them and nothing is counted twice', async () => {
  const server = fakeServer()
  const send = async (marks: readonly WaitingMark[]) => server.receive(marks)
  const one = device(send)
  const two = device(send, { storage: one.storage })
  one.queue.add([markOf(0)])
  two.queue.refresh()
  await Promise.all([one.queue.flush(), two.queue.flush()])
  expect([one.results, two.results].flat().map(([, outcome]) => outcome)).not.toContain('already')
  expect(server.first.size).toBe(1)
  two.queue.refresh()
  expect(two.queue.state().marks).toEqual([])
})

test('concurrent calls share one run', async () => {
  const server = fakeServer()
  let answer = (): void => {}
  const wait = new Promise<void>((resolve) => {
    answer = resolve
  })
  const { queue, results } = device(async (marks) => {
    await wait
    return server.receive(marks)
  })
  queue.add([markOf(0)])
  const both = [queue.flush(), queue.flush()]
  expect(queue.state().isSending).toBe(true)
  answer()
  await Promise.all(both)
  expect([server.count(), results.length]).toEqual([1, 1])
})

test('a person is queued once, and only a mark that was never sent can be undone', async () => {
  const { queue } = device(async () => {
    throw lost
  })
  const [mark, again] = [markOf(0), markOf(0)]
  queue.add([mark, again])
  expect(queue.state().marks.map(({ mark_id }) => mark_id)).toEqual([mark.mark_id])
  queue.takeBack(mark.mark_id)
  expect(queue.state().marks).toEqual([])
  queue.add([again])
  await queue.flush()
  queue.takeBack(again.mark_id)
  expect(queue.state().marks).toHaveLength(1)
})

test('a refused mark stays until dismissed, is not sent again, and is replaced by a new mark', async () => {
  const asked: number[] = []
  const { queue, results } = device(async (marks) => {
    asked.push(marks.length)
    return marks.map(({ mark_id, is_confirmed }) =>
      is_confirmed ? { mark_id, outcome: 'arrived', arrival: null } : { mark_id, outcome: 'unpaid', arrival: null },
    )
  })
  const [mark, other] = [markOf(0), markOf(1)]
  queue.add([mark, other])
  await queue.flush()
  await queue.flush()
  expect(asked).toEqual([2])
  expect(queue.state().marks).toMatchObject([{ refusal: 'unpaid' }, { refusal: 'unpaid' }])
  queue.dismiss(other.mark_id)
  const decided = markOf(0, { is_confirmed: true })
  queue.add([decided])
  await queue.flush()
  expect(results.at(-1)).toEqual([decided.mark_id, 'arrived'])
  expect(queue.state().marks).toEqual([])
})

test('a malformed mark does not stop the others', async () => {
  const server = fakeServer()
  const bad = markOf(7)
  const { queue } = device(async (marks) => {
    if (marks.some(({ mark_id }) => mark_id === bad.mark_id)) throw answeredWith(422)
    return server.receive(marks)
  })
  queue.add([markOf(0), bad, markOf(1)])
  await queue.flush()
  expect(server.first.size).toBe(2)
  expect(queue.state().marks).toMatchObject([{ mark_id: bad.mark_id, refusal: 'unknown' }])
})

test('a busy server or an ended session keeps the marks and does not count as offline', async () => {
  for (const status of [401, 403, 429, 503]) {
    const { queue } = device(async () => {
      throw answeredWith(status)
    })
    queue.add([markOf(0)])
    await queue.flush()
    expect(queue.state()).toMatchObject({ isCutOff: false, marks: [{ refusal: null }] })
  }
})

test('an answer without the marks ends the sending', async () => {
  const { queue } = device(async () => [])
  queue.add([markOf(0)])
  await queue.flush()
  expect(queue.state()).toMatchObject({ isSending: false, marks: [{ tries: 1 }] })
})

test("another user's marks are kept and not sent under this one's name", async () => {
  const server = fakeServer()
  const offline = device(async () => {
    throw lost
  })
  offline.queue.add([markOf(0)])
  const lena = device(async (marks) => server.receive(marks), {
    ...{ user: { id: 'lena', full_name: 'Lena' }, storage: offline.storage },
  })
  await lena.queue.flush()
  expect(server.count()).toBe(0)
  expect(lena.queue.state().marks).toMatchObject([{ user_name: 'Omar' }])
})

test('more marks than fit into a request are all sent', async () => {
  const sizes: number[] = []
  const server = fakeServer()
  const { queue } = device(async (marks) => {
    sizes.push(marks.length)
    return server.receive(marks)
  })
  queue.add(Array.from({ length: 120 }, (_, position) => markOf(position)))
  await queue.flush()
  expect([sizes, server.first.size]).toEqual([[50, 50, 20], 120])
})

test('without storage, marks last as long as the page, which says so', async () => {
  const full = { ...memoryStorage(), length: 0 } as unknown as Storage
  full.setItem = () => {
    throw new Error('full')
  }
  for (const storage of [full, null]) {
    const server = fakeServer()
    const { queue } = device(async (marks) => server.receive(marks), { storage })
    queue.add([markOf(0)])
    expect(queue.state()).toMatchObject({ isLasting: false, marks: [{ position: 0 }] })
    await queue.flush()
    expect([server.first.size, queue.state().marks.length]).toEqual([1, 0])
  }
})

test('other entries in the storage are left alone', () => {
  const storage = memoryStorage()
  for (const [key, value] of [
    ['safar.check-in.x', '{'],
    ['safar.check-in.y', 'null'],
    ['safar.check-in.z', '{"mark_id":1}'],
    ['other', '{}'],
  ] as const)
    storage.setItem(key, value)
  expect(openMarkStore(storage as Storage).read()).toEqual([])
})
