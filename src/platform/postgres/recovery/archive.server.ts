import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { type Account, canReach } from '../account.server.ts'
import { cleanEnvironment } from '../binaries.server.ts'
import { makeDataDir } from '../data-dir.server.ts'
import { EmbeddedPostgresError, systemCode } from '../errors.server.ts'

/** Where the database's log is archived, with copies of the cluster to begin from. */
export type RecoveryPlace = Readonly<{ folder: string; keptDays: number }>

export const logFolderOf = (folder: string): string => path.join(folder, 'log')
export const copiesFolderOf = (folder: string): string => path.join(folder, 'copies')
const clusterFileOf = (folder: string): string => path.join(folder, 'database-id')

/** How old the newest archived change may be when the machine burns. */
const archiveTimeout = '60s'

/** For the shell of PostgreSQL, where `%` begins a placeholder. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''").replaceAll('%', '%%')}'`

/**
 * A file is complete and on the disk before it has its name. One that is there already was archived before a crash, and
 * must be the same.
 */
export function archiveSettings(folder: string): Readonly<Record<string, string>> {
  const copy = `gzip -c "%p" > "$f.part" && { sync "$f.part" || sync; } && mv "$f.part" "$f"`
  return {
    archive_mode: 'on',
    archive_timeout: archiveTimeout,
    archive_command: `f=${quoted(logFolderOf(folder))}/%f.gz; if [ -f "$f" ]; then gzip -dc "$f" | cmp -s - "%p"; else ${copy}; fi`,
    wal_compression: 'on',
  }
}

export const restoreCommand = (folder: string): string => `gzip -dc ${quoted(logFolderOf(folder))}/%f.gz > "%p"`

/**
 * Creates the folder for the account of the database. Throws EmbeddedPostgresError when it cannot be used, or belongs to
 * another database.
 */
export function openRecoveryPlace(folder: string, clusterDir: string, account: Account | undefined): void {
  requireGzip()
  makeDataDir(folder)
  try {
    for (const each of [folder, logFolderOf(folder), copiesFolderOf(folder)]) {
      mkdirSync(each, { recursive: true, mode: 0o700 })
      if (account) chownSync(each, account.uid, account.gid)
      chmodSync(each, 0o700)
    }
  } catch (error) {
    throw unusable(folder, systemCode(error) ?? String(error))
  }
  if (!canReach(logFolderOf(folder), account))
    throw unusable(folder, `the account "${account?.name}", which runs the database for root, cannot reach it`)
  const own = clusterIdOf(clusterDir)
  const known = existsSync(clusterFileOf(folder)) ? readFileSync(clusterFileOf(folder), 'utf8').trim() : null
  if (known !== null && known !== own) throw unusable(folder, 'it holds the archive of another database')
  if (known === null) writeFileSync(clusterFileOf(folder), `${own}\n`, { mode: 0o600, flush: true })
  keepHistories(folder, clusterDir, account)
}

/** A recovery begins a new history of the log, which PostgreSQL numbers: no later recovery may take the same number. */
function keepHistories(folder: string, clusterDir: string, account: Account | undefined): void {
  const wal = path.join(clusterDir, 'pg_wal')
  for (const name of readdirSync(wal).filter((each) => each.endsWith('.history'))) {
    const file = path.join(logFolderOf(folder), `${name}.gz`)
    if (existsSync(file)) continue
    writeFileSync(file, gzipSync(readFileSync(path.join(wal, name))), { mode: 0o600, flush: true })
    if (account) chownSync(file, account.uid, account.gid)
  }
}

function requireGzip(): void {
  const { status } = spawnSync('gzip', ['--version'], { env: cleanEnvironment(), stdio: 'ignore' })
  if (status !== 0) throw new EmbeddedPostgresError('binaries-unusable', 'RECOVERY_DIR needs the program gzip.')
}

/** The number that PostgreSQL gives to each cluster, in the first eight bytes of its control file. */
function clusterIdOf(clusterDir: string): string {
  const bytes = Buffer.alloc(8)
  const file = openSync(path.join(clusterDir, 'global', 'pg_control'), 'r')
  readSync(file, bytes, 0, 8, 0)
  closeSync(file)
  return bytes.readBigUInt64LE().toString()
}

export const unusable = (folder: string, reason: string): EmbeddedPostgresError =>
  new EmbeddedPostgresError(
    'folder-unusable',
    `RECOVERY_DIR cannot be used (${folder}): ${reason}. Give another folder, best on another disk, or unset it.`,
  )
