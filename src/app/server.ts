/** npm start: the web server, with the worker in it unless WORKER=off. */
import { setTimeout as wait } from 'node:timers/promises'
import { isEmptyDatabase, seedWorld } from '../../db/seeds/index.server.ts'
import { bootstrapAdmin } from '../modules/account/index.server.ts'
import { seedGateways } from '../modules/payment/index.server.ts'
import { watchCertificate } from '../platform/certificate.server.ts'
import type { Env } from '../platform/env.server.ts'
import type { RunningWorker } from '../platform/jobs/worker.server.ts'
import type { Log } from '../platform/log.server.ts'
import { beginTracing } from '../platform/tracing/begin.server.ts'
import { createServer } from '../web/create-server.server.ts'
import { builtPages, sourcePages } from '../web/page-source.server.ts'
import { stopListening } from '../web/stop-listening.server.ts'
import { type OpenShop, openShop } from './open-shop.server.ts'
import { beginRealShop } from './setup.server.ts'
import { asWrongAddress, begin, choosePort, closeOnSignals, endWith } from './started.server.ts'
import { startWork } from './work.server.ts'

const root = new URL('../..', import.meta.url).pathname
/** A load balancer keeps sending requests for a few seconds; they are served. */
const stillServedMilliseconds = 3_000
/** Without a load balancer: busy clients learn with their next answer that their connection closes, and are not cut off. */
const closingMilliseconds = 1_000

async function start(env: Env, log: Log): Promise<void> {
  const port = await choosePort(env)
  const endTracing = await beginTracing(env, log)
  const opened = await openShop(env, log, port)
  const { core, shop } = opened
  await beginWorld(env, log, opened)
  // A provider that is new in this version is disabled, except the sandbox card.
  await seedGateways(core.db, shop.deps.providers, ['sandbox_card'], core.clock())
  const admin = await bootstrapAdmin(shop.deps, { email: env.adminEmail, password: env.adminPassword })
  const { app, drain } = await createServer({
    ...shop.server,
    pages: {
      source: env.isProduction ? await builtPages(root) : await sourcePages(root),
      ...shop.pages,
    },
    trustProxy: env.trustProxy,
    ...{ metricsToken: env.metricsToken, isArchived: env.recovery !== null },
    certificate: watchCertificate(core.baseUrl),
    ...(env.isProduction && { maxDelay: 1_500 }),
  })
  if (env.worker === 'off' && env.databaseUrl === null)
    log.warn(
      'WORKER=off without DATABASE_URL: no worker can reach this database, so no mail is sent and nothing expires',
    )
  const worker = env.worker === 'inline' ? await startWork(opened) : null
  closeOnSignals(log, async () => {
    log.info('stopping: no new requests, running ones finish')
    drain()
    await wait(env.databaseUrl === null ? closingMilliseconds : stillServedMilliseconds)
    await endServing(app)
    await stopWorkAndData(worker, opened)
    await endTracing()
    log.info('stopped')
  })
  void opened.died.then((error) => {
    log.fatal({ err: error }, 'the database keeps ending: giving up')
    process.exit(1)
  })
  await app.listen({ port, host: env.host }).catch(async (error: NodeJS.ErrnoException) => {
    await app.close()
    await stopWorkAndData(worker, opened)
    throw asWrongAddress(error, env)
  })
  greet(core.baseUrl, env.host, port, admin)
}

async function endServing(app: Awaited<ReturnType<typeof createServer>>['app']): Promise<void> {
  await stopListening(app.server)
  await app.close()
}

/** Sample data for an empty database; a real shop begins closed. */
async function beginWorld({ seed }: Env, log: Log, { core, shop }: OpenShop): Promise<void> {
  if (seed === 'none') return beginRealShop(shop.deps)
  if (!(await isEmptyDatabase(core.db))) return
  log.info({ world: seed }, 'filling the empty database')
  await seedWorld(shop.deps, seed)
}

async function stopWorkAndData(worker: RunningWorker | null, opened: OpenShop): Promise<void> {
  await worker?.stop()
  await opened.close()
}

/** Prints the address and, at the first start, how to sign in. Not logged, because logs are kept. */
function greet(baseUrl: string, host: string, port: number, admin: Awaited<ReturnType<typeof bootstrapAdmin>>): void {
  const lines = [
    '',
    `Safar is ready: ${baseUrl}`,
    `Listening on http://${host.includes(':') ? `[${host}]` : host}:${port}`,
  ]
  if (admin.created) {
    lines.push(`Back office:    ${baseUrl}/admin`, `Administrator:  ${admin.email}`)
    lines.push(
      admin.password === null
        ? 'Password:       the one of ADMIN_PASSWORD'
        : `Password:       ${admin.password}   (shown once; "npm run admin -- ${admin.email}" makes a new one)`,
    )
  }
  process.stdout.write(`${lines.join('\n')}\n\n`)
}

const { env, log } = begin()
await start(env, log).catch(endWith)
