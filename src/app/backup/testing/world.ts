import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect } from 'vitest'
import { seedWorld } from '../../../../db/seeds/index.server.ts'
import { anyAddress } from '../../../../tests/integration/database-state.ts'
import { multipart } from '../../../../tests/integration/upload-corpus.ts'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { type TestCore, testDatabase } from '../../../../tests/support/database.ts'
import { diskStore } from '../../../adapters/files/disk/index.server.ts'
import type { FileStore } from '../../../modules/files/index.server.ts'
import { anonymous } from '../../../platform/core.server.ts'
import { leftOut } from '../format.server.ts'
import { restoreBackup } from '../read-backup.server.ts'
import { markFinished } from '../unfinished.server.ts'
import type { BackupDeps } from '../write-backup.server.ts'

export const staff = { ...anonymous('203.0.113.1'), role: 'admin' as const, name: 'Asha', userId: 'a1' }
/** A shop with data to back up, and empty shops to restore into. */
export async function backupWorld() {
  const folder = await mkdtemp(join(tmpdir(), 'safar-backup-'))
  afterAll(() => rm(folder, { recursive: true, force: true }))
  const fresh = (name: string): string => join(folder, `${name}-${randomUUID().slice(0, 8)}`)
  const shop = await testApp({ trustProxy: 1, core: (await testDatabase()).openCore() })
  const { store } = shop.shop.deps
  const erasureLog = fresh('erasures')
  await seedWorld(shop.shop.deps, 'test')
  return {
    shop,
    store,
    folder,
    fresh,
    depsOf: (overrides: Partial<BackupDeps> = {}): BackupDeps => {
      const { core } = shop
      return { db: core.db, pool: core.pool, store, keys: core.keys, erasureLog, now: core.clock(), ...overrides }
    },
    place: () => emptyPlace(fresh('place')),
    bookWithDocuments: () => bookWithDocuments(shop),
  }
}

/** An empty shop as the target of a restore. */
async function emptyPlace(dir: string) {
  const core = (await testDatabase({ bare: true })).openCore()
  const files = diskStore(join(dir, 'files'))
  const log = join(dir, 'erasures.log')
  /** As if killed just before its end. */
  const restoreUnfinished = (file: string, more: { store?: FileStore; logs?: string[]; now?: Date } = {}) =>
    restoreBackup(
      {
        pool: core.pool,
        store: more.store ?? files,
        erasureLog: log,
        otherErasureLogs: more.logs ?? [],
        keepSecret: async () => {},
        now: more.now ?? core.clock(),
      },
      file,
    )
  const restore: typeof restoreUnfinished = async (...args) => {
    const report = await restoreUnfinished(...args)
    await markFinished(dir)
    return report
  }
  return { dir, core, files, log, restore, restoreUnfinished }
}
export const tablesOf = async (core: TestCore): Promise<string[]> =>
  (
    await sql<{ name: string }>`select relname as name from pg_class where relkind = 'r' and relpersistence = 'p'
      and relnamespace = 'public'::regnamespace order by 1`.execute(core.db)
  ).rows.map(({ name }) => name)

/** The number of rows and a checksum for each table. */
export async function stateOf(core: TestCore): Promise<Record<string, string>> {
  const state: Record<string, string> = {}
  for (const name of await tablesOf(core)) {
    if ((leftOut as readonly string[]).includes(name)) continue
    const { rows } = await sql<{ n: number; sum: string | null }>`
      select count(*)::int as n, md5(string_agg(md5(t::text), '' order by md5(t::text))) as sum
      from ${sql.table(name)} t`.execute(core.db)
    state[name] = `${rows[0]?.n} ${rows[0]?.sum}`
  }
  return state
}
export const jobsOf = async (core: TestCore) =>
  (
    await sql`select task_identifier, queue_name, j.key, j.run_at, j.max_attempts, j.attempts, j.priority, payload::text, j.flags
      from graphile_worker.jobs j join graphile_worker._private_jobs p using (id) order by 1, 8, 3`.execute(core.db)
  ).rows
export const sequencesOf = async (core: TestCore) =>
  (await sql`select sequencename, last_value from pg_sequences where schemaname = 'public' order by 1`.execute(core.db))
    .rows
export async function filesOf(from: FileStore): Promise<Record<string, string>> {
  const sums: Record<string, string> = {}
  const keys: string[] = []
  for await (const { key } of from.list()) keys.push(key)
  for (const key of keys.sort())
    sums[key] = createHash('sha256')
      .update(await from.get(key))
      .digest('hex')
  return sums
}

export const documentNames = ['passport_first_page', 'visa', 'flight_booking_page1'] as const
const passenger = {
  passenger_name: 'A',
  passport_number: 'Z1234567',
  nationality: 'IN',
  flight_number: 'EK1',
  airline: 'E',
  pnr: '',
}
const pdf = () => Buffer.from(`%PDF-1.4\n${randomUUID()}\nstartxref\n9\n%%EOF\n`)
let travellers = 0

async function stage(shop: TestApp, name: string) {
  const { payload, headers } = multipart([{ field: 'file', name: 'scan.pdf', type: 'application/pdf', bytes: pdf() }])
  const url = '/api/document-uploads'
  const answer = await shop.app.inject({ method: 'POST', url, headers: { ...anyAddress(), ...headers }, payload })
  expect(answer.statusCode, answer.body).toBe(201)
  return { name, traveller: null, upload: answer.json<{ upload: string }>().upload }
}
/** A booking with three documents, as a traveller makes it. */
async function bookWithDocuments(shop: TestApp): Promise<string> {
  const documents = await Promise.all(documentNames.map((name) => stage(shop, name)))
  const answer = await shop.call(
    'POST /api/bookings',
    {
      service_type: 'ok_to_board',
      service_id: 'ok-to-board',
      travel_date: '2026-12-20',
      adults_count: 1,
      customer_name: 'Asha Rao',
      customer_email: `asha${++travellers}@example.com`,
      customer_phone: '+919876543210',
      details: passenger,
      documents,
    },
    anyAddress(),
  )
  expect(answer.status, answer.text).toBe(200)
  return (answer.json().booking as { id: string }).id
}
