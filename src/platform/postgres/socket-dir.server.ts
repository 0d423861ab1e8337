import { chmodSync, chownSync, lstatSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Account, canReach } from './account.server.ts'
import { EmbeddedPostgresError, otherServer } from './errors.server.ts'

/** A socket's path may have 103 bytes on macOS, 107 on Linux. */
const longestSocketPath = 103
const temporaryName = /^safar-pg-\w{6}$/

export const port = 5432

const fits = (folder: string): boolean =>
  Buffer.byteLength(path.join(folder, `.s.PGSQL.${port}.lock`)) <= longestSocketPath

/**
 * A new folder that only the account (and root) can enter: in the data folder, or where its path is too long for a
 * socket, a temporary one. `earlier` is what the last run used, if it could not remove it.
 */
export function makeSocketDir(dataDir: string, account: Account | undefined, earlier: string | undefined): string {
  const beside = path.join(dataDir, 'socket')
  rmSync(beside, { recursive: true, force: true })
  if (earlier) removeTemporary(earlier)
  const folder = fits(beside) ? beside : makeTemporary(account)
  if (folder === beside) mkdirSync(beside, { mode: 0o700 })
  if (account) chownSync(folder, account.uid, account.gid)
  chmodSync(folder, 0o700)
  checkOwner(folder, account)
  return folder
}

/** Only what we made: a name from a stale file is not to be trusted with a deletion. */
function removeTemporary(folder: string): void {
  if (!temporaryName.test(path.basename(folder)) || !lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()) return
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch {
    // Another account's leftover in a shared place: the new one has another name.
  }
}

function makeTemporary(account: Account | undefined): string {
  for (const parent of [os.tmpdir(), '/run', '/tmp']) {
    const name = path.join(parent, 'safar-pg-')
    if (!fits(`${name}XXXXXX`)) continue
    try {
      if (canReach(parent, account)) return mkdtempSync(name)
    } catch {
      // Not there or not ours to write: the next one.
    }
  }
  throw new EmbeddedPostgresError(
    'folder-unusable',
    `No place for the database's socket: the path of the data folder is too long and neither ${os.tmpdir()}, /run nor ` +
      `/tmp can be used. Set DATA_DIR to a folder with a shorter path (80 characters) ${otherServer}.`,
  )
}

function checkOwner(folder: string, account: Account | undefined): void {
  const stats = lstatSync(folder)
  const owner = account ? account.uid >>> 0 : process.getuid?.()
  if (stats.isDirectory() && stats.uid === owner && (stats.mode & 0o777) === 0o700) return
  throw new EmbeddedPostgresError(
    'folder-unusable',
    `${folder} cannot be closed to other accounts, so the database would be open to them. ` +
      `Set DATA_DIR to a folder on a local disk ${otherServer}.`,
  )
}
