import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { findRunning, startEmbeddedPostgres } from '../../src/platform/postgres/index.server.ts'
import { compiled } from '../process/command.ts'
import { startShop } from '../process/shop.ts'
import { makeProcessFolder } from '../support/memory-folder.ts'

/** What one round killed and checked. `recovery` is the time until the shop or command worked again. */
export type Round = { command: string; what: string; kills: number; recovery: number; faults: readonly string[] }
export type Plan = { rounds: number; next: () => number; report: (round: Round) => void }

export const admin = { ADMIN_EMAIL: 'import@safar.example', ADMIN_PASSWORD: 'a-long-import-password' }
export const serverArgs = ['--import', './tests/process/without-pages.ts', 'src/app/server.ts']

export const makeFolder = (): string => makeProcessFolder('safar-kills-')
export const discard = (dir: string): void => rmSync(dir, { recursive: true, force: true, maxRetries: 5 })

/** The same folder, as `makeFolder` makes it. */
export function emptied(dir: string): void {
  discard(dir)
  mkdirSync(dir, { mode: 0o700 })
}

/** A copy with its owners and modes: the database runs under another account. */
export function copyOf(template: string): string {
  const dir = makeFolder()
  const { status, stderr } = spawnSync('cp', ['-a', `${template}/.`, dir], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return dir
}

/** The data folder of a stopped shop with the test world, whose customers may hold any number of unpaid places. */
export async function makeTemplate(): Promise<string> {
  const dir = makeFolder()
  const shop = startShop({ DATA_DIR: dir, ...admin })
  await shop.listening
  await query(dir, (client) =>
    client.query(`insert into settings (setting_key, setting_value, updated_at)
      select key, '100000', now() from unnest(array['unpaid_places_per_visitor', 'unpaid_places_per_contact',
        'unpaid_places_per_departure', 'cash_places_unchecked', 'cash_places_per_departure']) as key
      on conflict (setting_key) do update set setting_value = excluded.setting_value`),
  )
  // Customers may move what they book.
  await query(dir, (client) =>
    client.query(`update services set details = details || '{"cancellation_terms": [{"days": 1, "percent": 100}]}'
      where slug = 'city-tour'`),
  )
  shop.signal('SIGTERM')
  await shop.ended
  // It only reserves space on the disk.
  rmSync(path.join(dir, 'reserved-space'), { force: true })
  return dir
}

/** Queries the database of a running shop. */
export async function query<T>(dir: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const running = findRunning(dir)
  if (!running) throw new Error('The shop is not running')
  return onClient(running.connection, work)
}

/** Queries the database of a stopped shop. */
export async function queryStopped<T>(dir: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const server = await startEmbeddedPostgres({ dataDir: dir })
  try {
    return await onClient(server.connectionOptions(), work)
  } finally {
    await server.stop()
  }
}

async function onClient<T>(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(connection)
  // The database may go down with a killed shop.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Runs a command and kills it when `due` resolves. True if it was still running. */
export async function killed(
  args: readonly string[],
  env: Record<string, string>,
  due: (isOver: () => boolean) => Promise<unknown>,
): Promise<boolean> {
  const child = spawn(process.execPath, args, {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: 'production',
      LOG_LEVEL: 'error',
      ...compiled,
      ...env,
    },
    stdio: 'ignore',
  })
  let isOver = false
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => {
      isOver = true
      resolve()
    })
  })
  await Promise.race([ended, due(() => isOver)])
  const wasRunning = !isOver
  child.kill('SIGKILL')
  await ended
  return wasRunning
}

/** Starts the command again, to be killed after half the time, while it is over before its kill: runs differ in length. */
export async function killedAfter(
  after: number,
  killAfter: (after: number) => Promise<boolean>,
): Promise<{ after: number; wasKilled: boolean }> {
  const wasKilled = await killAfter(after)
  return wasKilled || after < 1 ? { after, wasKilled } : killedAfter(after / 2, killAfter)
}

/** Waits until it is so, or until the process is over. */
export async function becomes(isSo: () => boolean | Promise<boolean>, isOver: () => boolean): Promise<void> {
  while (!isOver() && !(await isSo())) await wait(3)
}

/** One line for each table: its name, its rows and a digest of them. Rows that each restore writes anew are left out. */
export async function digestOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
     and relname not in ('migrations', 'key_checks') order by 1`,
  )
  const lines: string[] = []
  for (const { name } of rows) {
    const { rows: sums } = await client.query<{ line: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, ',' order by t::text)), '') as line from "${name}" t`,
    )
    lines.push(`${name} ${sums[0]?.line}`)
  }
  return lines
}

/** Columns, constraints, indexes and triggers, a line each. */
export async function schemaOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(`
    select format('%s.%s %s %s %s', table_name, column_name, data_type, is_nullable, column_default) as line
      from information_schema.columns where table_schema = 'public'
    union all select format('%s %s', conrelid::regclass, pg_get_constraintdef(oid)) from pg_constraint
      where connamespace = 'public'::regnamespace
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all select name || ' ' || hash from migrations order by 1`)
  return rows.map(({ line }) => line)
}

/** The lines that only one of two lists has. */
export const differences = (wanted: readonly string[], actual: readonly string[]): string[] => [
  ...wanted.filter((line) => !actual.includes(line)).map((line) => `missing: ${line}`),
  ...actual.filter((line) => !wanted.includes(line)).map((line) => `unexpected: ${line}`),
]

export const filesIn = (dir: string): string[] =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(dir, path.join(entry.parentPath, entry.name)))
    .sort()
