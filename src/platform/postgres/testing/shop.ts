/**
 * A shop reduced to its database, as a process of its own that tests start, kill and ask:
 *   node shop.ts DATA_DIR [drain]
 * One JSON event a line on standard output. A line of JSON on standard input is a statement to run. SIGTERM stops it;
 * with `drain`, so does SIGINT, after a last request that takes a while.
 */
import { createInterface } from 'node:readline'
import pg from 'pg'
import { EmbeddedPostgresError, startEmbeddedPostgres } from '../index.server.ts'

const [dataDir = '', drain] = process.argv.slice(2)
const tell = (event: Record<string, unknown>) => process.stdout.write(`${JSON.stringify(event)}\n`)

try {
  const postgres = await startEmbeddedPostgres({ dataDir, log: (line) => tell({ event: 'log', line }) })
  const pool = new pg.Pool({ ...postgres.connectionOptions(), max: 2 })
  pool.on('error', (error) => tell({ event: 'lost', message: error.message }))
  const closed: Promise<unknown>[] = []
  pool.on('connect', (client) => closed.push(new Promise((done) => client.once('end', done))))
  const run = async (statement: string) => {
    try {
      const { rows } = await pool.query(statement)
      tell({ event: 'rows', rows })
    } catch (error) {
      tell({ event: 'failed', message: String(error) })
    }
  }
  const stop = async () => {
    await pool.end()
    // The pool has ended when its connections have been asked to: one that is still there would be cut off, and be told so.
    await Promise.all(closed)
    await postgres.stop()
    tell({ event: 'stopped' })
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  if (drain) {
    process.on('SIGINT', async () => {
      await run(`select pg_sleep(0.5)::text, 'answered after Ctrl-C' as answer`)
      await stop()
    })
  }
  void postgres.died.then((error) => tell({ event: 'died', message: error.message }))
  createInterface({ input: process.stdin }).on('line', (line) => run(JSON.parse(line)))
  tell({ event: 'started', pid: process.pid, host: postgres.host, dataDir: postgres.dataDir })
} catch (error) {
  if (!(error instanceof EmbeddedPostgresError)) throw error
  tell({ event: 'refused', fault: error.fault, message: error.message })
  process.exitCode = 1
}
