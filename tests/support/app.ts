import { randomBytes } from 'node:crypto'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { Logger, runOnce, type TaskList } from 'graphile-worker'
import { sql } from 'kysely'
import { afterAll } from 'vitest'
import { composeShop, type Shop, type Suppliers } from '../../src/app/compose.server.ts'
import type { StaffRole } from '../../src/kernel/staff.ts'
import { type FileStore, NotStored } from '../../src/modules/files/index.server.ts'
import { type Mailer, seedTemplates } from '../../src/modules/mail/index.server.ts'
import { openPress } from '../../src/modules/paper/index.server.ts'
import { seedGateways } from '../../src/modules/payment/index.server.ts'
import { newId } from '../../src/platform/crypto/keyring.server.ts'
import { createServer, type ServerDeps } from '../../src/web/create-server.server.ts'
import { type TestCore, testCore } from './database.ts'

export type SentMail = Parameters<Mailer['send']>[0]
type Answer = {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  /** The parsed body where it is JSON. */
  json: () => Record<string, unknown>
  text: string
}
export type Session = { userId: string; email: string; headers: { cookie: string } }

/**
 * The real shop on a database of its own: real server, rooms and SQL; a clock to set, mail and files in memory.
 * Requests go through the whole server without a socket.
 */
export type TestApp = {
  app: FastifyInstance
  core: TestCore
  shop: Shop
  /** Mail that was sent by runJobs, oldest first. */
  outbox: SentMail[]
  /** 'GET /api/session', with a body as JSON. */
  call: (route: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>
  /** A session of a new user, without the price of a password. */
  signIn: (role?: 'customer' | StaffRole, user?: { email?: string; isVerified?: boolean }) => Promise<Session>
  /** Runs every job that is due, also those that jobs add. Throws what a job threw. */
  runJobs: () => Promise<void>
}

export type TestAppOptions = Partial<
  Pick<Suppliers, 'adminEmail' | 'isSandbox' | 'conversions' | 'mailer' | 'providerUrls'>
> &
  Partial<ServerDeps> & { core?: TestCore }

export async function testApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { core: given, adminEmail = null, isSandbox = true, conversions = null, providerUrls = {}, ...rest } = options
  const core = given ?? (await testCore())
  const outbox: SentMail[] = []
  const kept: Mailer = {
    send: async (mail) => {
      outbox.push(mail)
    },
  }
  const { mailer = async () => kept, ...server } = rest
  const suppliers: Suppliers = {
    kinds: core.kinds,
    store: memoryStore(),
    press: openPress(),
    mailer,
    adminEmail,
    leastMilliseconds: 0,
    isSandbox,
    conversions,
    providerUrls,
    pixelScript: 'https://pixel.test/events.js',
  }
  await seedTemplates(core.db)
  const shop = composeShop(core, suppliers)
  const open = ['bank_transfer', 'cash_on_arrival', 'sandbox_card']
  await seedGateways(core.db, shop.deps.providers, open, core.clock())
  const { app } = await createServer({ ...shop.server, ...server })
  afterAll(() => app.close())
  return {
    app,
    core,
    shop,
    outbox,
    call: (route, body, headers) => call(app, route, body, headers),
    signIn: (role = 'customer', user = {}) => signIn(core, role, user),
    runJobs: () => runJobs(core, shop),
  }
}

async function call(
  app: FastifyInstance,
  route: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const [method, url] = route.split(' ')
  const answer = await app.inject({
    method: method as NonNullable<InjectOptions['method']>,
    url: url ?? '/',
    headers,
    ...(body !== undefined && { payload: body as Record<string, unknown> }),
  })
  return {
    status: answer.statusCode,
    headers: answer.headers,
    json: () => answer.json() as Record<string, unknown>,
    text: answer.body,
  }
}

async function signIn(
  core: TestCore,
  role: 'customer' | StaffRole,
  { email, isVerified = true }: { email?: string; isVerified?: boolean },
): Promise<Session> {
  const userId = newId()
  const address = email ?? `${role}-${userId.slice(-8)}@example.com`
  const token = randomBytes(24).toString('base64url')
  await core.db
    .insertInto('users')
    .values({ id: userId, name: `Test ${role}`, email: address, email_verified: isVerified, role })
    .execute()
  // Sessions end by the real clock.
  const expires_at = new Date(Date.now() + 86_400_000)
  await core.db.insertInto('sessions').values({ id: newId(), token, user_id: userId, expires_at }).execute()
  return { userId, email: address, headers: { cookie: `safar.session=${token}.signature` } }
}

const quiet = new Logger(() => () => undefined)
async function runJobs(core: TestCore, shop: Shop): Promise<void> {
  const failures: unknown[] = []
  const taskList: TaskList = Object.fromEntries(
    Object.entries(shop.jobs).map(([name, handle]) => [
      name,
      async (payload: unknown) => {
        await handle((payload ?? {}) as Record<string, unknown>).catch((error: unknown) => failures.push(error))
      },
    ]),
  )
  // One that waits for another of its queue may be passed over while that one is being put away.
  do await runOnce({ pgPool: core.pool, taskList, logger: quiet, noHandleSignals: true })
  while (await isJobDue(core, Object.keys(taskList)))
  if (failures.length > 0) throw new AggregateError(failures, `jobs have failed: ${failures.map(String).join('; ')}`)
}

async function isJobDue(core: TestCore, tasks: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    select from graphile_worker.jobs
    where task_identifier = any (${tasks}) and attempts < max_attempts and run_at <= now() limit 1`.execute(core.db)
  return rows.length > 0
}

function memoryStore(): FileStore {
  const kept = new Map<string, { bytes: Uint8Array; writtenAt: Date }>()
  return {
    put: async (key, bytes) => {
      if (kept.has(key)) throw new Error(`Written twice: ${key}`)
      kept.set(key, { bytes, writtenAt: new Date() })
    },
    get: async (key) => {
      const found = kept.get(key)
      if (!found) throw new NotStored(key)
      return found.bytes
    },
    remove: async (key) => {
      kept.delete(key)
    },
    async *list() {
      for (const [key, { writtenAt }] of kept) yield { key, writtenAt }
    },
  }
}
