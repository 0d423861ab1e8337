import { createHash, randomUUID } from 'node:crypto'

/** A file that is being uploaded in parts, by part number. */
export type StandInUpload = { readonly key: string; begun: Date; readonly parts: Map<number, Buffer> }
export type StandInObjects = Map<string, { bytes: Buffer; at: Date }>
type World = Readonly<{ objects: StandInObjects; uploads: Map<string, StandInUpload> }>
type Asked = Readonly<{ method: string; bucket: string; key: string; query: URLSearchParams; body: Buffer }>
export type StandInAnswer = Readonly<{ status: number; code?: string; body?: string; etag?: string }>

const minPartBytes = 5 * 1024 * 1024

export const isAboutUpload = (query: URLSearchParams): boolean => query.has('uploads') || query.has('uploadId')

/** The answer to a request about an upload in parts. */
export function answerUpload({ objects, uploads }: World, asked: Asked): StandInAnswer {
  const { method, bucket, key, query, body } = asked
  if (query.has('uploads')) {
    if (method === 'GET') return list(uploads, query.get('prefix') ?? '')
    const id = randomUUID()
    uploads.set(id, { key, begun: new Date(), parts: new Map() })
    const names = `<Bucket>${bucket}</Bucket><Key>${key}</Key><UploadId>${id}</UploadId>`
    return { status: 200, body: `<InitiateMultipartUploadResult>${names}</InitiateMultipartUploadResult>` }
  }
  const id = query.get('uploadId') ?? ''
  const upload = uploads.get(id)
  if (upload?.key !== key) return { status: 404, code: 'NoSuchUpload' }
  if (method === 'PUT') {
    upload.parts.set(Number(query.get('partNumber')), body)
    return { status: 200, etag: tagOf(body) }
  }
  if (method === 'POST') {
    const bytes = join(upload, body.toString())
    if ('code' in bytes) return bytes
    objects.set(key, { bytes, at: new Date() })
  }
  uploads.delete(id)
  if (method === 'DELETE') return { status: 204 }
  return { status: 200, body: `<CompleteMultipartUploadResult><Key>${key}</Key></CompleteMultipartUploadResult>` }
}

const tagOf = (bytes: Buffer): string => `"${createHash('md5').update(bytes).digest('hex')}"`

/** The named parts in their order, as S3 demands them. */
function join(upload: StandInUpload, xml: string): Buffer | { status: number; code: string } {
  const named = [...xml.matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part = '']) => ({
    number: Number(/<PartNumber>(\d+)/.exec(part)?.[1]),
    tag: (/<ETag>(.*?)<\/ETag>/.exec(part)?.[1] ?? '').replaceAll('&quot;', '"'),
  }))
  const parts = named.map(({ number }) => upload.parts.get(number) ?? Buffer.alloc(0))
  if (named.length === 0 || parts.some((part, i) => tagOf(part) !== named[i]?.tag))
    return { status: 400, code: 'InvalidPart' }
  if (named.some(({ number }, i) => i > 0 && number <= (named[i - 1]?.number ?? 0)))
    return { status: 400, code: 'InvalidPartOrder' }
  if (parts.slice(0, -1).some((part) => part.length < minPartBytes)) return { status: 400, code: 'EntityTooSmall' }
  return Buffer.concat(parts)
}

function list(uploads: World['uploads'], prefix: string): StandInAnswer {
  const entries = [...uploads].filter(([, { key }]) => key.startsWith(prefix))
  const rows = entries.map(
    ([id, { key, begun }]) =>
      `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${begun.toISOString()}</Initiated></Upload>`,
  )
  return { status: 200, body: `<ListMultipartUploadsResult>${rows.join('')}</ListMultipartUploadsResult>` }
}
