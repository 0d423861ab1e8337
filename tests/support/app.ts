import { createHash, randomBytes } from 'node:crypto'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { Logger, runOnce } from 'graphile-worker'
import { sql } from 'kysely'
import { composeShop, type Shop, type Suppliers } from '../../src/app/compose.server.ts'
import type { StaffRole } from '../../src/kernel/staff.ts'
import { type FileStore, NotStored } from '../../src/modules/files/index.server.ts'
import { type Mailer, seedTemplates } from '../../src/modules/mail/index.server.ts'
import { seedGateways } from '../../src/modules/payment/index.server.ts'
import { openPdfRenderer } from '../../src/modules/printouts/index.server.ts'
import { newId } from '../../src/platform/crypto/keyring.server.ts'
import { unlimitedDisk } from '../../src/platform/disk-space.server.ts'
import { tasksOf } from '../../src/platform/jobs/tasks.server.ts'
import type { JobHandler } from '../../src/platform/jobs/worker.server.ts'
import { createServer, type ServerDeps } from '../../src/web/create-server.server.ts'
import { afterFile } from './after-file.ts'
import { type TestCore, testCore } from './database.ts'
import { otherDatesOfMail } from './date-styles.ts'

export type SentMail = Parameters<Mailer['send']>[0]
type Answer = {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  json: () => Record<string, unknown>
  text: string
}
export type Session = { userId: string; email: string; headers: { cookie: string } }

/**
 * The real server, rooms and SQL on a fresh database, with a settable clock and with mail and files in memory. Requests
 * pass through the whole server without a socket.
 */
export type TestApp = {
  app: FastifyInstance
  core: TestCore
  shop: Shop
  outbox: SentMail[]
  /** The route is 'GET /api/session'; the body is sent as JSON. */
  call: (route: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>
  /** Creates a user and a session without hashing a password, which is slow. */
  signIn: (role?: 'customer' | StaffRole, user?: { email?: string; isVerified?: boolean }) => Promise<Session>
  /** Runs all due jobs, including those that jobs add. Rethrows a job's error. */
  runJobs: () => Promise<void>
}

export type TestAppOptions = Partial<
  Pick<Suppliers, 'adminEmail' | 'isSandbox' | 'conversions' | 'mailer' | 'providerUrls' | 'cdn'>
> &
  Partial<ServerDeps> & { core?: TestCore }

export async function testApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { core: given, adminEmail = null, isSandbox = true, conversions = null, providerUrls = {}, ...others } = options
  const { cdn = null, ...rest } = others
  const core = given ?? (await testCore())
  const outbox: SentMail[] = []
  const kept: Mailer = {
    send: async (mail) => {
      outbox.push(mail)
    },
  }
  afterFile(async () => proveDates(outbox))
  const { mailer = async () => kept, ...server } = rest
  const suppliers: Suppliers = {
    kinds: core.kinds,
    store: memoryStore(),
    pdfRenderer: openPdfRenderer(),
    mailer,
    adminEmail,
    minMilliseconds: 0,
    isSandbox,
    conversions,
    providerUrls,
    pixelScript: 'https://pixel.test/events.js',
    ...{ disk: rest.disk ?? unlimitedDisk, cdn },
  }
  await seedTemplates(core.db)
  const shop = composeShop(core, suppliers)
  const open = ['bank_transfer', 'cash_on_arrival', 'sandbox_card']
  await seedGateways(core.db, shop.deps.providers, open, core.clock())
  const pages = server.pages && { preview: shop.pages.preview, cdn, ...server.pages }
  const { app } = await createServer({ ...shop.server, ...server, ...(pages && { pages }) })
  afterFile(() => app.close())
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

/** No email of any test writes its dates in two styles; a message to the agency quotes what was typed. */
function proveDates(outbox: readonly SentMail[]): void {
  for (const { subject, text } of outbox.filter((mail) => !mail.subject.startsWith('Message from '))) {
    const others = otherDatesOfMail(`${subject}\n${text}`)
    if (others.length > 0) throw new Error(`The email '${subject}' writes other dates: ${others.join(', ')}`)
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
  // The marker of a message reference that was not turned into text; JSON escapes it, HTML does not.
  if (['\u001f', '\\u001f'].some((mark) => answer.body.includes(mark)))
    throw new Error(`${route} answered a message reference`)
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
  // Sessions expire by the real clock.
  const expires_at = new Date(Date.now() + 86_400_000)
  const digest = createHash('sha256').update(token).digest('hex')
  await core.db.insertInto('sessions').values({ id: newId(), token: digest, user_id: userId, expires_at }).execute()
  return { userId, email: address, headers: { cookie: `safar.session=${token}` } }
}

const quiet = new Logger(() => () => undefined)
async function runJobs(core: TestCore, shop: Shop): Promise<void> {
  const failures: unknown[] = []
  const caught = Object.entries(shop.jobs).map(([name, handle]): [string, JobHandler] => [
    name,
    (payload) => handle(payload).catch((error: unknown) => void failures.push(error)),
  ])
  const taskList = tasksOf(Object.fromEntries(caught))
  // A job waiting for another of its queue may be skipped while that one is being finished.
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
      const file = kept.get(key)
      if (!file) throw new NotStored(key)
      return file.bytes
    },
    remove: async (key) => {
      kept.delete(key)
    },
    async *list() {
      for (const [key, { writtenAt }] of kept) yield { key, writtenAt }
    },
  }
}
