// The shop for the crash tests: the real server on a data folder, without pages. CRASH_VARIANT=late-files is the
// control: its store acknowledges a file before writing it, which the tests must detect.
import { isEmptyDatabase, seedWorld } from '../../db/seeds/index.server.ts'
import { openShop } from '../../src/app/open-shop.server.ts'
import { begin, choosePort, closeOnSignals, endWith } from '../../src/app/started.server.ts'
import type { FileStore } from '../../src/modules/files/index.server.ts'
import { startWorker } from '../../src/platform/jobs/worker.server.ts'
import { createServer } from '../../src/web/create-server.server.ts'

/** Acknowledges a file some time before writing it. */
const lateStore = (store: FileStore): FileStore => ({
  ...store,
  put: async (key, bytes) => {
    setTimeout(() => void store.put(key, bytes), 1_500)
  },
})

const { env, log } = begin()
try {
  const port = await choosePort(env)
  const isControl = process.env.CRASH_VARIANT === 'late-files'
  const opened = await openShop(env, log, port, {
    exchange: (given) => (isControl ? { ...given, store: lateStore(given.store) } : given),
  })
  if (await isEmptyDatabase(opened.core.db)) await seedWorld({ ...opened.shop.deps, isSandbox: true }, 'test')
  const { app } = await createServer({ ...opened.shop.server, trustProxy: env.trustProxy })
  const worker = await startWorker(opened.core, opened.shop.jobs, opened.shop.schedule)
  closeOnSignals(log, async () => {
    await app.close()
    await worker.stop()
    await opened.close()
  })
  await app.listen({ port, host: env.host })
  process.stdout.write(`ready http://${env.host}:${port}\n`)
} catch (error) {
  endWith(error)
}
