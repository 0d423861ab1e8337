import sharp from 'sharp'
import { Refusal } from '../../kernel/refusal.ts'
import { writeAudit } from '../../platform/audit.server.ts'
import type { Caller } from '../../platform/core.server.ts'
import { newId } from '../../platform/crypto/keyring.server.ts'
import { displayName, largestUpload, mostPixels, pictureWidths, sniffType } from './rules.ts'
import type { FilesDeps } from './tables.server.ts'
import { readAtMost } from './uploads.server.ts'

/** Where pictures stand in the store. */
export const pictureFolder = 'pictures/'
export const pictureKey = (id: string, width: number): string => `${pictureFolder}${id.slice(-2)}/${id}-${width}`
const address = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-(\d{1,4})x(\d{1,5})-(\d{1,4})\.webp$/

/** `url` is the address of its largest width; the others differ in the last number only. */
export type Picture = { readonly url: string; readonly width: number; readonly height: number }

/**
 * Takes a JPG or PNG of at most 5 MB for everybody to see: judged by content and written anew in each width that pages
 * draw, which drops GPS data and anything hidden behind the picture. Refuses 'file/missing', 'file/too-large',
 * 'file/type'.
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
  const largest = drawn.at(-1)
  if (!largest) throw new Refusal('file/type', { purpose: 'picture' })
  const now = deps.clock()
  const id = newId(now)
  for (const { width, bytes } of drawn) await deps.store.put(pictureKey(id, width), bytes)
  const { width, height } = largest
  const url = `/media/${id}-${width}x${height}-${width}.webp`
  await deps.db.transaction().execute(async (trx) => {
    const original_name = displayName(upload.originalName)
    await trx
      .insertInto('pictures')
      .values({ id, width, height, original_name, uploaded_by: caller.name, created_at: now })
      .execute()
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

/** The bytes of one width by the name in its address; null for a name that no picture has. One statement. */
export async function findPicture(deps: FilesDeps, name: string): Promise<Uint8Array | null> {
  const [, id, width, height, drawn] = address.exec(name) ?? []
  if (!id || !pictureWidths(Number(width)).includes(Number(drawn))) return null
  const row = await deps.db
    .selectFrom('pictures')
    .select('id')
    .where('id', '=', id)
    .where('width', '=', Number(width))
    .where('height', '=', Number(height))
    .executeTakeFirst()
  return row ? deps.store.get(pictureKey(id, Number(drawn))) : null
}

/** Whether a key in the store belongs to a picture that is known. One statement. */
export async function isKnownPicture(deps: FilesDeps, key: string): Promise<boolean> {
  const id = /\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-\d+$/.exec(key)?.[1]
  if (!id) return false
  return (await deps.db.selectFrom('pictures').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}
