import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { chmod, chown, copyFile, mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import pg, { type ClientConfig } from 'pg'
import type { Account } from '../account.server.ts'
import { cleanEnvironment } from '../binaries.server.ts'
import { systemCode } from '../errors.server.ts'
import { copiesFolderOf, logFolderOf } from './archive.server.ts'

/** A copy of the cluster that is complete; with the log since `firstFile` it can be brought to any time after `at`. */
export type Copy = Readonly<{ folder: string; at: Date; firstFile: string }>

const labelOf = (folder: string): string => path.join(folder, 'backup_label')
const nameOf = (at: Date): string => at.toISOString().replaceAll(/[-:]/g, '').replace(/\.\d+/, '')
const nameShape = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/

/** The complete copies, oldest first. */
export function listCopies(folder: string): Copy[] {
  const copies = copiesFolderOf(folder)
  const names = existsSync(copies) ? readdirSync(copies).sort() : []
  return names.flatMap((name) => {
    const at = nameShape.exec(name)
    if (!at) return []
    const place = path.join(copies, name)
    const label = existsSync(labelOf(place)) ? readFileSync(labelOf(place), 'utf8') : ''
    const firstFile = /^START WAL LOCATION: \S+ \(file ([0-9A-F]{24})\)/m.exec(label)?.[1]
    if (!firstFile) return []
    return [{ folder: place, at: new Date(`${at[1]}-${at[2]}-${at[3]}T${at[4]}:${at[5]}:${at[6]}Z`), firstFile }]
  })
}

type Source = Readonly<{ clusterDir: string; connection: ClientConfig } & Owner>
/** To whom the copy belongs, and a signal to give it up. */
type Owner = Readonly<{ account: Account | undefined; signal?: AbortSignal }>
/** How long the log of the copy may take to be archived. */
const stopTimeout = '300s'

/** Copies the cluster while it runs. A copy that is interrupted is deleted by the next one. Returns when it was complete. */
export async function takeCopy(source: Source, folder: string): Promise<Date> {
  const { clusterDir, connection, account } = source
  const copies = copiesFolderOf(folder)
  for (const name of await readdir(copies))
    if (!nameShape.test(name)) await rm(path.join(copies, name), { recursive: true, force: true })
  const client = new pg.Client(connection)
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(`set statement_timeout = '${stopTimeout}'; set idle_session_timeout = 0`)
    await client.query(`select pg_backup_start('safar', true)`)
    const part = path.join(copies, 'unfinished')
    await copyCluster(clusterDir, part, source)
    // Once for all files: one by one takes minutes on a busy disk.
    await promisify(execFile)('sync', ['-f', part], { env: cleanEnvironment() }).catch(() => {})
    const { rows } = await client.query<{ labelfile: string; at: Date }>(
      'select labelfile, clock_timestamp() as at from pg_backup_stop(true)',
    )
    const { labelfile = '', at = new Date() } = rows[0] ?? {}
    await writeFile(labelOf(part), labelfile, { mode: 0o600, flush: true })
    if (account) await chown(labelOf(part), account.uid, account.gid)
    // To the next second: the state of the copy is not older than its name.
    const complete = new Date(Math.ceil(at.getTime() / 1_000) * 1_000)
    await rename(part, path.join(copies, nameOf(complete)))
    await syncFolder(copies)
    return complete
  } finally {
    await client.end().catch(() => {})
  }
}

/** Folders whose contents PostgreSQL makes anew. */
const emptied = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])
const leftOut =
  /^(postmaster\.(pid|opts)|backup_label.*|tablespace_map|recovery\.signal|pgsql_tmp.*|pg_internal\.init.*)$/

/** Files may change, grow and go meanwhile: the log repairs that. */
export async function copyCluster(from: string, to: string, { account, signal }: Owner): Promise<void> {
  const own = async (file: string, mode: number): Promise<void> => {
    if (account) await chown(file, account.uid, account.gid)
    await chmod(file, mode)
  }
  const copyFolder = async (source: string, target: string, isTop: boolean): Promise<void> => {
    await mkdir(target, { recursive: true })
    await own(target, 0o700)
    for (const entry of await entriesOf(source)) {
      signal?.throwIfAborted()
      if (leftOut.test(entry.name)) continue
      const [one, other] = [path.join(source, entry.name), path.join(target, entry.name)]
      if (entry.isDirectory()) {
        if (isTop && emptied.has(entry.name)) {
          await mkdir(other, { recursive: true })
          await own(other, 0o700)
        } else await copyFolder(one, other, false)
      } else if (entry.isFile() && (await copyIfThere(one, other))) await own(other, 0o600)
    }
  }
  await copyFolder(from, to, true)
}

const entriesOf = (folder: string) =>
  readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return []
    throw error
  })

async function copyIfThere(from: string, to: string): Promise<boolean> {
  try {
    await copyFile(from, to)
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return false
    throw error
  }
  return true
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

/**
 * Deletes what no time of the last days needs: older copies but the newest of them, and the log before the oldest copy
 * that stays.
 */
export async function forgetOldCopies(folder: string, now: Date, keptDays: number): Promise<void> {
  const since = now.getTime() - keptDays * 86_400_000
  const copies = listCopies(folder)
  const needed = copies.findLast(({ at }) => at.getTime() <= since) ?? copies[0]
  if (!needed) return
  for (const copy of copies) if (copy.at < needed.at) await rm(copy.folder, { recursive: true, force: true })
  // The first eight digits number the histories.
  const first = needed.firstFile.slice(8)
  for (const name of await readdir(logFolderOf(folder))) {
    const isLog = /^[0-9A-F]{24}(\.partial)?\.gz$/.test(name)
    if (isLog && name.slice(8, 24) < first) await rm(path.join(logFolderOf(folder), name), { force: true })
  }
}
