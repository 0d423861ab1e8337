import { Piscina } from 'piscina'
import { Refusal } from '../../kernel/refusal.ts'
import type { PdfJob } from './draw/pdf-worker.server.ts'

/** Renders PDFs one at a time, in a worker thread. */
export interface PdfRenderer {
  /** Refuses 'server/unavailable' when the queue is full. */
  readonly render: (job: PdfJob) => Promise<Buffer>
}

const maxQueue = 40

/** The thread starts with the first job and ends after 30 idle seconds. */
export function openPdfRenderer(): PdfRenderer {
  const pool = new Piscina({
    filename: new URL('./draw/pdf-worker.server.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 30_000,
    maxQueue,
  })
  return {
    render: async (job) => {
      if (pool.queueSize >= maxQueue) throw new Refusal('server/unavailable')
      const bytes: Uint8Array = await pool.run(job)
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    },
  }
}
