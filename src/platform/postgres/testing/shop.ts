/**
 * A shop reduced to its database, in a process that tests start, kill and query: node shop.ts DATA_DIR [drain] Each
 * line of standard output is a JSON event. Each line of standard input is a statement as JSON. SIGTERM stops it; with
 * `drain`, so does SIGINT, after a slow last request.
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
    // The pool has ended when its connections were asked to close; one that is still open would get an error.
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
