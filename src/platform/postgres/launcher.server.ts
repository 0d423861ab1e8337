import { chownSync, closeSync, openSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import type { ClientConfig } from 'pg'
import { checkSwitch, chooseAccount } from './account.server.ts'
import { keepBallast, releaseBallast } from './ballast.server.ts'
import { prepareBinaries } from './binaries.server.ts'
import { ensureCluster, superuser } from './cluster.server.ts'
import { clusterDirOf, makeDataDir, openTo, resolveDataDir } from './data-dir.server.ts'
import type { EmbeddedPostgresError } from './errors.server.ts'
import { clearLeftovers } from './leftovers.server.ts'
import { lockDataDir } from './lock.server.ts'
import { archiveSettings, openRecoveryPlace, type RecoveryPlace } from './recovery/archive.server.ts'
import { type Keeping, keepRecovery } from './recovery/keep.server.ts'
import { launchServer, type RunningServer, type ServerPlan } from './server.server.ts'
import { makeSocketDir, port } from './socket-dir.server.ts'
import { type Supervision, superviseServer } from './supervise.server.ts'

export type EmbeddedPostgresOptions = Readonly<{
  dataDir: string
  log?: (line: string) => void
  /** Failures that the shop survives; by default like other lines. */
  warn?: (line: string) => void
  /** PostgreSQL settings that replace the shop's. */
  settings?: Readonly<Record<string, string>>
  /** Where its log is archived, so that it can be brought back to a minute; without it, nowhere. */
  recovery?: RecoveryPlace | null
}>

export type EmbeddedPostgres = Readonly<{
  /** The folder of the server's socket. */
  host: string
  user: string
  database: string
  connectionOptions(database?: string): ClientConfig
  /** The data folder that is really used: see resolveDataDir. */
  dataDir: string
  /** Settles when the server keeps ending by itself and is not started again; the shop cannot continue then. */
  died: Promise<EmbeddedPostgresError>
  /** Ends open sessions, stops the server cleanly and releases the data folder. May be called twice. */
  stop(): Promise<void>
}>

const database = 'postgres'

/**
 * Starts the embedded PostgreSQL on a data folder. Creates what is missing and cleans up after a killed run. Throws
 * EmbeddedPostgresError.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const log = options.log ?? (() => {})
  const dataDir = resolveDataDir(options.dataDir)
  if (dataDir !== path.resolve(options.dataDir))
    log(`The account of the database cannot reach ${options.dataDir}: the data is in ${dataDir}`)
  makeDataDir(dataDir)
  if (releaseBallast(dataDir)) log('The disk is full: the space that was set aside for the database is in use now')
  const lockFile = path.join(dataDir, 'safar.lock')
  const lock = lockDataDir(lockFile)
  try {
    giveToOwner(lockFile, dataDir)
    const plan = await prepare(dataDir, log, options)
    const server = await superviseServer(supervisionOf(plan, dataDir, log))
    const endBallast = keepBallast(dataDir)
    const connection = connectionTo(plan.socketDir, database)
    const place = options.recovery
    const keeping = place ? keepRecovery({ ...plan, place, dataDir, connection, log, warn: options.warn ?? log }) : null
    let stopping: Promise<void> | undefined
    return {
      host: plan.socketDir,
      user: superuser,
      database,
      connectionOptions: (name = database) => connectionTo(plan.socketDir, name),
      dataDir,
      died: server.died,
      stop() {
        endBallast()
        stopping ??= endServer(server, keeping).finally(() => {
          rmSync(plan.socketDir, { recursive: true, force: true })
          lock.release()
        })
        return stopping
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** A copy that is being made is given up: its session ends with the server. */
async function endServer(server: RunningServer, keeping: Keeping | null): Promise<void> {
  const ended = keeping?.stop()
  await server.stop()
  await ended
}

function supervisionOf(plan: ServerPlan, dataDir: string, log: (line: string) => void): Supervision {
  return {
    launch: () => launchServer(plan, (socketDir) => connectionTo(socketDir, database), log),
    clean: async () => {
      await clearLeftovers(plan.clusterDir, log)
      releaseBallast(dataDir)
    },
    log,
  }
}

/** Sets everything, so that PGPORT, PGSSLMODE and others in the environment have no effect. */
function connectionTo(host: string, name: string): ClientConfig {
  return { host, port, user: superuser, database: name, ssl: false }
}

async function prepare(
  dataDir: string,
  log: (line: string) => void,
  { settings = {}, recovery }: Pick<EmbeddedPostgresOptions, 'settings' | 'recovery'>,
): Promise<ServerPlan> {
  const clusterDir = clusterDirOf(dataDir)
  const account = chooseAccount(clusterDir, dataDir)
  checkSwitch(account)
  openTo(dataDir, account)
  const binaries = prepareBinaries(dataDir, account)
  await ensureCluster(clusterDir, binaries, account, log)
  await clearLeftovers(clusterDir, log)
  if (recovery) openRecoveryPlace(recovery.folder, clusterDir, account)
  const socketDir = makeSocketDir(dataDir, account)
  const logFile = path.join(dataDir, 'postgres.log')
  closeSync(openSync(logFile, 'a', 0o600))
  giveToOwner(logFile, dataDir)
  const archive = recovery ? archiveSettings(recovery.folder) : {}
  return { clusterDir, socketDir, logFile, binaries, account, settings: { ...archive, ...settings } }
}

/** Root gives the file to the owner of the folder, so that the owner can start the shop later. */
function giveToOwner(file: string, folder: string): void {
  const { uid, gid } = statSync(folder)
  if (process.getuid?.() === 0 && uid !== 0) chownSync(file, uid, gid)
}
