import { existsSync } from 'node:fs'
import { openCdn } from '../adapters/cdn/index.server.ts'
import { metaConversions } from '../adapters/conversions/meta/index.server.ts'
import type { ConversionSink } from '../modules/conversion/index.server.ts'
import { seedTemplates } from '../modules/mail/index.server.ts'
import { openPdfRenderer } from '../modules/printouts/index.server.ts'
import type { Core } from '../platform/core.server.ts'
import { recordKeys } from '../platform/crypto/key-check.server.ts'
import type { Keyring } from '../platform/crypto/keyring.server.ts'
import { type OpenDatabase, openDatabase } from '../platform/db/database.server.ts'
import { laterMigrations, migrate } from '../platform/db/migrate.server.ts'
import { settleSessions, sharesSessions } from '../platform/db/pooler.server.ts'
import { onlyPrimary, openReads, type Reads } from '../platform/db/reads.server.ts'
import { type Env, EnvError } from '../platform/env.server.ts'
import type { Log } from '../platform/log.server.ts'
import { kinds } from '../services/index.ts'
import { loadKinds } from '../services/loaded.server.ts'
import { unfinishedRestoreOf } from './backup/unfinished.server.ts'
import { composeShop, type Shop, type Suppliers } from './compose.server.ts'
import { mailerOf } from './mailer.server.ts'
import { openKeys } from './open-keys.server.ts'
import { asUnusable, diskOf, leadsToPooler, openLoggedStore, openServer, type Server } from './open-server.server.ts'

export type OpenShop = {
  core: Core
  shop: Shop
  /** The data folder that is really used. */
  dataDir: string
  /** Settles when the embedded database keeps ending by itself. */
  died: Promise<Error>
  /** Closes the pool, then stops the embedded database. */
  close: () => Promise<void>
}

type OpenOptions = { besideRunning?: boolean; exchange?: (suppliers: Suppliers) => Suppliers }

/**
 * Everything except the HTTP server: the migrated database (embedded, or DATABASE_URL) and the rooms. `port` is the
 * port that will be used. With `besideRunning`, the database of a shop that runs on the same data folder is used.
 * `exchange` may replace suppliers (the crash tests do). Throws EnvError and EmbeddedPostgresError.
 */
export async function openShop(env: Env, log: Log, port: number, options: OpenOptions = {}): Promise<OpenShop> {
  const { besideRunning = false, exchange = (suppliers) => suppliers } = options
  const server = await openServer(env, log, besideRunning)
  const dataDir = server.dataDir
  try {
    const { db, pool, directPool, reads, close } = openDatabases(server, log)
    const keys = await prepareDatabase({ db, pool, directPool }, { env, log, dataDir })
    const baseUrl = env.baseUrl ?? `http://localhost:${port}`
    const core: Core = { db, pool, directPool, reads, clock: () => new Date(), log, keys, baseUrl }
    const suppliers: Suppliers = {
      kinds: await loadKinds(kinds),
      store: await openLoggedStore(env, dataDir, log),
      pdfRenderer: openPdfRenderer(),
      mailer: mailerOf(env, core, dataDir),
      adminEmail: env.adminEmail,
      minMilliseconds: 400,
      isSandbox: env.paymentsMode === 'sandbox',
      conversions: conversionsOf(env),
      providerUrls: env.supplierUrls,
      ...{ disk: diskOf(env, dataDir), cdn: env.cdn && openCdn(env.cdn) },
      pixelScript: env.supplierUrls.META_PIXEL_URL ?? metaPixelScript,
    }
    const shop = composeShop(core, exchange(suppliers))
    return {
      core,
      shop,
      dataDir,
      died: server.died,
      close: async () => {
        await close()
        await server.stop()
      },
    }
  } catch (error) {
    await server.stop()
    throw error
  }
}

type Databases = OpenDatabase & Pick<Core, 'directPool' | 'reads'>
/** One pool, another for requests that go through a pooler, and one more for a replica. */
function openDatabases({ connection, pooled, replica }: Server, log: Log): Databases {
  const direct = openDatabase(connection, log)
  const requests = pooled === null ? direct : openDatabase(pooled, log)
  const reads: Reads & { close?: () => Promise<void> } =
    replica === null ? onlyPrimary(requests.db) : openReads({ ...requests, log }, replica, log)
  return {
    ...requests,
    directPool: direct.pool,
    reads,
    close: async () => {
      await reads.close?.()
      await requests.close()
      if (pooled !== null) await direct.close()
    },
  }
}

type Place = { env: Env; log: Log; dataDir: string }

/** Migrates the database and returns the keys that open its data. */
async function prepareDatabase(
  { db, pool, directPool }: Pick<Core, 'db' | 'pool' | 'directPool'>,
  { env, log, dataDir }: Place,
): Promise<Keyring> {
  const unusable = (error: unknown) => {
    throw asUnusable(env, error)
  }
  const unusablePooler = (error: unknown) => {
    throw asUnusable(env, error, true)
  }
  await requireOwnSessions(env, directPool).catch(unusable)
  await requireKnownData({ env, log, dataDir }, directPool).catch(unusable)
  // Before the migrations: they must not touch a database that belongs to another key.
  const keys = await openKeys(env, dataDir, directPool).catch(unusable)
  const ran = await migrate(directPool).catch(unusable)
  if (ran.length > 0) log.info({ migrations: ran.length }, 'database brought up to date')
  if (pool !== directPool) await settleSessions(directPool, pool).catch(unusablePooler)
  await recordKeys(pool, keys)
  await seedTemplates(db)
  return keys
}

/** Migrations, jobs and the connection that hears of changes need sessions of their own. */
async function requireOwnSessions(env: Env, directPool: Core['pool']): Promise<void> {
  if (env.databaseUrl !== null && (await sharesSessions(directPool))) throw leadsToPooler(env)
}

/**
 * Refuses data of an interrupted restore, and data of a later version. Nodes of a rolling update share a database with
 * the next version, so with DATABASE_URL that is only a warning.
 */
async function requireKnownData({ env, log, dataDir }: Place, pool: Core['pool']): Promise<void> {
  if (existsSync(unfinishedRestoreOf(dataDir))) {
    const message = 'a restore into this place was interrupted: run it again with the same archive'
    throw new EnvError([{ name: 'DATA_DIR', message }])
  }
  const later = await laterMigrations(pool)
  if (later.length === 0) return
  if (env.databaseUrl !== null) return log.warn({ migrations: later }, 'a later version has changed this database')
  const message =
    `the data in ${dataDir} was changed by a later version of the shop (${later[0]}). Start that version, or restore a ` +
    'backup of this version into a new DATA_DIR'
  throw new EnvError([{ name: 'DATA_DIR', message }])
}

const metaPixelScript = 'https://connect.facebook.net/en_US/fbevents.js'
const conversionsOf = ({ metaAccessToken, supplierUrls }: Env): ConversionSink | null =>
  metaAccessToken === null ? null : metaConversions({ accessToken: metaAccessToken, apiUrl: supplierUrls.META_API_URL })
