import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { EmbeddedPostgresError, systemCode } from './errors.server.ts'

const programs = /\/(postgres|initdb|setpriv)( \(deleted\))?$/
const pollMs = 20
const quitAfterMs = 30_000
const giveUpAfterMs = 90_000

/**
 * Cleans up after a killed shop: stops its server, then deletes stale files. Only for the holder of the data folder's
 * lock: without it, this would stop a running shop's server.
 */
export async function clearLeftovers(clusterDir: string, log: (line: string) => void): Promise<void> {
  const started = performance.now()
  const sent = new Set<string>()
  for (let living = processesIn(clusterDir); living.length > 0; living = processesIn(clusterDir)) {
    const elapsed = performance.now() - started
    if (elapsed > giveUpAfterMs) throw stillRunning(clusterDir, living)
    if (sent.size === 0) log(`Stopping the database that an earlier run left behind (process ${living.join(', ')})`)
    const server = readServerPid(clusterDir)
    const targets = server !== undefined && living.includes(server) ? [server] : living
    for (const pid of targets) sendOnce(sent, pid, elapsed > quitAfterMs ? 'SIGQUIT' : 'SIGINT')
    await wait(pollMs)
  }
  rmSync(path.join(clusterDir, 'postmaster.pid'), { force: true })
}

/** Kills processes in an abandoned folder; its files are about to be deleted. */
export async function killProcessesIn(folder: string): Promise<void> {
  const started = performance.now()
  const sent = new Set<string>()
  for (let living = processesIn(folder); living.length > 0; living = processesIn(folder)) {
    if (performance.now() - started > giveUpAfterMs) throw stillRunning(folder, living)
    for (const pid of living) sendOnce(sent, pid, 'SIGKILL')
    await wait(pollMs)
  }
}

function sendOnce(sent: Set<string>, pid: number, signal: NodeJS.Signals): void {
  const key = `${signal} ${pid}`
  if (sent.has(key)) return
  sent.add(key)
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (systemCode(error) !== 'ESRCH') throw error
  }
}

/** The server and its helpers have the cluster as working folder; zombies have none. */
export function processesIn(folder: string): number[] {
  let real: string
  try {
    real = realpathSync(folder)
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return []
    throw error
  }
  return existsSync('/proc/self/cwd') ? byProc(real) : byListing(real)
}

function byProc(folder: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`) === folder && programs.test(readlinkSync(`/proc/${pid}/exe`))
      } catch {
        return false // Gone meanwhile, or somebody else's.
      }
    })
    .map(Number)
}

/** Without /proc: `lsof` lists working folders. Where it is missing, the server's pid file is used. */
function byListing(folder: string): number[] {
  const listing = spawnSync('lsof', ['-a', '-c', '/^(postgres|initdb)$/', '-d', 'cwd', '-Fpn'], { encoding: 'utf8' })
  if (!listing.error) return readListing(listing.stdout, folder)
  const pid = readServerPid(folder)
  if (pid === undefined) return []
  const { stdout } = spawnSync('ps', ['-ww', '-p', String(pid), '-o', 'command='], { encoding: 'utf8' })
  return stdout.includes('postgres') && stdout.includes(folder) ? [pid] : []
}

/** lsof -Fpn: one line `p<pid>` for each process, followed by `n<its folder>`. */
export function readListing(listing: string, folder: string): number[] {
  const pids: number[] = []
  let pid = 0
  for (const line of listing.split('\n')) {
    if (line.startsWith('p')) pid = Number(line.slice(1))
    if (line === `n${folder}` && pid > 0) pids.push(pid)
  }
  return pids
}

/** First line of postmaster.pid. */
function readServerPid(clusterDir: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(path.join(clusterDir, 'postmaster.pid'), 'utf8'), 10)
    return pid > 0 ? pid : undefined
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined
    throw error
  }
}

function stillRunning(folder: string, pids: number[]): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'folder-in-use',
    `A PostgreSQL server of an earlier run still works in ${folder} (process ${pids.join(', ')}) and does not stop. ` +
      'Stop it, then start the shop again.',
  )
}
