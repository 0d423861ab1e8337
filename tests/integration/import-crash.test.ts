import { parse } from 'csv-parse/sync'
import pg from 'pg'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { findRunning } from '../../src/platform/postgres/index.server.ts'
import { dataFolder, endAll, type ShopProcess, startShop } from '../process/shop.ts'

// Starting takes a second on an idle machine, and many on a busy one.
vi.setConfig({ testTimeout: 400_000, hookTimeout: 60_000 })
afterAll(endAll)

const account = { email: 'import@safar.example', password: 'a-long-import-password' }
/** Ten batches. An import rests between them, so a longer one mostly waits. */
const rows = 2_000
/** Row numbers in the file, counting the header row. */
const faulty = [2, 1_011, 2_001]
const tableOf = (amount: number): string => {
  const line = (n: number) => `Brought ${n},${faulty.includes(n + 2) ? 'cheap' : 10}`
  return `title,price_adult\n${Array.from({ length: amount }, (_, n) => line(n)).join('\n')}`
}

type Upload = { id: string; state: string; counts: Record<string, number> }
type Import = {
  readonly folder: string
  readonly imports: readonly string[]
  shop: ShopProcess
  url: string
  cookie: string
}

async function begin(imports: readonly string[] = []): Promise<Import> {
  const folder = dataFolder()
  const begun = { folder, imports, shop: null as unknown as ShopProcess, url: '', cookie: '' }
  await start(begun)
  const answer = await fetch(`${begun.url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  })
  begun.cookie = answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0] ?? '')
    .join('; ')
  return begun
}
async function start(held: Import): Promise<void> {
  const env = {
    DATA_DIR: held.folder,
    ADMIN_EMAIL: account.email,
    ADMIN_PASSWORD: account.password,
    LOG_LEVEL: 'error',
  }
  held.shop = startShop(env, held.imports)
  held.url = await held.shop.listening
}
async function ask<T = Upload>({ url, cookie }: Import, path: string, init: RequestInit = {}): Promise<T> {
  const answer = await fetch(`${url}/api/admin/catalogue-uploads${path}`, {
    ...init,
    headers: { cookie, ...init.headers },
  })
  const text = await answer.text()
  expect(answer.ok, text).toBe(true)
  return (path.endsWith('.csv') ? text : JSON.parse(text)) as T
}
async function send(held: Import, amount: number): Promise<Upload> {
  const body = new FormData()
  body.set('file', new Blob([tableOf(amount)]), 'tours.csv')
  return ask(held, '?kind=tour', { method: 'POST', body })
}
const become = (held: Import, { id }: Upload, state: string) =>
  vi.waitUntil(
    async () => {
      const upload = await ask(held, `/${id}`)
      return upload.state === state && upload
    },
    { timeout: 200_000, interval: 250 },
  )

async function inDatabase<T>({ folder }: Import, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const running = findRunning(folder)
  if (!running) throw new Error('The shop is not running')
  const client = new pg.Client({ ...running.connection } as pg.ClientConfig)
  // The database may go down with the killed shop.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Kills the shop while it stores a batch and at least `least` rows exist, then restarts it. */
async function killWhileStoring(held: Import, least: number): Promise<void> {
  await inDatabase(held, async (client) => {
    await vi.waitUntil(
      async () => {
        const {
          rows: [now],
        } = await client.query(
          `select
        (select count(*) from services where title like 'Brought %') >= $1 and exists (select from pg_stat_activity
          where state <> 'idle' and pid <> pg_backend_pid() and query ~ 'service_slugs|audit_entries') as storing`,
          [least],
        )
        return now.storing === true
      },
      { timeout: 200_000, interval: 5 },
    )
    held.shop.signal('SIGKILL')
  })
  await held.shop.ended
  await start(held)
}

/** Compares the report and the catalogue in one snapshot. Returns a line per mismatch. */
const findFaults = (held: Import) =>
  inDatabase(held, async (client) => {
    const {
      rows: [seen],
    } = await client.query<Record<string, number>>(`
    with stored as (select line, cells ->> 0 as title, service_id from catalogue_upload_rows where result = 'stored'),
      brought as (select id, title from services where title like 'Brought %')
    select (select count(*)::int from stored) as stored, (select count(*)::int from brought) as brought,
      (select count(*)::int from stored join brought on brought.id = service_id and brought.title = stored.title) as same,
      (select count(*)::int from catalogue_upload_rows where result is null and plan = 'create'
        and line < (select max(line) from stored)) as skipped,
      (select count(*)::int from catalogue_upload_rows where plan = 'create') as wanted`)
    const { stored = 0, brought = 0, same = 0, skipped = 0, wanted = 0 } = seen ?? {}
    return {
      stored,
      faults: [
        ...(brought === stored && same === stored
          ? []
          : [`${brought} items, the report says ${stored}, of which ${same} are there`]),
        ...(stored % 200 === 0 || stored === wanted ? [] : [`half a batch: ${stored}`]),
        ...(skipped === 0 ? [] : [`${skipped} rows were passed over`]),
      ],
    }
  })

describe('an import of ten batches that is killed repeatedly', () => {
  test('has only whole batches at each restart, reports the stored rows, and ends with each row once [A299, A300]', async () => {
    const held = await begin()
    const sent = await send(held, rows)
    held.shop.signal('SIGKILL')
    await held.shop.ended
    await start(held)
    const seen = await become(held, sent, 'checked')
    expect(seen.counts).toMatchObject({ total: rows, create: rows - faulty.length, invalid: faulty.length, stored: 0 })
    await ask(held, `/${sent.id}/commit`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    for (const least of [1, 1_200]) {
      await killWhileStoring(held, least)
      const { stored, faults } = await findFaults(held)
      expect(faults).toEqual([])
      expect(stored).toBeGreaterThanOrEqual(least)
      expect(stored).toBeLessThan(rows - faulty.length)
    }
    const done = await become(held, sent, 'done')
    expect(done.counts).toMatchObject({ total: rows, stored: rows - faulty.length, failed: 0, invalid: faulty.length })
    expect(await findFaults(held)).toEqual({ stored: rows - faulty.length, faults: [] })
    const rejected = parse(await ask<string>(held, `/${sent.id}/rejected.csv`), { bom: true })
    expect(rejected.slice(1).map((row) => row.at(-2))).toEqual(faulty.map(String))
  })

  test('control: storing rows one by one is detected', async () => {
    const held = await begin(['./tests/process/rows-one-by-one.ts'])
    const sent = await send(held, 100)
    await become(held, sent, 'checked')
    await ask(held, `/${sent.id}/commit`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    await killWhileStoring(held, 1)
    await become(held, sent, 'done')
    // Rows stored before the kill exist but are not in the report.
    expect((await findFaults(held)).faults.join('\n')).toMatch(/^\d+ items, the report says \d+,/)
  })
})
