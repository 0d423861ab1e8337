/** npm run worker: jobs only, beside web nodes that run with WORKER=off. */
import { listenForInvalidation } from '../platform/cache-invalidation.server.ts'
import { startWorker } from '../platform/jobs/worker.server.ts'
import { openShop } from './open-shop.server.ts'
import { begin, closeOnSignals, endWith } from './started.server.ts'

const { env, log } = begin()
try {
  const opened = await openShop(env, log, env.port)
  const { core, shop } = opened
  // Settings are cached only while this node listens for changes.
  const stopListening = await listenForInvalidation(core, () => {})
  const worker = await startWorker(core, shop.jobs, shop.schedule)
  closeOnSignals(log, async () => {
    await worker.stop()
    await stopListening()
    await opened.close()
  })
  log.info('worker is ready')
} catch (error) {
  endWith(error)
}
