import sharp from 'sharp'
import { pictureWidths, type UploadedPicture } from '../../kernel/pictures.ts'
import { NotStored } from './port.ts'
import type { FilesDeps } from './tables.server.ts'

export const pictureFolder = 'pictures/'
/** Keys contain no dots. WebP keys have no suffix. */
export const pictureKey = (id: string, drawing: string): string =>
  `${pictureFolder}${id.slice(-2)}/${id}-${drawing.replace(/\.(webp|jpg)$/, '').replace('.', '-')}`

/** Made during the upload, smallest first. */
export const promptDrawings = (width: number): readonly string[] => pictureWidths(width).map((each) => `${each}.webp`)
/** Made by a job: the social card first, then AVIF. */
export const lateDrawings = (width: number): readonly string[] => [
  'card.jpg',
  ...pictureWidths(width).map((each) => `${each}.avif`),
]

export type ServedDrawing = {
  readonly bytes: Uint8Array
  readonly contentType: 'image/webp' | 'image/avif' | 'image/jpeg'
  /** False: WebP is served until the job has made the requested rendition. */
  readonly isFinal: boolean
}
const typeOf = (drawing: string): ServedDrawing['contentType'] =>
  drawing.endsWith('.webp') ? 'image/webp' : drawing.endsWith('.avif') ? 'image/avif' : 'image/jpeg'

/** The requested rendition, or its WebP substitute. Every client that accepts AVIF accepts WebP. */
export async function readDrawing(deps: Pick<FilesDeps, 'store'>, picture: UploadedPicture): Promise<ServedDrawing> {
  const { id, width, drawing } = picture
  const bytes = drawing.endsWith('.webp') ? null : await findStored(deps, pictureKey(id, drawing))
  if (bytes) return { bytes, contentType: typeOf(drawing), isFinal: true }
  const webp = drawing === 'card.jpg' ? `${width}.webp` : drawing.replace('.avif', '.webp')
  return {
    bytes: await deps.store.get(pictureKey(id, webp)),
    contentType: 'image/webp',
    isFinal: webp === drawing,
  }
}

/** Makes the missing late renditions from the widest WebP. Existing ones are kept, so an interrupted job can resume. */
export async function drawMissing(deps: Pick<FilesDeps, 'store'>, id: string, width: number): Promise<void> {
  const source = await deps.store.get(pictureKey(id, `${width}.webp`))
  for (const drawing of lateDrawings(width)) {
    const key = pictureKey(id, drawing)
    if (await findStored(deps, key)) continue
    await deps.store.put(key, await (drawing === 'card.jpg' ? drawCard(source) : drawAvif(source, drawing)))
  }
}

/** For shared links: JPEG, which every messenger accepts. */
export const drawCard = (source: Uint8Array): Promise<Buffer> =>
  sharp(source)
    .resize(1200, 630, { fit: 'cover' })
    .flatten({ background: '#fff' })
    .jpeg({ quality: 80, progressive: true })
    .toBuffer()

/** One level more takes four times as long and saves 5 %. */
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

/** A placeholder of about 70 bytes, as base64. Empty for transparent pictures, which would let it shine through. */
export async function drawPreview(source: Uint8Array): Promise<string> {
  const { isOpaque } = await sharp(source).stats()
  if (!isOpaque) return ''
  const look = { quality: 10, effort: 6 }
  const bytes = await sharp(source).resize(16, 16, { fit: 'inside' }).removeAlpha().webp(look).toBuffer()
  return bytes.toString('base64')
}
