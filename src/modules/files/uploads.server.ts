import { createCipheriv, createHash, randomBytes } from 'node:crypto'
import type { Sharp } from 'sharp'
import { isRefusal, Refusal } from '../../kernel/refusal.ts'
import { newId } from '../../platform/crypto/keyring.server.ts'
import { countHit } from '../../platform/rate-limit.server.ts'
import { decodePicture, type PictureFormat } from './decoder.server.ts'
import {
  displayName,
  isAllowedType,
  isWholePdf,
  maxDailyBytes,
  maxStoredBytes,
  maxUploadBytes,
  sniffType,
  type UploadType,
} from './rules.ts'
import type { FilesDeps } from './tables.server.ts'

export type Upload = {
  bytes: AsyncIterable<Uint8Array>
  originalName: string
  /** 'payment_proof', 'passport', ...: for staff and retention. */
  purpose: string
  allowGif: boolean
  /** 'customer' or the name of a member of staff. */
  uploadedBy: string
  /** The address whose daily quota counts; null for staff. */
  visitor: string | null
}
/** Judged, encrypted and durable in the store, but without a row yet: pass it to recordFile. */
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
 * Stores an upload of at most 5 MB, judged by content and encrypted. Pictures are re-encoded, which drops GPS data
 * and hidden content. Refuses 'file/missing', 'file/too-large', 'file/type', 'file/too-many-pixels',
 * 'file/quota'.
 */
export async function receiveUpload(deps: FilesDeps, upload: Upload): Promise<StagedFile> {
  const raw = await readAtMost(upload.bytes, maxUploadBytes)
  if (upload.visitor !== null) await countBytes(deps, upload.visitor, raw.length)
  const sniffed = sniffType(raw)
  if (!isAllowedType(sniffed, upload.allowGif)) throw new Refusal('file/type')
  const { type, bytes } = sniffed === 'application/pdf' ? pdf(raw) : await reencode(raw, sniffed)
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

/** Also counts refused files: they cost as much. */
async function countBytes(deps: FilesDeps, visitor: string, bytes: number): Promise<void> {
  const weight = Math.ceil(bytes / 1024)
  const limit = { name: 'upload-kilobytes', hits: maxDailyBytes / 1024, seconds: 86_400, weight }
  await countHit(deps, limit, visitor).catch((error: unknown) => {
    throw isRefusal(error) ? new Refusal('file/quota', error.facts) : error
  })
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

/** Tried in order until the result is small enough: re-encoding a noisy picture at high quality can enlarge it. */
const qualities = [88, 75, 60, 40] as const

/** Re-encodes the pixels. A GIF becomes a PNG of its first frame. */
async function reencode(raw: Buffer, sniffed: UploadType): Promise<{ type: UploadType; bytes: Buffer }> {
  const format = sniffed === 'image/jpeg' ? 'jpeg' : sniffed === 'image/png' ? 'png' : 'gif'
  const written = await decodePicture(raw, { format, seconds: 5 }, (picture) => draw(picture, format))
  if (written === null) throw new Refusal('file/too-large')
  return written
}

/** Null if even the lowest quality is too large. */
async function draw(upright: Sharp, format: PictureFormat): Promise<{ type: UploadType; bytes: Buffer } | null> {
  if (format !== 'jpeg') {
    const bytes = await upright.clone().png({ compressionLevel: 9 }).toBuffer()
    if (bytes.length <= maxStoredBytes) return { type: 'image/png', bytes }
    upright.flatten({ background: '#fff' })
  }
  for (const quality of qualities) {
    // Optimised coding would keep the whole picture in memory.
    const bytes = await upright.clone().jpeg({ quality, optimiseCoding: false }).toBuffer()
    if (bytes.length <= maxStoredBytes) return { type: 'image/jpeg', bytes }
  }
  return null
}

export const algorithm = 'aes-256-gcm'
/** iv (12), tag (16), body. The id is authenticated, so that stored files cannot be swapped. */
function encrypt(bytes: Uint8Array, key: Uint8Array, id: string): Buffer {
  const iv = randomBytes(12)
  const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(id))
  const body = Buffer.concat([cipher.update(bytes), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body])
}
