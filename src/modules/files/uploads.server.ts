import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { Refusal } from '../../kernel/refusal.ts'
import type { Caller } from '../../platform/core.server.ts'
import { newId } from '../../platform/crypto/keyring.server.ts'
import {
  displayName,
  downloadName,
  isAllowedType,
  isWholePdf,
  largestStored,
  largestUpload,
  mostPixels,
  sniffType,
  type UploadType,
} from './rules.ts'
import type { FilesDeps } from './tables.server.ts'

export type Upload = {
  bytes: AsyncIterable<Uint8Array>
  originalName: string
  /** 'payment_proof', 'passport', ...: what it is, for staff and retention. */
  purpose: string
  allowGif: boolean
  /** Who sent it, in words: 'customer' or the administrator's name. */
  uploadedBy: string
}
/** Judged, encrypted and durable in the store, but not yet known to the database: give it to recordFile. */
export type StagedFile = {
  readonly id: string
  readonly purpose: string
  readonly contentType: UploadType
  readonly originalName: string
  readonly size: number
  readonly sha256: Buffer
  readonly storageKey: string
  readonly sealedKey: Buffer
  readonly uploadedBy: string
}

/**
 * Takes an upload in: at most 5 MB, judged by content, pictures written anew (which drops GPS data and anything hidden
 * behind the picture), encrypted, durable. Refuses 'file/missing', 'file/too-large', 'file/type'.
 */
export async function receiveUpload(deps: FilesDeps, upload: Upload): Promise<StagedFile> {
  const raw = await readAtMost(upload.bytes, largestUpload)
  const found = sniffType(raw)
  if (!isAllowedType(found, upload.allowGif)) throw new Refusal('file/type')
  const { type, bytes } = found === 'application/pdf' ? pdf(raw) : await writeAnew(raw, found)
  const key = randomBytes(32)
  const now = deps.clock()
  const id = newId(now)
  const storageKey = `${id.slice(-2)}/${id}`
  await deps.store.put(storageKey, encrypt(bytes, key, id))
  return {
    id,
    purpose: upload.purpose,
    contentType: type,
    originalName: displayName(upload.originalName),
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest(),
    storageKey,
    sealedKey: deps.keys.seal('file-key', key),
    uploadedBy: upload.uploadedBy,
  }
}

export async function readAtMost(source: AsyncIterable<Uint8Array>, limit: number): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of source) {
    size += part.length
    if (size > limit) throw new Refusal('file/too-large')
    parts.push(part)
  }
  if (size === 0) throw new Refusal('file/missing')
  return Buffer.concat(parts, size)
}

function pdf(bytes: Buffer): { type: UploadType; bytes: Buffer } {
  if (!isWholePdf(bytes)) throw new Refusal('file/type')
  return { type: 'application/pdf', bytes }
}

/** Tried in this order until what comes out may be stored; fine grain grows when it is written better than it came. */
const qualities = [88, 75, 60, 40] as const

/** The picture's pixels in a file of our own making; a GIF becomes a PNG of its first frame. */
async function writeAnew(raw: Buffer, found: UploadType): Promise<{ type: UploadType; bytes: Buffer }> {
  const format = found === 'image/jpeg' ? 'jpeg' : found === 'image/png' ? 'png' : 'gif'
  const written = await draw(raw, format).catch(() => {
    // Whatever a decoder says of bytes that a stranger sent, it is not a picture that we take.
    throw new Refusal('file/type')
  })
  if (written === null) throw new Refusal('file/too-large')
  return written
}

/** Null when even the least quality is too large to be stored. */
async function draw(raw: Buffer, format: 'jpeg' | 'png' | 'gif'): Promise<{ type: UploadType; bytes: Buffer } | null> {
  const picture = sharp(raw, { limitInputPixels: mostPixels, failOn: 'error', pages: 1 }).timeout({ seconds: 5 })
  const { format: real } = await picture.metadata()
  if (real !== format) throw new Refusal('file/type')
  const upright = picture.rotate()
  if (format !== 'jpeg') {
    const bytes = await upright.clone().png({ compressionLevel: 9 }).toBuffer()
    if (bytes.length <= largestStored) return { type: 'image/png', bytes }
    upright.flatten({ background: '#fff' })
  }
  for (const quality of qualities) {
    const bytes = await upright.clone().jpeg({ quality }).toBuffer()
    if (bytes.length <= largestStored) return { type: 'image/jpeg', bytes }
  }
  return null
}

const algorithm = 'aes-256-gcm'
/** iv (12), tag (16), body. The id is bound in, so that two files' bytes cannot be swapped in the store. */
function encrypt(bytes: Uint8Array, key: Uint8Array, id: string): Buffer {
  const iv = randomBytes(12)
  const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(id))
  const body = Buffer.concat([cipher.update(bytes), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body])
}
function decrypt(sealed: Uint8Array, key: Uint8Array, id: string): Buffer {
  const bytes = Buffer.from(sealed)
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, 12))
    .setAAD(Buffer.from(id))
    .setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()])
}

export type OpenedFile = { bytes: Buffer; contentType: UploadType; name: string }

/**
 * The file's content for a viewer who has been found to be allowed; the view is on record before a byte is read.
 * Refuses 'file/not-found' for an unknown or erased file.
 */
export async function openFile(deps: FilesDeps, fileId: string, viewer: Caller): Promise<OpenedFile> {
  const file = await deps.db.selectFrom('files').selectAll().where('id', '=', fileId).executeTakeFirst()
  if (!file?.sealed_key) throw new Refusal('file/not-found')
  await deps.db
    .insertInto('file_views')
    .values({
      file_id: file.id,
      viewer_id: viewer.userId,
      viewer: `${viewer.role}: ${viewer.name}`,
      address: viewer.address,
      at: deps.clock(),
    })
    .execute()
  const key = deps.keys.open('file-key', file.sealed_key)
  const bytes = decrypt(await deps.store.get(file.storage_key), key, file.id)
  return { bytes, contentType: file.content_type, name: downloadName(file.original_name, file.content_type) }
}
