/** npm run worker: jobs only, beside web nodes that run with WORKER=off. */
import { listenForInvalidation } from '../platform/cache-invalidation.server.ts'
import { beginTracing } from '../platform/tracing/begin.server.ts'
import { openShop } from './open-shop.server.ts'
import { begin, closeOnSignals, endWith } from './started.server.ts'
import { startWork } from './work.server.ts'

const { env, log } = begin()
try {
  const endTracing = await beginTracing(env, log)
  const opened = await openShop(env, log, env.port)
  const { core } = opened
  // Settings are cached only while this node listens for changes.
  const stopListening = await listenForInvalidation(core, () => {})
  const worker = await startWork(opened)
  closeOnSignals(log, async () => {
    await worker.stop()
    await stopListening()
    await opened.close()
    await endTracing()
  })
  log.info('worker is ready')
} catch (error) {
  endWith(error)
}
