import { pictureWidths, readUploadedPicture } from '../../kernel/pictures.ts'
import { isRefusal, Refusal } from '../../kernel/refusal.ts'
import { writeAudit } from '../../platform/audit.server.ts'
import type { Caller } from '../../platform/core.server.ts'
import { newId } from '../../platform/crypto/keyring.server.ts'
import { decodePicture } from './decoder.server.ts'
import { drawLater } from './jobs.server.ts'
import {
  drawPreview,
  lateDrawings,
  pictureKey,
  promptDrawings,
  readDrawing,
  type ServedDrawing,
} from './picture-drawings.server.ts'
import { displayName, maxUploadBytes, sniffType } from './rules.ts'
import type { FilesDeps } from './tables.server.ts'
import { readAtMost } from './uploads.server.ts'

export type Picture = { readonly url: string; readonly width: number; readonly height: number }

/**
 * Stores a public JPG or PNG of at most 5 MB: judged by content and re-encoded in each width that pages use, which
 * drops GPS data and hidden content. A job makes the slow renditions. Refuses 'file/missing', 'file/too-large',
 * 'file/type', 'file/too-many-pixels'.
 */
export async function receivePicture(
  deps: FilesDeps,
  caller: Caller,
  upload: { readonly bytes: AsyncIterable<Uint8Array>; readonly originalName: string },
): Promise<Picture> {
  const raw = await readAtMost(upload.bytes, maxUploadBytes)
  const drawn = await drawWidths(raw).catch((error: unknown) => {
    if (isRefusal(error) && error.code === 'file/type') throw new Refusal('file/type', { purpose: 'picture' })
    throw error
  })
  const [smallest, largest] = [drawn[0], drawn.at(-1)]
  if (!smallest || !largest) throw new Refusal('file/type', { purpose: 'picture' })
  const now = deps.clock()
  const id = newId(now)
  for (const { width, bytes } of drawn) await deps.store.put(pictureKey(id, `${width}.webp`), bytes)
  const { width, height } = largest
  const preview = await drawPreview(smallest.bytes)
  const url = `/media/${id}-${width}x${height}-${width}.webp${preview && `#${preview}`}`
  await deps.db.transaction().execute(async (trx) => {
    const original_name = displayName(upload.originalName)
    await trx
      .insertInto('pictures')
      .values({ id, width, height, original_name, uploaded_by: caller.name, created_at: now })
      .execute()
    await drawLater(trx, id)
    const entry = { action: 'picture.uploaded', subjectType: 'picture', subjectId: id, after: { url, original_name } }
    await writeAudit(trx, caller, entry, now)
  })
  return { url, width, height }
}

type Drawn = { readonly width: number; readonly height: number; readonly bytes: Buffer }

/** Smallest first; never larger than the original. */
async function drawWidths(raw: Buffer): Promise<Drawn[]> {
  const type = sniffType(raw)
  if (type !== 'image/jpeg' && type !== 'image/png') throw new Refusal('file/type')
  const format = type === 'image/jpeg' ? 'jpeg' : 'png'
  return decodePicture(raw, { format, seconds: 10 }, async (upright, { autoOrient }) => {
    const drawn: Drawn[] = []
    for (const width of pictureWidths(autoOrient.width)) {
      const { data, info } = await upright
        .clone()
        .resize({ width })
        .webp({ quality: 80 })
        .toBuffer({ resolveWithObject: true })
      drawn.push({ width: info.width, height: info.height, bytes: data })
    }
    return drawn
  })
}

/** A rendition by its file name; null if unknown. One statement. */
export async function findPicture(deps: FilesDeps, name: string): Promise<ServedDrawing | null> {
  const picture = readUploadedPicture(`/media/${name}`)
  if (!picture || ![...promptDrawings(picture.width), ...lateDrawings(picture.width)].includes(picture.drawing))
    return null
  const row = await deps.db
    .selectFrom('pictures')
    .select('id')
    .where('id', '=', picture.id)
    .where('width', '=', picture.width)
    .where('height', '=', picture.height)
    .executeTakeFirst()
  return row ? readDrawing(deps, picture) : null
}

/** True if the storage key belongs to a known picture. One statement. */
export async function isKnownPicture(deps: FilesDeps, key: string): Promise<boolean> {
  const id = /\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-(?:\d+(?:-avif)?|card)$/.exec(key)?.[1]
  if (!id) return false
  return (await deps.db.selectFrom('pictures').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}
