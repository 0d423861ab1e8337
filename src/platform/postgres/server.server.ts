import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { closeSync, copyFileSync, openSync, readFileSync, truncateSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg, { type ClientConfig } from 'pg'
import { type Account, runAs, statOrNothing } from './account.server.ts'
import { type Binaries, cleanEnvironment } from './binaries.server.ts'
import { diskFullFault, EmbeddedPostgresError, otherServer } from './errors.server.ts'
import { port } from './socket-dir.server.ts'

export type ServerPlan = Readonly<{
  clusterDir: string
  socketDir: string
  logFile: string
  binaries: Binaries
  account: Account | undefined
  /** Replace those of the shop. */
  settings: Readonly<Record<string, string>>
}>

export type RunningServer = Readonly<{ died: Promise<EmbeddedPostgresError>; stop(): Promise<void> }>

const pollMs = 20
const slowAfterMs = 5_000
const quitAfterMs = 30_000
const maxLogBytes = 10 * 1024 * 1024

/** fsync and synchronous_commit stay on: a confirmed booking survives a power cut. */
const settings: Readonly<Record<string, string>> = {
  listen_addresses: '',
  port: String(port),
  unix_socket_permissions: '0700',
  shared_buffers: '64MB',
  max_connections: '40',
  io_method: 'sync',
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  max_parallel_maintenance_workers: '0',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
}

export async function launchServer(
  plan: ServerPlan,
  connectionTo: (socketDir: string) => ClientConfig,
  log: (line: string) => void,
): Promise<RunningServer> {
  const logStart = rotateLog(plan.logFile)
  const child = spawnServer(plan)
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`))
  })
  // Stops the server when the process exits without stop(). After `kill -9` the next start does it.
  const onProcessExit = () => child.kill('SIGINT')
  process.once('exit', onProcessExit)
  void ended.then(() => process.off('exit', onProcessExit))

  const failure = (outcome: string) => startFailed(outcome, plan.logFile, logStart)
  const ready = await waitUntilReady(connectionTo(plan.socketDir), child, log)
  if (!ready) throw failure(await ended)

  let stopping = false
  return {
    died: new Promise((resolve) => {
      void ended.then((outcome) => {
        if (!stopping) resolve(failure(outcome))
      })
    }),
    async stop() {
      stopping = true
      await stopServer(child, ended)
    },
  }
}

function spawnServer(plan: ServerPlan): ChildProcess {
  const values = { ...settings, ...plan.settings, unix_socket_directories: `"${plan.socketDir.replaceAll('"', '""')}"` }
  const [program = '', ...args] = [
    ...wrapper(plan.account),
    plan.binaries.postgres,
    '-D',
    plan.clusterDir,
    ...Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
  const output = openSync(plan.logFile, 'a', 0o600)
  try {
    return spawn(program, args, {
      ...runAs(plan.account),
      cwd: plan.clusterDir, // From its first moment on a later start can find it by that.
      env: cleanEnvironment(),
      stdio: ['ignore', output, output],
      detached: true, // A session of its own: Ctrl-C is for us, and we stop it when the requests have drained.
    })
  } finally {
    closeSync(output)
  }
}

/**
 * `setpriv` makes the kernel stop the server when we die. It runs as the account already, because changing the account
 * later would reset that. Where it is missing, the next start cleans up.
 */
function wrapper(account: Account | undefined): string[] {
  const command = ['setpriv', '--pdeathsig', 'SIGINT', '--']
  const [program = '', ...args] = [...command, 'true']
  const probe = spawnSync(program, args, { ...runAs(account), cwd: '/', env: cleanEnvironment(), stdio: 'ignore' })
  return probe.status === 0 ? command : []
}

/** True when a query was answered, false when the server ended instead. */
async function waitUntilReady(
  connection: ClientConfig,
  child: ChildProcess,
  log: (line: string) => void,
): Promise<boolean> {
  const started = performance.now()
  let hasWarned = false
  while (child.exitCode === null && child.signalCode === null) {
    if (await answers(connection)) return true
    if (!hasWarned && performance.now() - started > slowAfterMs) {
      hasWarned = true
      log('The database is recovering from an unclean stop; this can take a minute')
    }
    await wait(pollMs)
  }
  return false
}

async function answers(connection: ClientConfig): Promise<boolean> {
  const client = new pg.Client(connection)
  client.on('error', () => {}) // A server that ends meanwhile; the loop sees it.
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false // Not listening yet, or still recovering.
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * SIGINT ends sessions and writes everything, so the next start needs no recovery. SIGQUIT is safe but needs recovery.
 */
async function stopServer(child: ChildProcess, ended: Promise<string>): Promise<void> {
  child.kill('SIGINT')
  const impatience = setTimeout(() => child.kill('SIGQUIT'), quitAfterMs)
  await ended
  clearTimeout(impatience)
}

/** Returns where the lines of this run begin. */
function rotateLog(logFile: string): number {
  const size = statOrNothing(logFile)?.size ?? 0
  if (size <= maxLogBytes) return size
  copyFileSync(logFile, `${logFile}.1`)
  truncateSync(logFile)
  return 0
}

function startFailed(outcome: string, logFile: string, logStart: number): EmbeddedPostgresError {
  const lines = readFileSync(logFile).subarray(logStart).toString('utf8').trim().split('\n').slice(-8).join('\n')
  const fullDisk = diskFullFault(lines, path.dirname(logFile))
  if (fullDisk) return fullDisk
  return new EmbeddedPostgresError(
    'start-failed',
    `The database ended (${outcome}). Its last lines, of ${logFile}:\n${lines}\n` +
      `Remove the cause and start the shop again, restore a backup, ${otherServer}.`,
  )
}
