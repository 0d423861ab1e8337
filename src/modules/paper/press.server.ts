import { Piscina } from 'piscina'
import { Refusal } from '../../kernel/refusal.ts'
import type { PrintJob } from './draw/printer.server.ts'

/** Sets papers as PDF, one after the other, beside the work of the server. */
export interface Press {
  /** Refuses 'server/unavailable' when too many wait already. */
  readonly print: (job: PrintJob) => Promise<Buffer>
}

const longestQueue = 40

/** The thread starts with the first paper and ends when there has been none for half a minute. */
export function openPress(): Press {
  const pool = new Piscina({
    filename: new URL('./draw/printer.server.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 30_000,
    maxQueue: longestQueue,
  })
  return {
    print: async (job) => {
      if (pool.queueSize >= longestQueue) throw new Refusal('server/unavailable')
      const bytes: Uint8Array = await pool.run(job)
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    },
  }
}
