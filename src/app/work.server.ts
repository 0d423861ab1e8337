import { purgeOnInvalidation } from '../platform/cdn.server.ts'
import { type RunningWorker, startWorker } from '../platform/jobs/worker.server.ts'
import type { OpenShop } from './open-shop.server.ts'

/** Runs jobs, and queues the purges of a CDN. */
export async function startWork({ core, shop }: OpenShop): Promise<RunningWorker> {
  const worker = await startWorker(core, shop.jobs, shop.schedule)
  const endPurges = shop.pages.cdn ? await purgeOnInvalidation(core) : async () => {}
  return {
    stop: async () => {
      await endPurges()
      await worker.stop()
    },
  }
}
