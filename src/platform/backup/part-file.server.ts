import { statSync } from 'node:fs'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { LockTaken, takeKernelLock } from '../kernel-lock.server.ts'

/** A problem that the person at the terminal can fix; the message is a sentence for them. */
export class BackupError extends Error {}

export type PartFile = Readonly<{
  path: string
  handle: FileHandle
  /** Releases the name; the file itself was renamed or removed before. */
  release: () => Promise<void>
}>

/**
 * Creates FILE.part for an archive, and locks it by FILE.part.lock until `release`. Replaces the part of a backup that
 * was killed, never that of a running one. Throws BackupError.
 */
export async function openPartFile(target: string): Promise<PartFile> {
  const path = `${target}.part`
  const lockFile = `${path}.lock`
  const lock = lockName(lockFile, path)
  const release = async (): Promise<void> => {
    if (!lock) return
    // Removed before it is released: whoever locks it later notices that the name has gone (see lockName).
    await rm(lockFile, { force: true })
    lock.release()
  }
  try {
    if (lock) await rm(path, { force: true })
    return { path, release, handle: await open(path, 'wx', 0o600) }
  } catch (error) {
    await release()
    const { code, message } = error as NodeJS.ErrnoException
    throw code === 'EEXIST' ? inUse(path) : new BackupError(`${path} cannot be written (${code ?? message}).`)
  }
}

const inUse = (path: string): BackupError =>
  new BackupError(`${path} exists: another backup is running, or one was interrupted. Remove it if none is running.`)

const inodeOf = (file: string): number | undefined => statSync(file, { throwIfNoEntry: false })?.ino

/** Null where files cannot be locked. Throws BackupError when a running process has the lock. */
function lockName(lockFile: string, path: string): { release: () => void } | null {
  for (;;) {
    try {
      const before = inodeOf(lockFile)
      const lock = takeKernelLock(lockFile)
      // A lock on a file that its last holder has removed meanwhile excludes nobody.
      if (before !== undefined && before === inodeOf(lockFile)) return lock
      lock.release()
    } catch (error) {
      if (error instanceof LockTaken) throw new BackupError(`Another backup is running and writes to ${path}.`)
      return null
    }
  }
}
