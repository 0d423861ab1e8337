import { stringify } from 'csv-stringify/sync'
import { Piscina } from 'piscina'
import { safeCell } from '../../../kernel/csv.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { SheetProblem } from './limits.ts'
import type { ReadSheet, Sheet, SheetJob } from './sheet-thread.server.ts'

/** The tables that staff bring and take away. */
export interface Sheets {
  /** CSV or XLSX by what it is, not by its name. Refuses 'catalogue/upload-refused' with the reason. */
  readonly read: (bytes: Uint8Array) => Promise<Sheet>
  /** Takes the rows piece by piece as they come, so that a long table keeps nobody waiting. */
  readonly writeXlsx: (pieces: Iterable<Rows> | AsyncIterable<Rows>) => Promise<Buffer>
}
type Rows = readonly (readonly string[])[]

const longestMilliseconds = { read: 5_000, write: 20_000 }
const longestQueue = 8

const refused = (reason: SheetProblem): Refusal => new Refusal('catalogue/upload-refused', { reason })

/** The thread starts with the first table and ends when there has been none for half a minute. */
export function openSheets(milliseconds = longestMilliseconds): Sheets {
  const pool = new Piscina({
    filename: new URL('./sheet-thread.server.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 30_000,
    maxQueue: longestQueue,
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 },
  })
  const run = async (job: SheetJob): Promise<unknown> => {
    if (pool.queueSize >= longestQueue) throw new Refusal('server/unavailable')
    return pool.run(job, { signal: AbortSignal.timeout(milliseconds[job.task]) })
  }
  return {
    read: async (bytes) => {
      const read = (await run({ task: 'read', bytes }).catch((error: unknown) => {
        if (isEnded(error)) throw refused('too-slow')
        throw error
      })) as ReadSheet
      if ('problem' in read) throw refused(read.problem)
      return read.sheet
    },
    writeXlsx: async (given) => {
      const pieces: string[] = []
      for await (const rows of given) pieces.push(JSON.stringify(rows.map((row) => row.map(safeCell))))
      const bytes = (await run({ task: 'write', pieces })) as Uint8Array
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    },
  }
}

/** Ended because it took too long, or took too much memory. */
function isEnded(error: unknown): boolean {
  const { name, code } = (error ?? {}) as { name?: unknown; code?: unknown }
  return name === 'AbortError' || name === 'TimeoutError' || code === 'ERR_WORKER_OUT_OF_MEMORY'
}

// So that spreadsheets read it as UTF-8.
export const byteOrderMark = '\uFEFF'
export const writeCsv = (rows: Rows): string =>
  stringify(
    rows.map((row) => row.map(safeCell)),
    { record_delimiter: 'windows', quote_record_delimiter: true },
  )
