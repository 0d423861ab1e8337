import { metaConversions } from '../adapters/conversions/meta/index.server.ts'
import type { ConversionSink } from '../modules/conversion/index.server.ts'
import { seedTemplates } from '../modules/mail/index.server.ts'
import { openPress } from '../modules/paper/index.server.ts'
import type { Core } from '../platform/core.server.ts'
import { createKeyring } from '../platform/crypto/keyring.server.ts'
import { openDatabase } from '../platform/db/database.server.ts'
import { migrate } from '../platform/db/migrate.server.ts'
import { type Env, secretKeyOf } from '../platform/env.server.ts'
import type { Log } from '../platform/log.server.ts'
import { kinds } from '../services/index.ts'
import { loadKinds } from '../services/loaded.server.ts'
import { composeShop, type Shop, type Suppliers } from './compose.server.ts'
import { mailerOf } from './mailer.server.ts'
import { asUnusable, openLoggedStore, openServer } from './open-server.server.ts'

export type OpenShop = {
  core: Core
  shop: Shop
  /** The data folder really used. */
  dataDir: string
  /** Settles only if the embedded database ends by itself. */
  died: Promise<Error>
  /** Closes the pool, then stops the embedded database. */
  close: () => Promise<void>
}

type OpenOptions = { besideRunning?: boolean; exchange?: (given: Suppliers) => Suppliers }

/**
 * Everything but the doors: the database (embedded, or the one of DATABASE_URL), brought up to date, and the rooms on
 * it. `port` is the one that will be listened on; `besideRunning`: a shop may be running on the same data folder, whose
 * database then serves; `exchange` may replace suppliers (the crash tests do). Throws EnvError and EmbeddedPostgresError.
 */
export async function openShop(env: Env, log: Log, port: number, options: OpenOptions = {}): Promise<OpenShop> {
  const { besideRunning = false, exchange = (given) => given } = options
  const server = await openServer(env, log, besideRunning)
  const dataDir = server.dataDir
  try {
    const { db, pool, close } = openDatabase(server.connection, log)
    const ran = await migrate(pool).catch((error: unknown) => {
      throw asUnusable(env, error)
    })
    if (ran.length > 0) log.info({ migrations: ran.length }, 'database brought up to date')
    await seedTemplates(db)
    const keys = createKeyring(await secretKeyOf(env, dataDir))
    const baseUrl = env.baseUrl ?? `http://localhost:${port}`
    const core: Core = { db, pool, clock: () => new Date(), log, keys, baseUrl }
    const suppliers: Suppliers = {
      kinds: await loadKinds(kinds),
      store: await openLoggedStore(env, dataDir),
      press: openPress(),
      mailer: mailerOf(env, core, dataDir),
      adminEmail: env.adminEmail,
      leastMilliseconds: 400,
      isSandbox: env.paymentsMode === 'sandbox',
      conversions: conversionsOf(env),
      providerUrls: env.supplierUrls,
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

const metaPixelScript = 'https://connect.facebook.net/en_US/fbevents.js'
const conversionsOf = ({ metaAccessToken, supplierUrls }: Env): ConversionSink | null =>
  metaAccessToken === null ? null : metaConversions({ accessToken: metaAccessToken, apiUrl: supplierUrls.META_API_URL })
