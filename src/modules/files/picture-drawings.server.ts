import sharp from 'sharp'
import { pictureWidths, type UploadedPicture } from '../../kernel/pictures.ts'
import { NotStored } from './port.ts'
import type { FilesDeps } from './tables.server.ts'

/** Where pictures stand in the store. */
export const pictureFolder = 'pictures/'
/** A key has no dot; what was there first, WebP, has no ending either. */
export const pictureKey = (id: string, drawing: string): string =>
  `${pictureFolder}${id.slice(-2)}/${id}-${drawing.replace(/\.(webp|jpg)$/, '').replace('.', '-')}`

/** What is drawn while somebody waits for the upload, smallest first. */
export const promptDrawings = (width: number): readonly string[] => pictureWidths(width).map((each) => `${each}.webp`)
/** What is drawn by a job: the card first, then what phones ask for. */
export const lateDrawings = (width: number): readonly string[] => [
  'card.jpg',
  ...pictureWidths(width).map((each) => `${each}.avif`),
]

export type ServedDrawing = {
  readonly bytes: Uint8Array
  readonly contentType: 'image/webp' | 'image/avif' | 'image/jpeg'
  /** False: the WebP stands in until what was asked for is drawn. */
  readonly isFinal: boolean
}
const typeOf = (drawing: string): ServedDrawing['contentType'] =>
  drawing.endsWith('.webp') ? 'image/webp' : drawing.endsWith('.avif') ? 'image/avif' : 'image/jpeg'

/** The drawing that was asked for, or what stands in for it. Who knows AVIF knows WebP, and so do messengers of today. */
export async function readDrawing(deps: Pick<FilesDeps, 'store'>, asked: UploadedPicture): Promise<ServedDrawing> {
  const { id, width, drawing } = asked
  const bytes = drawing.endsWith('.webp') ? null : await findStored(deps, pictureKey(id, drawing))
  if (bytes) return { bytes, contentType: typeOf(drawing), isFinal: true }
  const webp = drawing === 'card.jpg' ? `${width}.webp` : drawing.replace('.avif', '.webp')
  return {
    bytes: await deps.store.get(pictureKey(id, webp)),
    contentType: 'image/webp',
    isFinal: webp === drawing,
  }
}

/**
 * Draws what the store does not have of the late drawings, one after the other, from the widest WebP. What is there is
 * left as it is: a key is written once, and a job that was broken off goes on where it stood.
 */
export async function drawMissing(deps: Pick<FilesDeps, 'store'>, id: string, width: number): Promise<void> {
  const source = await deps.store.get(pictureKey(id, `${width}.webp`))
  for (const drawing of lateDrawings(width)) {
    const key = pictureKey(id, drawing)
    if (await findStored(deps, key)) continue
    await deps.store.put(key, await (drawing === 'card.jpg' ? drawCard(source) : drawAvif(source, drawing)))
  }
}

/** What a shared link shows: JPEG, which every messenger takes. */
export const drawCard = (source: Uint8Array): Promise<Buffer> =>
  sharp(source)
    .resize(1200, 630, { fit: 'cover' })
    .flatten({ background: '#fff' })
    .jpeg({ quality: 80, progressive: true })
    .toBuffer()

/** One effort more takes four times as long and saves a twentieth. */
const drawAvif = (source: Uint8Array, drawing: string): Promise<Buffer> =>
  sharp(source)
    .resize({ width: Number.parseInt(drawing, 10) })
    .avif({ quality: 50, effort: 3 })
    .timeout({ seconds: 120 })
    .toBuffer()

const findStored = (deps: Pick<FilesDeps, 'store'>, key: string): Promise<Uint8Array | null> =>
  deps.store.get(key).catch((error: unknown) => {
    if (error instanceof NotStored) return null
    throw error
  })

/**
 * What the frame shows until the picture is there: the base64 of some 70 bytes. '' for a picture that one sees through,
 * because it stays behind it.
 */
export async function drawPreview(source: Uint8Array): Promise<string> {
  const { isOpaque } = await sharp(source).stats()
  if (!isOpaque) return ''
  const look = { quality: 10, effort: 6 }
  const bytes = await sharp(source).resize(16, 16, { fit: 'inside' }).removeAlpha().webp(look).toBuffer()
  return bytes.toString('base64')
}
