import { afterEach, beforeEach, expect, test, vi } from 'vitest'

// The client takes this as the sign of a browser.
vi.stubGlobal('window', globalThis)
const { focusManager, InfiniteQueryObserver, onlineManager, QueryObserver } = await import('@tanstack/react-query')
const { kinds } = await import('../../services/index.ts')
const { createQueryClient } = await import('./query-client.ts')
const { contentPageQuery, homeQuery, listQuery, serviceQuery, sessionQuery } = await import('./queries.ts')
const { cardOf, fakeApi, refusal } = await import('../testing/fake-api.ts')

const minutes = 60_000
beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** A client on an API that counts its calls, and the actions of a page. */
function open() {
  const calls: string[] = []
  const api = fakeApi({ cards: [cardOf()], onCall: (name) => calls.push(name) })
  const client = createQueryClient()
  client.mount()
  const pass = (time: number) => vi.advanceTimersByTimeAsync(time)
  /** A page that shows the list while it is open. */
  const showList = async () => {
    const close = new InfiniteQueryObserver(client, listQuery(api, 'tour', { page: 1 }, 'USD')).subscribe(() => {})
    await pass(1)
    return close
  }
  const showHome = async () => {
    const close = new QueryObserver(client, homeQuery(api)).subscribe(() => {})
    await pass(1)
    return close
  }
  return { api, calls, client, pass, showList, showHome }
}

test('[C320] a list of less than 5 minutes ago is shown without a request, an older one is asked for again', async () => {
  const { calls, pass, showList } = open()
  ;(await showList())()
  await pass(5 * minutes - 1_000)
  ;(await showList())()
  expect(calls).toEqual(['catalogue.list'])
  await pass(2_000)
  ;(await showList())()
  expect(calls).toEqual(['catalogue.list', 'catalogue.list'])
})

test('[C320] a list that no page uses is dropped after 10 minutes, and not before', async () => {
  const { client, pass, showList } = open()
  const close = await showList()
  await pass(15 * minutes)
  const held = () => client.getQueryCache().findAll({ queryKey: ['services'] }).length
  close()
  await pass(10 * minutes - 1_000)
  expect(held()).toBe(1)
  await pass(2_000)
  expect(held()).toBe(0)
})

test('[C321] page data is fresh for 10 minutes and dropped after 30 without use', async () => {
  const { calls, client, pass, showHome } = open()
  ;(await showHome())()
  await pass(10 * minutes - 1_000)
  ;(await showHome())()
  expect(calls).toEqual(['content.home'])
  await pass(2_000)
  ;(await showHome())()
  expect(calls).toEqual(['content.home', 'content.home'])
  const held = () => client.getQueryCache().findAll({ queryKey: ['home'] }).length
  await pass(30 * minutes - 1_000)
  expect(held()).toBe(1)
  await pass(2_000)
  expect(held()).toBe(0)
})

test('[C322] nothing of it is asked for again when the window is looked at or the connection comes back', async () => {
  const { calls, pass, showList, showHome } = open()
  await showList()
  await showHome()
  await pass(20 * minutes)
  const before = [...calls]
  focusManager.setFocused(false)
  focusManager.setFocused(true)
  onlineManager.setOnline(false)
  onlineManager.setOnline(true)
  await pass(minutes)
  expect(calls).toEqual(before)
})

test('[C260] the session is asked for on focus, and by pages otherwise not more than every 30 seconds', async () => {
  const { api, calls, client, pass } = open()
  const look = async () => {
    const close = new QueryObserver(client, sessionQuery(api)).subscribe(() => {})
    await pass(1)
    return close
  }
  await look()
  await pass(29_000)
  await look()
  expect(calls).toHaveLength(1)
  focusManager.setFocused(false)
  focusManager.setFocused(true)
  await pass(1)
  expect(calls).toHaveLength(2)
  await pass(29_000)
  await look()
  expect(calls).toHaveLength(2)
  await pass(2_000)
  await look()
  expect(calls).toHaveLength(3)
})

const umrah = kinds.find(({ key }) => key === 'umrah')!
test.each([
  ['an Umrah package', 'catalogue.get'],
  ['page data', 'content.page'],
] as const)('[C315] a read of %s that failed is tried once more before the error is shown', async (_, name) => {
  const answers: Error[] = []
  const fail = async () => {
    const error = Object.assign(new Error('Nobody answers'), { status: 503 })
    answers.push(error)
    throw error
  }
  const { api, client, pass } = open()
  const failing = {
    ...api,
    catalogue: { ...api.catalogue, get: fail },
    content: { ...api.content, page: fail },
  } as typeof api
  const read =
    name === 'catalogue.get'
      ? client.fetchQuery(serviceQuery(failing, umrah, 'umrah-from-mumbai'))
      : client.fetchQuery(contentPageQuery(failing, 'terms'))
  const outcome = read.then(
    () => 'nothing',
    (error: Error) => error.message,
  )
  await pass(1)
  expect(answers).toHaveLength(1)
  await pass(minutes)
  expect(await outcome).toBe('Nobody answers')
  expect(answers).toHaveLength(2)
})

test('what the server has said no to is not asked for again', async () => {
  const { api, client, pass } = open()
  let asked = 0
  const content = {
    ...api.content,
    page: async () => {
      asked++
      throw Object.assign(refusal('content/not-found'), { status: 404 })
    },
  }
  const outcome = client
    .fetchQuery(contentPageQuery({ ...api, content } as typeof api, 'nothing'))
    .catch(() => 'refused')
  await pass(minutes)
  expect(await outcome).toBe('refused')
  expect(asked).toBe(1)
})
