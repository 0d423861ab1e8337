import path from 'node:path'
import type { PoolConfig } from 'pg'
import { diskStore } from '../adapters/files/disk/index.server.ts'
import { withErasureLog } from '../adapters/files/erasure-log/index.server.ts'
import type { FileStore } from '../modules/files/index.server.ts'
import { type Env, EnvError } from '../platform/env.server.ts'
import type { Log } from '../platform/log.server.ts'
import { EmbeddedPostgresError, findRunning, startEmbeddedPostgres } from '../platform/postgres/index.server.ts'

export type Server = { connection: PoolConfig; dataDir: string; died: Promise<Error>; stop: () => Promise<void> }

/**
 * The database's server: the one of DATABASE_URL, else the embedded one, started here. `besideRunning`: where a shop is
 * running on the same data folder, its database serves. Throws EmbeddedPostgresError.
 */
export async function openServer(env: Env, log: Log, besideRunning: boolean): Promise<Server> {
  const elsewhere = { died: new Promise<Error>(() => {}), stop: async () => {} }
  if (env.databaseUrl !== null) {
    return { ...elsewhere, connection: { connectionString: env.databaseUrl }, dataDir: env.dataDir }
  }
  try {
    const started = await startEmbeddedPostgres({ dataDir: env.dataDir, log: (line) => log.info(line) })
    return { ...started, connection: { ...started.connectionOptions() } }
  } catch (error) {
    const isBusy = error instanceof EmbeddedPostgresError && error.fault === 'folder-in-use'
    const running = besideRunning && isBusy ? findRunning(env.dataDir) : null
    if (!running) throw error
    return { ...elsewhere, ...running, connection: { ...running.connection } }
  }
}

/** No server there, not this database, not with this password: for the person at the terminal, not a fault of ours. */
export function asUnusable(env: Env, error: unknown): unknown {
  if (env.databaseUrl === null || !(error instanceof Error)) return error
  const code = 'code' in error ? String(error.code) : ''
  const isOurs = /^(E[A-Z_]+|28\d{3}|3D000|57P0\d)$/.test(code) || error.message.includes('timeout')
  if (!isOurs) return error
  return new EnvError([{ name: 'DATABASE_URL', message: `the database cannot be used: ${error.message || code}` }])
}

export const erasureLogOf = (dataDir: string): string => path.join(dataDir, 'erasures.log')

/** Where files are kept, as FILE_STORE says. Throws EnvError where that cannot be used. */
export async function openStore(env: Env, dataDir: string): Promise<FileStore> {
  if (env.fileStore.type === 'disk') return diskStore(path.join(dataDir, 'files'))
  // Only who uses it pays for loading it.
  const { openS3Store } = await import('../adapters/files/s3/index.server.ts')
  const opened = await openS3Store(env.fileStore)
  if ('refused' in opened) throw new EnvError([opened.refused])
  return opened.store
}

/** The same, for a shop that runs: what it removes stands in the record of erasures. */
export const openLoggedStore = async (env: Env, dataDir: string): Promise<FileStore> =>
  withErasureLog(await openStore(env, dataDir), erasureLogOf(dataDir))
