import { createHash } from 'node:crypto'
import { chmodSync, chownSync, mkdirSync, realpathSync, statSync } from 'node:fs'
import path from 'node:path'
import { type Account, canReach, chooseAccount, deepestExisting, statOrNothing } from './account.server.ts'
import { EmbeddedPostgresError, otherServer, systemCode } from './errors.server.ts'

const systemRoot = '/var/lib/safar'

/** Where the cluster lives inside a data folder. */
export const clusterDirOf = (dataDir: string): string => path.join(dataDir, 'postgres')

/**
 * The data folder that is really used. Root runs the database as another account. If that account cannot reach the
 * wanted folder (a project under /root), the data goes to /var/lib/safar, into a folder named after the wanted one, so
 * that two shops never share it. An existing database wins: changing a folder's permissions must not make a shop look
 * empty.
 */
export function resolveDataDir(wanted: string, fallbackRoot: string = systemRoot): string {
  const dataDir = path.resolve(wanted)
  if (process.getuid?.() !== 0) return dataDir
  if (statOrNothing(clusterDirOf(dataDir))) return dataDir
  const fallback = path.join(fallbackRoot, nameOf(dataDir))
  if (statOrNothing(clusterDirOf(fallback))) return fallback
  const account = chooseAccount(clusterDirOf(dataDir), dataDir)
  return canReach(path.dirname(dataDir), account) && canOpen(dataDir, account) ? dataDir : fallback
}

function nameOf(dataDir: string): string {
  const existing = deepestExisting(dataDir)
  const real = path.join(realpathSync(existing), path.relative(existing, dataDir))
  const words = real
    .split(path.sep)
    .slice(-2)
    .join('-')
    .replaceAll(/[^\w.-]+/g, '-')
  return `${words}-${createHash('sha256').update(real).digest('hex').slice(0, 8)}`
}

/** Root's own folder can be opened to the account (see openTo). */
function canOpen(dataDir: string, account: Account | undefined): boolean {
  const stats = statOrNothing(dataDir)
  return !stats || canReach(dataDir, account) || isPlainlyRoots(dataDir)
}

function isPlainlyRoots(dataDir: string): boolean {
  const stats = statSync(dataDir)
  return stats.uid === 0 && stats.gid === 0
}

/** Creates the folder. Everybody may pass new parent folders, whatever the umask is, but nobody may list them. */
export function makeDataDir(dataDir: string): void {
  try {
    const existing = deepestExisting(dataDir)
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    for (let folder = path.dirname(dataDir); folder.length > existing.length; folder = path.dirname(folder)) {
      chmodSync(folder, 0o711)
    }
  } catch (error) {
    throw new EmbeddedPostgresError(
      'folder-unusable',
      `Cannot make the data folder ${dataDir} (${systemCode(error) ?? String(error)}). ` +
        'Set DATA_DIR to a folder that the account which starts the shop may write to.',
      error,
    )
  }
}

/** Lets the account's group pass through root's data folder without listing it. */
export function openTo(dataDir: string, account: Account | undefined): void {
  if (!account) return
  if (!canReach(dataDir, account) && isPlainlyRoots(dataDir)) {
    chownSync(dataDir, 0, account.gid)
    chmodSync(dataDir, (statSync(dataDir).mode & 0o7707) | 0o010)
  }
  if (canReach(dataDir, account)) return
  throw new EmbeddedPostgresError(
    'folder-unusable',
    `The account "${account.name}", which runs the database for root, cannot reach ${dataDir}. ` +
      `Let it pass through the folders above, move the data elsewhere with DATA_DIR, ${otherServer}.`,
  )
}
