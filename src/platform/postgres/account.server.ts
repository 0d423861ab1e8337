import { spawnSync } from 'node:child_process'
import { readFileSync, realpathSync, type Stats, statSync } from 'node:fs'
import path from 'node:path'
import { EmbeddedPostgresError, otherServer, systemCode } from './errors.server.ts'

/** The account that runs the database for root. Other users run it themselves and need none. */
export type Account = Readonly<{ name: string; uid: number; gid: number }>

const isRoot = (): boolean => process.getuid?.() === 0

/**
 * PostgreSQL refuses to run as root. The choice: the owner of an existing cluster, else a person who owns the folder,
 * else `postgres`, else `nobody`.
 */
export function chooseAccount(clusterDir: string, dataDir: string): Account | undefined {
  const owner = statOrNothing(clusterDir)
  if (!isRoot()) {
    if (owner && owner.uid !== process.getuid?.()) throw foreignCluster(clusterDir, owner)
    return undefined
  }
  if (owner && owner.uid !== 0)
    return findById(owner.uid) ?? { name: `uid ${owner.uid}`, uid: owner.uid, gid: owner.gid }
  const person = statOrNothing(dataDir)
  const account =
    (person && person.uid !== 0 ? findById(person.uid) : undefined) ?? findByName('postgres') ?? findByName('nobody')
  if (account) return account
  throw new EmbeddedPostgresError(
    'no-account',
    'PostgreSQL refuses to run as root, and this system has no account "postgres" or "nobody" to run it. ' +
      `Start the shop as an ordinary user ${otherServer}.`,
  )
}

/** Throws when root cannot change accounts, as in a container without capabilities. */
export function checkSwitch(account: Account | undefined): void {
  if (!account) return
  const { error } = spawnSync('/bin/sh', ['-c', ':'], { ...runAs(account), cwd: '/' })
  const code = systemCode(error)
  if (code !== 'EPERM' && code !== 'EINVAL') return
  throw new EmbeddedPostgresError(
    'no-account',
    `PostgreSQL refuses to run as root, and root may not switch to the account "${account.name}" here (${code}). ` +
      `Start the shop as an ordinary user, allow SETUID, SETGID and CHOWN to the container, ${otherServer}.`,
    error,
  )
}

/** Spawn options. Node needs signed 32-bit ids: macOS numbers `nobody` 4294967294. */
export function runAs(account: Account | undefined): { uid?: number; gid?: number } {
  return account ? { uid: account.uid | 0, gid: account.gid | 0 } : {}
}

/** True when the account can enter every folder on the way to `target`, which need not exist yet. */
export function canReach(target: string, account: Account | undefined): boolean {
  if (!account) return true
  const existing = deepestExisting(path.resolve(target))
  for (let folder = realpathSync(existing); ; folder = path.dirname(folder)) {
    if (!mayPass(statSync(folder), account)) return false
    if (folder === path.dirname(folder)) return true
  }
}

export function deepestExisting(target: string): string {
  let folder = target
  while (!statOrNothing(folder)) folder = path.dirname(folder)
  return folder
}

export function statOrNothing(file: string): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false })
  } catch (error) {
    const code = systemCode(error)
    if (code === 'EACCES' || code === 'ENOTDIR') return undefined
    throw error
  }
}

function mayPass(stats: Stats, account: Account): boolean {
  if (stats.uid === account.uid >>> 0) return (stats.mode & 0o100) !== 0
  if (stats.gid === account.gid >>> 0) return (stats.mode & 0o010) !== 0
  return (stats.mode & 0o001) !== 0
}

function foreignCluster(clusterDir: string, owner: Stats): EmbeddedPostgresError {
  const name = findById(owner.uid)?.name ?? `uid ${owner.uid}`
  return new EmbeddedPostgresError(
    'folder-unusable',
    `The database in ${clusterDir} belongs to the account "${name}". Start the shop as that account or as root, ` +
      `give this one its own folder with DATA_DIR, ${otherServer}.`,
  )
}

const findByName = (name: string): Account | undefined => accounts().find((account) => account.name === name)
const findById = (uid: number): Account | undefined => accounts().find((account) => account.uid >>> 0 === uid)

function accounts(): Account[] {
  let text: string
  try {
    text = readFileSync('/etc/passwd', 'utf8')
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return []
    throw error
  }
  return text
    .split('\n')
    .map((line) => line.split(':'))
    .filter((fields) => fields.length >= 4 && !fields[0]?.startsWith('#'))
    .map(([name, , uid, gid]) => ({ name: name ?? '', uid: Number(uid), gid: Number(gid) }))
}
