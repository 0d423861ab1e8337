import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { EmbeddedPostgresError } from './errors.server.ts'

export type DataDirLock = Readonly<{ release(): void }>

const sqliteBusy = 5

/**
 * Takes the one lock of a data folder, or throws 'folder-in-use'. It is a kernel lock on an open SQLite file, because
 * the kernel frees it however the process ends; a file with a process id in it would outlive a `kill -9`.
 * Nobody else may open and close the lock file in this process (a copy of it, say): POSIX drops the lock with that.
 */
export function lockDataDir(file: string): DataDirLock {
  const ownerFile = `${file}.owner`
  const database = openLockFile(file)
  try {
    database.exec('PRAGMA busy_timeout = 0')
    database.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    if (isBusy(error)) throw inUse(file, ownerFile)
    throw unusable(file, error)
  }
  tellOwner(ownerFile)
  let held = true
  return {
    release() {
      if (!held) return
      held = false
      rmSync(ownerFile, { force: true })
      database.close()
    },
  }
}

function openLockFile(file: string): DatabaseSync {
  try {
    return new DatabaseSync(file)
  } catch (error) {
    throw unusable(file, error)
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy
}

function inUse(file: string, ownerFile: string): EmbeddedPostgresError {
  const owner = readOwner(ownerFile)
  return new EmbeddedPostgresError(
    'folder-in-use',
    `Another shop${owner ? ` (process ${owner})` : ''} is running on this data folder: ${file} is locked. ` +
      'Stop that one first, give this one its own folder with DATA_DIR, ' +
      'or share one database between several with DATABASE_URL.',
  )
}

/** Only for the message to a second shop; anew each time, since another account may have left the old one. */
function tellOwner(ownerFile: string): void {
  try {
    rmSync(ownerFile, { force: true })
    writeFileSync(ownerFile, `${process.pid}\n`, { mode: 0o644 })
  } catch {
    // The lock holds without it.
  }
}

function readOwner(ownerFile: string): string | undefined {
  try {
    return readFileSync(ownerFile, 'utf8').trim() || undefined
  } catch {
    return undefined // Only makes the message poorer.
  }
}

function unusable(file: string, cause: unknown): EmbeddedPostgresError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new EmbeddedPostgresError(
    'folder-unusable',
    `Cannot lock the data folder with ${file}: ${reason}. It must be writable for the account that starts the shop ` +
      'and must not hold other files under that name; set DATA_DIR to another folder.',
    cause,
  )
}
