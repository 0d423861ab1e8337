import type { FastifyRequest } from 'fastify'
import { Refusal } from '../../kernel/refusal.ts'
import { maxUploadBytes } from './rules.ts'

export type SentFile = Readonly<{
  bytes: AsyncIterable<Uint8Array>
  originalName: string
  /** A field sent before the file. */
  field: (name: string) => string | undefined
}>
type Limits = Readonly<{ maxBytes?: number; missing?: string }>

/**
 * Hands the multipart part `file` to `work`; the route must declare `uploads`. Refuses `missing` without a file. Lets
 * one byte more than `maxBytes` through, so that the reader can tell that the file is too large.
 */
export async function withOneFile<T>(
  request: FastifyRequest,
  work: (sent: SentFile) => Promise<T>,
  { maxBytes = maxUploadBytes, missing = 'file/missing' }: Limits = {},
): Promise<T> {
  if (!request.isMultipart()) throw new Refusal(missing)
  const limits = { files: 1, fields: 5, fieldSize: 5000, fileSize: maxBytes + 1 }
  const part = await request.file({ limits, throwFileSizeLimit: false })
  if (!part) throw new Refusal(missing)
  const field: SentFile['field'] = (name) => {
    const sent = part.fields[name]
    return sent && !Array.isArray(sent) && sent.type === 'field' ? String(sent.value) : undefined
  }
  try {
    if (part.fieldname !== 'file') throw new Refusal(missing)
    return await work({ bytes: part.file, originalName: part.filename, field })
  } finally {
    // Drains the rest, so that the response can be sent.
    part.file.resume()
  }
}
