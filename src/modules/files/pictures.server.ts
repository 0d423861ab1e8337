import sharp from 'sharp'
import { pictureWidths, readUploadedPicture } from '../../kernel/pictures.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { writeAudit } from '../../platform/audit.server.ts'
import type { Caller } from '../../platform/core.server.ts'
import { newId } from '../../platform/crypto/keyring.server.ts'
import { drawLater } from './jobs.server.ts'
import {
  drawPreview,
  lateDrawings,
  pictureKey,
  promptDrawings,
  readDrawing,
  type ServedDrawing,
} from './picture-drawings.server.ts'
import { displayName, largestUpload, mostPixels, sniffType } from './rules.ts'
import type { FilesDeps } from './tables.server.ts'
import { readAtMost } from './uploads.server.ts'

/** `url` is the address under which it is stored (kernel/pictures). */
export type Picture = { readonly url: string; readonly width: number; readonly height: number }

/**
 * Takes a JPG or PNG of at most 5 MB for everybody to see: judged by content and written anew in each width that pages
 * draw, which drops GPS data and anything hidden behind the picture. What takes longer to draw is drawn by a job.
 * Refuses 'file/missing', 'file/too-large', 'file/type'.
 */
export async function receivePicture(
  deps: FilesDeps,
  caller: Caller,
  upload: { readonly bytes: AsyncIterable<Uint8Array>; readonly originalName: string },
): Promise<Picture> {
  const raw = await readAtMost(upload.bytes, largestUpload)
  const drawn = await drawWidths(raw).catch(() => {
    throw new Refusal('file/type', { purpose: 'picture' })
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

/** Smallest first; a picture is never drawn larger than it came. */
async function drawWidths(raw: Buffer): Promise<Drawn[]> {
  const found = sniffType(raw)
  if (found !== 'image/jpeg' && found !== 'image/png') throw new Error('not a picture that is taken')
  const picture = sharp(raw, { limitInputPixels: mostPixels, failOn: 'error', pages: 1 }).timeout({ seconds: 10 })
  const { format, autoOrient } = await picture.metadata()
  if (`image/${format}` !== found) throw new Error('not what it begins like')
  const upright = picture.rotate()
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
}

/** A drawing by the name in its address; null for a name that no picture has. One statement. */
export async function findPicture(deps: FilesDeps, name: string): Promise<ServedDrawing | null> {
  const asked = readUploadedPicture(`/media/${name}`)
  if (!asked || ![...promptDrawings(asked.width), ...lateDrawings(asked.width)].includes(asked.drawing)) return null
  const row = await deps.db
    .selectFrom('pictures')
    .select('id')
    .where('id', '=', asked.id)
    .where('width', '=', asked.width)
    .where('height', '=', asked.height)
    .executeTakeFirst()
  return row ? readDrawing(deps, asked) : null
}

/** Whether a key in the store belongs to a picture that is known. One statement. */
export async function isKnownPicture(deps: FilesDeps, key: string): Promise<boolean> {
  const id = /\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-(?:\d+(?:-avif)?|card)$/.exec(key)?.[1]
  if (!id) return false
  return (await deps.db.selectFrom('pictures').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}
