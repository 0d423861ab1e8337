import sharp, { type Metadata, type Sharp } from 'sharp'
import { isRefusal, Refusal } from '../../kernel/refusal.ts'
import { maxPixels } from './rules.ts'

// Pictures are decoded once, so caching them only costs memory; a thread per picture is enough.
sharp.cache(false)
sharp.concurrency(1)

export type PictureFormat = 'jpeg' | 'png' | 'gif'
type Decoding = Readonly<{ format: PictureFormat; seconds: number }>

/** What one picture may take while it is decoded: 9 megapixels progressive, 24 turned by its EXIF data. */
const maxBytes = 74_000_000
/** Pictures that are decoded row by row need far less. */
const heavyBytes = 32 * 1024 * 1024
const maxAtOnce = 2
const maxWaiting = 30
const busy = () => new Refusal('server/unavailable', { retryAfter: 10 })

/**
 * Hands an uploaded picture to `work`, turned upright. Its header is checked before a pixel is decoded, and at most two
 * pictures are decoded at a time; one that has to be in memory as a whole is decoded alone. Refuses 'file/type',
 * 'file/too-many-pixels', and 'server/unavailable' when it takes too long or too many wait.
 */
export async function decodePicture<T>(
  raw: Uint8Array,
  { format, seconds }: Decoding,
  work: (picture: Sharp, header: Metadata) => Promise<T>,
): Promise<T> {
  const open = (limitInputPixels: number | false) =>
    sharp(raw, { limitInputPixels, failOn: 'error', pages: 1, sequentialRead: true })
  try {
    const header = await open(false).metadata()
    if (header.format !== format) throw new Refusal('file/type')
    const bytes = requirePixels(header)
    return await inTurn(bytes > heavyBytes ? maxAtOnce : 1, () =>
      work(open(maxPixels).timeout({ seconds }).rotate(), header),
    )
  } catch (error) {
    if (isRefusal(error)) throw error
    // The other errors of the decoder mean that this is not a picture that we accept.
    throw error instanceof Error && error.message.startsWith('timeout') ? busy() : new Refusal('file/type')
  }
}

/** Returns the bytes that a picture takes while it is decoded. Refuses 'file/too-many-pixels'. */
function requirePixels(header: Metadata): number {
  const { width, height, channels, depth, isProgressive = false, orientation = 1, format } = header
  const perPixel = channels * (depth === 'ushort' ? 2 : 1)
  // Progressive pictures are decoded as a whole; turned ones are kept as a whole.
  const copies = (isProgressive || format === 'gif' ? 2.5 : 0) + (orientation > 1 ? 1 : 0)
  const allowedPixels = copies === 0 ? maxPixels : Math.min(maxPixels, maxBytes / (perPixel * copies))
  const pixels = width * height
  if (pixels > allowedPixels)
    throw new Refusal('file/too-many-pixels', { megapixels: Math.floor(allowedPixels / 1_000_000) })
  return pixels * perPixel * copies
}

let free = maxAtOnce
const waiting: { weight: number; start: () => void }[] = []

/** Runs work of this weight in the order of arrival. */
async function inTurn<T>(weight: number, work: () => Promise<T>): Promise<T> {
  if (waiting.length >= maxWaiting) throw busy()
  await new Promise<void>((start) => {
    waiting.push({ weight, start })
    startNext()
  })
  try {
    return await work()
  } finally {
    free += weight
    startNext()
  }
}

function startNext(): void {
  for (let next = waiting[0]; next && next.weight <= free; next = waiting[0]) {
    waiting.shift()
    free -= next.weight
    next.start()
  }
}
