import type { FastifyRequest } from 'fastify'
import { Refusal } from '../../kernel/refusal.ts'
import { largestUpload } from './rules.ts'

export type SentFile = Readonly<{
  bytes: AsyncIterable<Uint8Array>
  originalName: string
  /** A field that came before the file. */
  field: (name: string) => string | undefined
}>
type Limits = Readonly<{ mostBytes?: number; missing?: string }>

/**
 * The one file of a multipart body, the part `file`; its route must declare `uploads`. Refuses `missing` where there is
 * none. One byte more than `mostBytes` is let through, so that who reads it sees that it is too large.
 */
export async function withOneFile<T>(
  request: FastifyRequest,
  work: (sent: SentFile) => Promise<T>,
  { mostBytes = largestUpload, missing = 'file/missing' }: Limits = {},
): Promise<T> {
  if (!request.isMultipart()) throw new Refusal(missing)
  const limits = { files: 1, fields: 5, fieldSize: 5000, fileSize: mostBytes + 1 }
  const part = await request.file({ limits, throwFileSizeLimit: false })
  if (!part) throw new Refusal(missing)
  const field: SentFile['field'] = (name) => {
    const given = part.fields[name]
    return given && !Array.isArray(given) && given.type === 'field' ? String(given.value) : undefined
  }
  try {
    if (part.fieldname !== 'file') throw new Refusal(missing)
    return await work({ bytes: part.file, originalName: part.filename, field })
  } finally {
    // What was not read is drained, so that the answer can be sent.
    part.file.resume()
  }
}
