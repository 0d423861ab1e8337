import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { LockTaken, takeKernelLock } from '../kernel-lock.server.ts'
import { diskFullFault, EmbeddedPostgresError } from './errors.server.ts'

export type DataDirLock = Readonly<{ release(): void }>

/**
 * Takes the lock of a data folder, or throws 'folder-in-use'. The kernel releases it however the process ends; see
 * takeKernelLock for what must not be done with the file.
 */
export function lockDataDir(file: string): DataDirLock {
  const ownerFile = `${file}.owner`
  const lock = takeLock(file, ownerFile)
  tellOwner(ownerFile)
  let isHeld = true
  return {
    release() {
      if (!isHeld) return
      isHeld = false
      rmSync(ownerFile, { force: true })
      lock.release()
    },
  }
}

function takeLock(file: string, ownerFile: string): DataDirLock {
  try {
    return takeKernelLock(file)
  } catch (error) {
    throw error instanceof LockTaken ? inUse(file, ownerFile) : unusable(file, error)
  }
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

/** Only for the error message of a second shop. Written anew, because an old file may belong to another account. */
function tellOwner(ownerFile: string): void {
  try {
    rmSync(ownerFile, { force: true })
    writeFileSync(ownerFile, `${process.pid}\n`, { mode: 0o644 })
  } catch {
    // The lock works without it.
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
  const fullDisk = diskFullFault(reason, path.dirname(file))
  if (fullDisk) return fullDisk
  return new EmbeddedPostgresError(
    'folder-unusable',
    `Cannot lock the data folder with ${file}: ${reason}. It must be writable for the account that starts the shop ` +
      'and must not hold other files under that name; set DATA_DIR to another folder.',
    cause,
  )
}
