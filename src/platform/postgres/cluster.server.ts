import { spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  closeSync,
  fsyncSync,
  lchownSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import path from 'node:path'
import { type Account, runAs, statOrNothing } from './account.server.ts'
import { type Binaries, cleanEnvironment } from './binaries.server.ts'
import { diskFullFault, EmbeddedPostgresError, otherServer } from './errors.server.ts'
import { killProcessesIn } from './leftovers.server.ts'

export const superuser = 'postgres'

/**
 * Creates the cluster unless it exists. It is created under another name and renamed when complete and on disk, so a
 * start that is killed leaves a complete cluster or none.
 */
export async function ensureCluster(
  clusterDir: string,
  binaries: Binaries,
  account: Account | undefined,
  log: (line: string) => void,
): Promise<void> {
  await clearUnfinished(clusterDir)
  if (statOrNothing(clusterDir)) {
    adoptRootsFiles(clusterDir, account)
    return checkVersion(clusterDir, binaries)
  }
  log(`Creating the database in ${clusterDir}`)
  const unfinished = mkdtempSync(`${clusterDir}.unfinished-`)
  if (account) chownSync(unfinished, account.uid, account.gid)
  chmodSync(unfinished, 0o700)
  await runInitdb(unfinished, binaries, account)
  renameSync(unfinished, clusterDir)
  syncFolder(path.dirname(clusterDir))
}

async function clearUnfinished(clusterDir: string): Promise<void> {
  const parent = path.dirname(clusterDir)
  const prefix = `${path.basename(clusterDir)}.unfinished-`
  for (const name of readdirSync(parent).filter((entry) => entry.startsWith(prefix))) {
    await killProcessesIn(path.join(parent, name))
    // Retried: a shell of a killed initdb may still be writing its last file.
    rmSync(path.join(parent, name), { recursive: true, force: true, maxRetries: 10 })
  }
}

/** A cluster that belongs to root comes from a restore. PostgreSQL never runs as root, so the account gets it. */
function adoptRootsFiles(clusterDir: string, account: Account | undefined): void {
  if (!account || statSync(clusterDir).uid !== 0) return
  const names = readdirSync(clusterDir, { recursive: true, encoding: 'utf8' })
  for (const name of names) lchownSync(path.join(clusterDir, name), account.uid, account.gid)
  chmodSync(clusterDir, 0o700)
  chownSync(clusterDir, account.uid, account.gid) // Last: a start that is killed here begins anew.
}

function checkVersion(clusterDir: string, binaries: Binaries): void {
  const clusterVersion = readFileSync(path.join(clusterDir, 'PG_VERSION'), 'utf8').trim()
  const major = binaries.version.split('.')[0]
  if (clusterVersion === major) return
  throw new EmbeddedPostgresError(
    'wrong-version',
    `The database in ${clusterDir} was made by PostgreSQL ${clusterVersion}, but this release of the shop brings ${major}. ` +
      'Start the release that made it, take a backup there, and restore it into a new DATA_DIR with this one.',
  )
}

/** Text is compared by code point on every platform; names are sorted with an explicit collation. */
function localeArguments(): string[] {
  // macOS has no C.UTF-8 collation, only the character type.
  if (process.platform === 'darwin') return ['--builtin-locale=C.UTF-8', '--locale=C', '--lc-ctype=UTF-8']
  return ['--locale=C.UTF-8']
}

async function runInitdb(folder: string, binaries: Binaries, account: Account | undefined): Promise<void> {
  // 'trust' is safe here: only the account and root can enter the socket's folder.
  const access = [`--username=${superuser}`, '--auth=trust', '--encoding=UTF8', '--no-instructions']
  const child = spawn(
    binaries.initdb,
    ['-D', folder, ...access, '--locale-provider=builtin', ...localeArguments()],
    // A later start finds a killed initdb by its working folder.
    { ...runAs(account), cwd: folder, env: cleanEnvironment(), stdio: ['ignore', 'pipe', 'pipe'], detached: true },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8')
    stream.on('data', (text: string) => {
      output += text
    })
  }
  const outcome = await new Promise<number | Error | null>((resolve) => {
    child.once('error', resolve)
    child.once('close', resolve)
  })
  if (outcome === 0) return
  rmSync(folder, { recursive: true, force: true })
  throw initFailed(folder, outcome instanceof Error ? outcome.message : output)
}

function initFailed(folder: string, output: string): EmbeddedPostgresError {
  if (output.includes('could not look up effective user ID')) {
    return new EmbeddedPostgresError(
      'no-account',
      `PostgreSQL needs an account with a name, and user id ${process.getuid?.()} has none on this system. ` +
        `Add it to /etc/passwd, start the shop as another user ${otherServer}.`,
    )
  }
  const reason = output.trim().split('\n').slice(-6).join('\n')
  const fullDisk = diskFullFault(reason, path.dirname(folder))
  if (fullDisk) return fullDisk
  return new EmbeddedPostgresError(
    'start-failed',
    `The database could not be created. Set DATA_DIR to a folder on a local disk with room ${otherServer}.\n${reason}`,
  )
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
