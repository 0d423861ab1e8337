import path from 'node:path'
import type { PoolConfig } from 'pg'
import { diskStore } from '../adapters/files/disk/index.server.ts'
import { withErasureLog } from '../adapters/files/erasure-log/index.server.ts'
import type { FileStore } from '../modules/files/index.server.ts'
import { isDatabaseAway } from '../platform/db/away.server.ts'
import { directSession, PoolerError, throughPooler } from '../platform/db/pooler.server.ts'
import { type DiskWatch, unlimitedDisk, watchDisk } from '../platform/disk-space.server.ts'
import { type Env, EnvError } from '../platform/env.server.ts'
import type { Log } from '../platform/log.server.ts'
import { EmbeddedPostgresError, findRunning, startEmbeddedPostgres } from '../platform/postgres/index.server.ts'

export type Server = {
  /** Reaches the server itself. */
  connection: PoolConfig
  /** Through a pooler, for requests; null without one. */
  pooled: PoolConfig | null
  /** A copy that is read only; null without one. */
  replica: PoolConfig | null
  dataDir: string
  died: Promise<Error>
  stop: () => Promise<void>
}

/**
 * The database server: DATABASE_URL (and DATABASE_DIRECT_URL), else the embedded one, started here. With `besideRunning`, the database of a shop
 * that runs on the same data folder is used. Throws EmbeddedPostgresError.
 */
export async function openServer(env: Env, log: Log, besideRunning: boolean): Promise<Server> {
  const elsewhere = { pooled: null, replica: null, died: new Promise<Error>(() => {}), stop: async () => {} }
  if (env.databaseUrl !== null) {
    const pooled = env.databaseDirectUrl === null ? null : throughPooler(env.databaseUrl)
    const connection = { connectionString: env.databaseDirectUrl ?? env.databaseUrl, ...(pooled && directSession) }
    const replica = env.databaseReadUrl === null ? null : { connectionString: env.databaseReadUrl }
    return { ...elsewhere, connection, pooled, replica, dataDir: env.dataDir }
  }
  try {
    const started = await startEmbeddedPostgres({
      ...{ dataDir: env.dataDir, recovery: env.recovery },
      ...{ log: (line) => log.info(line), warn: (line) => log.warn(line) },
    })
    return { ...started, pooled: null, replica: null, connection: { ...started.connectionOptions() } }
  } catch (error) {
    const isBusy = error instanceof EmbeddedPostgresError && error.fault === 'folder-in-use'
    const running = besideRunning && isBusy ? findRunning(env.dataDir) : null
    if (!running) throw error
    return { ...elsewhere, ...running, connection: { ...running.connection } }
  }
}

/**
 * Wrong address, database or password, or a replica: an error for the operator, not a bug. `isPooled`: it comes from a
 * connection for requests, where those of jobs and migrations have an address of their own.
 */
export function asUnusable(env: Env, error: unknown, isPooled = false): unknown {
  if (env.databaseUrl === null || !(error instanceof Error)) return error
  const code = 'code' in error ? String(error.code) : ''
  if (error instanceof PoolerError) return new EnvError([{ name: 'DATABASE_URL', message: error.message }])
  if (error.message.includes('unsupported startup parameter')) return leadsToPooler(env)
  const isOurs = /^(E[A-Z_]+|28\d{3}|3D000|57P0\d)$/.test(code) || error.message.includes('timeout')
  if (!isOurs && !isDatabaseAway(error) && !isDatabaseAway(error.cause)) return error
  const name = isPooled || env.databaseDirectUrl === null ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL'
  return new EnvError([{ name, message: `the database cannot be used: ${error.message || code}` }])
}

/** The address that must lead to the database itself does not. */
export function leadsToPooler({ databaseDirectUrl }: Pick<Env, 'databaseDirectUrl'>): EnvError {
  const isMissing = databaseDirectUrl === null
  const wrong = 'leads to a pooler: give the address of the database itself'
  return new EnvError([
    { name: 'DATABASE_DIRECT_URL', message: isMissing ? 'needed when DATABASE_URL leads to a pooler' : wrong },
  ])
}

/** The disk of the data folder, as far as the shop depends on it. */
export function diskOf(env: Pick<Env, 'databaseUrl' | 'fileStore'>, dataDir: string): DiskWatch {
  if (env.databaseUrl === null) return watchDisk(dataDir)
  if (env.fileStore.type === 's3') return unlimitedDisk
  const watch = watchDisk(dataDir)
  // The database is elsewhere: only uploads need this disk.
  return async () => {
    const space = await watch()
    return space.state === 'full' ? { ...space, state: 'low' } : space
  }
}

export const erasureLogOf = (dataDir: string): string => path.join(dataDir, 'erasures.log')

/** The file store of FILE_STORE, for a command. Throws EnvError when it cannot be used. */
export async function openStore(env: Env, dataDir: string): Promise<FileStore> {
  return openEvenAway(env, dataDir, (away) => {
    throw new EnvError([away])
  })
}

/**
 * The same for a running shop: deletions are written to the record of erasures. A shop starts while its bucket does not
 * answer, because it can take bookings without files.
 */
export async function openLoggedStore(env: Env, dataDir: string, log: Log): Promise<FileStore> {
  const store = await openEvenAway(env, dataDir, ({ name, message }) =>
    log.warn({ variable: name, reason: message }, 'the file store does not answer: the shop starts without files'),
  )
  return withErasureLog(store, erasureLogOf(dataDir))
}

type OnAway = (away: { name: string; message: string }) => void
async function openEvenAway(env: Env, dataDir: string, onAway: OnAway): Promise<FileStore> {
  if (env.fileStore.type === 'disk') return diskStore(path.join(dataDir, 'files'))
  // Imported on demand: the SDK is large.
  const { openS3Store } = await import('../adapters/files/s3/index.server.ts')
  const opened = await openS3Store(env.fileStore)
  if ('refused' in opened) throw new EnvError([opened.refused])
  if (opened.away) onAway(opened.away)
  return opened.store
}
