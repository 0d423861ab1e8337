import {
  chmodSync,
  chownSync,
  closeSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { type Account, checkSwitch, chooseAccount } from '../account.server.ts'
import { prepareBinaries } from '../binaries.server.ts'
import { superuser } from '../cluster.server.ts'
import { clusterDirOf, makeDataDir, openTo, resolveDataDir } from '../data-dir.server.ts'
import { EmbeddedPostgresError } from '../errors.server.ts'
import { clearLeftovers } from '../leftovers.server.ts'
import { lockDataDir } from '../lock.server.ts'
import { launchServer } from '../server.server.ts'
import { makeSocketDir, port } from '../socket-dir.server.ts'
import { restoreCommand, unusable } from './archive.server.ts'
import { type Copy, copyCluster, listCopies } from './copies.server.ts'

type Wanted = Readonly<{
  dataDir: string
  folder: string
  /** Null: the end of the archive. */
  target: Date | null
  log: (line: string) => void
  /** Called before the database is touched: until the caller is done, nobody may use it. */
  onBegin: () => Promise<void>
  /** Called when it failed and everything is as before. */
  onUndone: () => Promise<void>
}>
export type Recovered = Readonly<{
  /** The copy that it began from. */
  from: Date
  /** The time of the last change that is in. */
  until: Date | null
  /** The database as it was before, moved aside; null if there was none. */
  replaced: string | null
}>

/**
 * Makes the embedded database as it was at `target`: from the newest copy before it and the archived log. A database that is
 * there is moved aside, and its log is used too. Throws EmbeddedPostgresError, also while the shop runs.
 */
export async function recoverDatabase(wanted: Wanted): Promise<Recovered> {
  const { folder, target, log } = wanted
  const { copy, history } = copyBefore(folder, target)
  const dataDir = resolveDataDir(wanted.dataDir)
  makeDataDir(dataDir)
  const lock = lockDataDir(path.join(dataDir, 'safar.lock'))
  try {
    const clusterDir = clusterDirOf(dataDir)
    const account = chooseAccount(clusterDir, dataDir)
    checkSwitch(account)
    openTo(dataDir, account)
    if (existsSync(clusterDir)) await clearLeftovers(clusterDir, log)
    const unfinished = await prepareCluster(copy, clusterDir, account)
    await wanted.onBegin()
    const replaced = putInPlace(unfinished, clusterDir)
    try {
      const until = await replay({ ...wanted, dataDir, history }, clusterDir, account)
      return { from: copy.at, until, replaced }
    } catch (error) {
      rmSync(clusterDir, { recursive: true, force: true })
      if (replaced) renameSync(replaced, clusterDir)
      await wanted.onUndone()
      throw error
    }
  } finally {
    lock.release()
  }
}

/**
 * The copy, and which history to follow: a recovery begins a new one. A time before a later copy is in the history of its
 * own copy, also when that was given up by a recovery since.
 */
type Start = Readonly<{ copy: Copy; history: 'latest' | 'current' }>
function copyBefore(folder: string, target: Date | null): Start {
  const copies = listCopies(folder)
  const copy = copies.findLast(({ at }) => target === null || at <= target)
  if (copy) return { copy, history: copy === copies.at(-1) ? 'latest' : 'current' }
  const first = copies[0]
  throw unusable(folder, first ? `its first moment is ${first.at.toISOString()}` : 'it has no copy of a database')
}

/** A cluster that is complete but for its name, which a killed run leaves to the next start to delete. */
async function prepareCluster(copy: Copy, clusterDir: string, account: Account | undefined): Promise<string> {
  const unfinished = mkdtempSync(`${clusterDir}.unfinished-`)
  await copyCluster(copy.folder, unfinished, { account })
  copyFileSync(path.join(copy.folder, 'backup_label'), path.join(unfinished, 'backup_label'))
  if (existsSync(clusterDir)) keepLog(path.join(clusterDir, 'pg_wal'), path.join(unfinished, 'pg_wal'))
  writeFileSync(path.join(unfinished, 'recovery.signal'), '')
  for (const name of readdirSync(path.join(unfinished, 'pg_wal'))) own(path.join(unfinished, 'pg_wal', name), account)
  for (const name of ['backup_label', 'recovery.signal']) own(path.join(unfinished, name), account)
  chmodSync(unfinished, 0o700)
  return unfinished
}

/** Returns where the old cluster is. */
function putInPlace(unfinished: string, clusterDir: string): string | null {
  const aside = existsSync(clusterDir) ? asideOf(clusterDir) : null
  if (aside) renameSync(clusterDir, aside)
  renameSync(unfinished, clusterDir)
  return aside
}

const own = (file: string, account: Account | undefined): void => {
  if (account) chownSync(file, account.uid, account.gid)
}

/** Changes that were not archived yet. */
function keepLog(from: string, to: string): void {
  for (const name of readdirSync(from))
    if (/^[0-9A-F]{24}$/.test(name)) copyFileSync(path.join(from, name), path.join(to, name))
}

function asideOf(clusterDir: string): string {
  const stem = `${clusterDir}.before-recovery`
  for (let n = 1; ; n++) if (!existsSync(`${stem}-${n}`)) return `${stem}-${n}`
}

async function replay(
  { dataDir, folder, target, log, history }: Wanted & Pick<Start, 'history'>,
  clusterDir: string,
  account: Account | undefined,
): Promise<Date | null> {
  const socketDir = makeSocketDir(dataDir, account)
  const connection = { host: socketDir, port, user: superuser, database: 'postgres', ssl: false }
  const logFile = path.join(dataDir, 'postgres.log')
  closeSync(openSync(logFile, 'a', 0o600))
  const settings = {
    // A trial on another machine must not change the archive: the shop that starts here does.
    archive_mode: 'off',
    restore_command: restoreCommand(folder),
    recovery_target_action: 'promote',
    recovery_target_timeline: history,
    ...(target && { recovery_target_time: target.toISOString().replace('T', ' ').replace('Z', '+00') }),
  }
  const plan = { clusterDir, socketDir, logFile, binaries: prepareBinaries(dataDir, account), account, settings }
  const server = await launchServer(plan, () => connection, log).catch((error: unknown) => {
    throw explained(error, target)
  })
  let hasDied = false
  const died = server.died.then((error) => {
    hasDied = true
    throw explained(error, target)
  })
  try {
    return await Promise.race([untilPromoted(connection, () => hasDied), died])
  } finally {
    await server.stop()
    rmSync(socketDir, { recursive: true, force: true })
  }
}

const lookMilliseconds = 100
async function untilPromoted(connection: pg.ClientConfig, hasDied: () => boolean): Promise<Date | null> {
  while (!hasDied()) {
    const client = new pg.Client(connection)
    client.on('error', () => {})
    try {
      await client.connect()
      const { rows } = await client.query<{ is: boolean; at: Date | null }>(
        'select pg_is_in_recovery() as is, pg_last_xact_replay_timestamp() as at',
      )
      if (rows[0]?.is === false) return rows[0].at
    } catch {
      // Ending; the caller hears why.
    } finally {
      await client.end().catch(() => {})
    }
    await wait(lookMilliseconds)
  }
  return null
}

function explained(error: unknown, target: Date | null): unknown {
  if (!(error instanceof EmbeddedPostgresError) || target === null) return error
  if (!error.message.includes('before configured recovery target was reached')) return error
  return new EmbeddedPostgresError(
    'start-failed',
    `The archive ends before ${target.toISOString()}. Give an earlier time, or --end for all that it has.`,
    error,
  )
}
