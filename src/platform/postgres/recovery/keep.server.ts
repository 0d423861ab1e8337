import { copyFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import pg, { type ClientConfig } from 'pg'
import type { Account } from '../account.server.ts'
import { systemCode } from '../errors.server.ts'
import { logFolderOf, type RecoveryPlace } from './archive.server.ts'
import { type Copy, forgetOldCopies, listCopies, takeCopy } from './copies.server.ts'

type Kept = Readonly<{
  place: RecoveryPlace
  clusterDir: string
  dataDir: string
  connection: ClientConfig
  account: Account | undefined
  log: (line: string) => void
  warn: (line: string) => void
}>

const lookMilliseconds = 60_000
const copyHours = 24
/** Beside the archive: without the key its secrets cannot be read, and without the record erased people would return. */
const besides = ['secret-key', 'erasures.log'] as const

export type Keeping = { readonly stop: () => Promise<void> }

/** Takes a copy each day, deletes old ones, and says when archiving fails. Looks once a minute. */
export function keepRecovery(keeping: Kept): Keeping {
  const { log, warn } = keeping
  const end = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let complaint = ''
  const complain = (reason: string): void => {
    if (reason !== '' && reason !== complaint) warn(`RECOVERY_DIR: ${reason}`)
    if (reason === '' && complaint !== '') log('RECOVERY_DIR: works again')
    complaint = reason
  }
  let looking: Promise<void> = Promise.resolve()
  const next = (): void => {
    looking = look(keeping, end.signal).then(complain, (error: unknown) => {
      if (!end.signal.aborted) complain(error instanceof Error ? error.message : String(error))
    })
    void looking.then(() => {
      if (end.signal.aborted) return
      timer = setTimeout(next, lookMilliseconds)
      timer.unref()
    })
  }
  next()
  return {
    stop: async () => {
      end.abort()
      clearTimeout(timer)
      await looking
      for (const name of besides) await copyBeside(keeping, name).catch(() => {})
    },
  }
}

/** Returns what is wrong, or nothing. */
async function look(keeping: Kept, signal: AbortSignal): Promise<string> {
  const { place } = keeping
  const now = new Date()
  for (const name of besides) await copyBeside(keeping, name)
  const failure = await failureOf(keeping)
  // A copy is complete when its log is archived.
  if (failure !== '') return failure
  const last = listCopies(place.folder).at(-1)
  const isOld = !last || now.getTime() - last.at.getTime() > copyHours * 3_600_000
  if (isOld || (await isBroken(keeping, last))) await takeCopy({ ...keeping, signal }, place.folder)
  await forgetOldCopies(place.folder, now, place.keptDays)
  return ''
}

async function copyBeside({ place, dataDir }: Kept, name: string): Promise<void> {
  try {
    await copyFile(path.join(dataDir, name), path.join(place.folder, name))
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error
  }
}

async function ask<T extends pg.QueryResultRow>(connection: ClientConfig, text: string): Promise<T | undefined> {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<T>(text)).rows[0]
  } finally {
    await client.end().catch(() => {})
  }
}

const numberOf = (file: string): number =>
  Number.parseInt(file.slice(8, 16), 16) * 256 + Number.parseInt(file.slice(16), 16)

/**
 * Whether the archive does not lead from the newest copy to now: after a recovery the log has a new history, and the database
 * may have run without an archive meanwhile.
 */
async function isBroken({ connection, place }: Kept, { firstFile }: Copy): Promise<boolean> {
  const row = await ask<{ current: string; waiting: number }>(
    connection,
    `select pg_walfile_name(pg_current_wal_lsn()) as current,
      (select count(*)::int from pg_ls_archive_statusdir() where name ~ '^[0-9A-F]{24}[.]ready$') as waiting`,
  )
  if (!row) return false
  const history = row.current.slice(0, 8)
  if (history !== firstFile.slice(0, 8)) return true
  const archived = (await readdir(logFolderOf(place.folder))).filter((name) => /^[0-9A-F]{24}\.gz$/.test(name))
  const last = archived
    .filter((name) => name.startsWith(history))
    .sort()
    .at(-1)
  return numberOf(row.current) - numberOf(last?.slice(0, 24) ?? firstFile) - 1 > row.waiting
}

async function failureOf({ connection }: Kept): Promise<string> {
  const row = await ask<{ name: string | null }>(
    connection,
    `select last_failed_wal as name from pg_stat_archiver
     where last_failed_time > coalesce(last_archived_time, '-infinity')`,
  )
  return row ? `the database's log is not archived (${row.name}); is the disk full, or the folder away?` : ''
}
