import { stringify } from 'csv-stringify/sync'
import { Piscina } from 'piscina'
import { safeCell } from '../../../kernel/csv.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { SheetProblem } from './limits.ts'
import type { ReadSheet, Sheet, SheetJob } from './sheet-thread.server.ts'

export interface Sheets {
  /** Detects CSV or XLSX by content, not by name. Refuses 'catalogue/upload-refused' with the reason. */
  readonly read: (bytes: Uint8Array) => Promise<Sheet>
  /** Takes rows in pieces, so that a long table does not block the event loop. */
  readonly writeXlsx: (pieces: Iterable<Rows> | AsyncIterable<Rows>) => Promise<Buffer>
}
type Rows = readonly (readonly string[])[]

const maxMilliseconds = { read: 5_000, write: 20_000 }
const maxQueue = 8

const refused = (reason: SheetProblem): Refusal => new Refusal('catalogue/upload-refused', { reason })

/** The thread starts on first use and ends after half a minute without work. */
export function openSheets(milliseconds = maxMilliseconds): Sheets {
  const pool = new Piscina({
    filename: new URL('./sheet-thread.server.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 30_000,
    maxQueue,
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 },
  })
  const run = async (job: SheetJob): Promise<unknown> => {
    if (pool.queueSize >= maxQueue) throw new Refusal('server/unavailable')
    return pool.run(job, { signal: AbortSignal.timeout(milliseconds[job.task]) })
  }
  return {
    read: async (bytes) => {
      const result = (await run({ task: 'read', bytes }).catch((error: unknown) => {
        if (isEnded(error)) throw refused('too-slow')
        throw error
      })) as ReadSheet
      if ('problem' in result) throw refused(result.problem)
      return result.sheet
    },
    writeXlsx: async (given) => {
      const pieces: string[] = []
      for await (const rows of given) pieces.push(JSON.stringify(rows.map((row) => row.map(safeCell))))
      const bytes = (await run({ task: 'write', pieces })) as Uint8Array
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    },
  }
}

/** The thread was stopped for using too much time or memory. */
function isEnded(error: unknown): boolean {
  const { name, code } = (error ?? {}) as { name?: unknown; code?: unknown }
  return name === 'AbortError' || name === 'TimeoutError' || code === 'ERR_WORKER_OUT_OF_MEMORY'
}

// Makes spreadsheets read the file as UTF-8.
export const byteOrderMark = '\uFEFF'
export const writeCsv = (rows: Rows): string =>
  stringify(
    rows.map((row) => row.map(safeCell)),
    { record_delimiter: 'windows', quote_record_delimiter: true },
  )
