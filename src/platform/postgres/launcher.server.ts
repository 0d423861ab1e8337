import { chownSync, closeSync, openSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import type { ClientConfig } from 'pg'
import { checkSwitch, chooseAccount } from './account.server.ts'
import { prepareBinaries } from './binaries.server.ts'
import { ensureCluster, superuser } from './cluster.server.ts'
import { clusterDirOf, makeDataDir, openTo, resolveDataDir } from './data-dir.server.ts'
import type { EmbeddedPostgresError } from './errors.server.ts'
import { clearLeftovers } from './leftovers.server.ts'
import { lockDataDir } from './lock.server.ts'
import { launchServer, type ServerPlan } from './server.server.ts'
import { makeSocketDir, port } from './socket-dir.server.ts'

export type EmbeddedPostgresOptions = Readonly<{ dataDir: string; log?: (line: string) => void }>

export type EmbeddedPostgres = Readonly<{
  /** The folder of the server's socket. */
  host: string
  user: string
  database: string
  connectionOptions(database?: string): ClientConfig
  /** The data folder really used: see resolveDataDir. */
  dataDir: string
  /** Settles only if the server ends without stop(): the shop cannot go on then. */
  died: Promise<EmbeddedPostgresError>
  /** Ends open sessions, stops the server cleanly and frees the data folder. May be called again. */
  stop(): Promise<void>
}>

const database = 'postgres'

/**
 * Starts the shop's own PostgreSQL on a data folder, making everything that it needs at the first start and clearing
 * what a killed run left. Throws EmbeddedPostgresError.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const log = options.log ?? (() => {})
  const dataDir = resolveDataDir(options.dataDir)
  if (dataDir !== path.resolve(options.dataDir)) {
    log(`The account of the database cannot reach ${options.dataDir}: the data is in ${dataDir}`)
  }
  makeDataDir(dataDir)
  const lockFile = path.join(dataDir, 'safar.lock')
  const lock = lockDataDir(lockFile)
  try {
    giveToOwner(lockFile, dataDir)
    const plan = await prepare(dataDir, log)
    const server = await launchServer(plan, (socketDir) => connectionTo(socketDir, database), log)
    let stopping: Promise<void> | undefined
    return {
      host: plan.socketDir,
      user: superuser,
      database,
      connectionOptions: (name = database) => connectionTo(plan.socketDir, name),
      dataDir,
      died: server.died,
      stop() {
        stopping ??= server.stop().finally(() => {
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

/** Everything said, so that PGPORT, PGSSLMODE and the like in the environment change nothing. */
function connectionTo(host: string, name: string): ClientConfig {
  return { host, port, user: superuser, database: name, ssl: false }
}

async function prepare(dataDir: string, log: (line: string) => void): Promise<ServerPlan> {
  const clusterDir = clusterDirOf(dataDir)
  const account = chooseAccount(clusterDir, dataDir)
  checkSwitch(account)
  openTo(dataDir, account)
  const binaries = prepareBinaries(dataDir, account)
  await ensureCluster(clusterDir, binaries, account, log)
  await clearLeftovers(clusterDir, log)
  const socketDir = makeSocketDir(dataDir, account)
  const logFile = path.join(dataDir, 'postgres.log')
  closeSync(openSync(logFile, 'a', 0o600))
  giveToOwner(logFile, dataDir)
  return { clusterDir, socketDir, logFile, binaries, account }
}

/** Root in a person's folder leaves that person able to start the shop later. */
function giveToOwner(file: string, folder: string): void {
  const { uid, gid } = statSync(folder)
  if (process.getuid?.() === 0 && uid !== 0) chownSync(file, uid, gid)
}
