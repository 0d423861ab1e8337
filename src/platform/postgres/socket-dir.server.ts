import { createHash } from 'node:crypto'
import { chmodSync, chownSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Account, canReach } from './account.server.ts'
import { EmbeddedPostgresError, otherServer } from './errors.server.ts'

/** A socket path may have 103 bytes on macOS and 107 on Linux. */
const maxSocketPath = 103

export const port = 5432

const fits = (folder: string): boolean => Buffer.byteLength(path.join(folder, `.s.PGSQL.${port}.lock`)) <= maxSocketPath

/**
 * Creates a folder that only the account and root can enter: in the data folder, or a temporary one where that path is
 * too long for a socket. Deletes what a killed run left.
 */
export function makeSocketDir(dataDir: string, account: Account | undefined): string {
  const beside = path.join(dataDir, 'socket')
  rmSync(beside, { recursive: true, force: true })
  if (!fits(beside)) return close(makeTemporary(dataDir, account), account)
  mkdirSync(beside, { mode: 0o700 })
  return close(beside, account)
}

function makeTemporary(dataDir: string, account: Account | undefined): string {
  // Named after the folder's inode, not its path: a copy of the data must not remove the original's socket.
  const { dev, ino } = statSync(dataDir)
  const prefix = `safar-pg-${createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 8)}-`
  const parents = [...new Set([os.tmpdir(), '/run', '/tmp'])]
  for (const parent of parents) removeEarlier(parent, prefix)
  for (const parent of parents) {
    try {
      if (fits(path.join(parent, `${prefix}XXXXXX`)) && canReach(parent, account)) {
        return mkdtempSync(path.join(parent, prefix))
      }
    } catch {
      // Missing or not writable: try the next one.
    }
  }
  throw new EmbeddedPostgresError(
    'folder-unusable',
    `No place for the database's socket: the path of the data folder is too long and neither ${os.tmpdir()}, /run nor ` +
      `/tmp can be used. Set DATA_DIR to a folder with a shorter path (80 characters) ${otherServer}.`,
  )
}

function removeEarlier(parent: string, prefix: string): void {
  try {
    for (const name of readdirSync(parent)) {
      if (name.startsWith(prefix)) rmSync(path.join(parent, name), { recursive: true, force: true })
    }
  } catch {
    // Missing, or owned by another account; the new folder has another name.
  }
}

function close(folder: string, account: Account | undefined): string {
  if (account) chownSync(folder, account.uid, account.gid)
  chmodSync(folder, 0o700)
  const stats = lstatSync(folder)
  const owner = account ? account.uid >>> 0 : process.getuid?.()
  if (stats.isDirectory() && stats.uid === owner && (stats.mode & 0o777) === 0o700) return folder
  throw new EmbeddedPostgresError(
    'folder-unusable',
    `${folder} cannot be closed to other accounts, so the database would be open to them. ` +
      `Set DATA_DIR to a folder on a local disk ${otherServer}.`,
  )
}
