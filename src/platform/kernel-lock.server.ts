import { DatabaseSync } from 'node:sqlite'

/** Another process, or this one, has the lock. */
export class LockTaken extends Error {}

const sqliteBusy = 5

/** A database that nothing refers to would be closed by the garbage collector, and its lock released. */
const held = new Set<DatabaseSync>()

/**
 * Locks a file, creating it if necessary. Throws LockTaken, or the system's error. It is a kernel lock on an open
 * SQLite file: the kernel releases it however the process ends, while a pid file would survive `kill -9`. This process
 * must not open and close the file elsewhere (to copy it, for example): POSIX would release the lock. `release` may be
 * called twice.
 */
export function takeKernelLock(file: string): { release: () => void } {
  const database = new DatabaseSync(file)
  try {
    // No journal file beside it: nothing is ever written.
    database.exec('PRAGMA journal_mode = MEMORY')
    database.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) throw new LockTaken(file)
    throw error
  }
  held.add(database)
  return {
    release() {
      if (held.delete(database)) database.close()
    },
  }
}
