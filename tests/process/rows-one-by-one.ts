/**
 * Use with node --import: the real server, but an import stores each row by itself. The control of the import test,
 * which must detect this.
 */
import { registerHooks } from 'node:module'

const changes: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  '/bulk/jobs.server.ts': [
    [
      'await deps.db.transaction().execute(async (trx) => {',
      'await ((work: (trx: Trx) => Promise<void>) => work(deps.db as unknown as Trx))(async (trx) => {',
    ],
    [
      'await storeRows(batch, rows)',
      '(await rows.reduce(async (all, row) => [...(await all), await storeRows(batch, [row])], Promise.resolve([]))).flat()',
    ],
  ],
  '/bulk/store-batch.server.ts': [
    ['await sql`savepoint rows`.execute(trx)', ''],
    ['await sql`release savepoint rows`.execute(trx)', ''],
    ['await sql`rollback to savepoint rows`.execute(trx)', ''],
  ],
}

registerHooks({
  load: (url, context, next) => {
    const loaded = next(url, context)
    const here = Object.entries(changes).find(([file]) => url.endsWith(file))?.[1] ?? []
    let text = String(loaded.source)
    for (const [together, alone] of here) {
      if (!text.includes(together)) throw new Error('The batches are stored some other way now: tell this control how')
      text = text.replaceAll(together, alone)
    }
    return here.length > 0 ? { ...loaded, source: text } : loaded
  },
})
