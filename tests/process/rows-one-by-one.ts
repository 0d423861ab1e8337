/**
 * node --import: the real server, but an upload's batches are stored row by row, each row by itself. The control of the
 * import test: what it looks for must be found here.
 */
import { registerHooks } from 'node:module'

const together = 'await deps.db.transaction().execute(async (trx) => {'
const alone = 'await ((work: (trx: Trx) => Promise<void>) => work(deps.db as unknown as Trx))(async (trx) => {'

registerHooks({
  load: (url, context, next) => {
    const loaded = next(url, context)
    if (!url.endsWith('/bulk/jobs.server.ts')) return loaded
    const text = String(loaded.source)
    if (!text.includes(together)) throw new Error('The batches are stored some other way now: tell this control how')
    return { ...loaded, source: text.replaceAll(together, alone) }
  },
})
