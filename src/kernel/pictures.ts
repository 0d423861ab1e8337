/**
 * Pictures that staff upload, by their addresses. A picture is stored under the address of its widest WebP,
 * `/media/ID-WIDTHxHEIGHT-DRAWN.webp#PREVIEW`: what a page has to know before a byte of it arrives stands in it, and its
 * other drawings differ in what follows the size. PREVIEW is the base64 of a WebP some pixels wide.
 */
const address =
  /^\/media\/(([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})-(\d{1,4})x(\d{1,5}))-(\d{1,4}\.(?:webp|avif)|card\.jpg)(?:#([\w+/]+={0,2}))?$/

export type UploadedPicture = {
  readonly id: string
  readonly width: number
  readonly height: number
  /** '800.webp', '800.avif' or 'card.jpg', what shared links show. */
  readonly drawing: string
  readonly preview: string | undefined
  /** The address of another drawing. */
  readonly addressOf: (drawing: string) => string
}

/** Undefined for every address that is not of that form. */
export function readUploadedPicture(text: string): UploadedPicture | undefined {
  const [, stem, id, width, height, drawing, preview] = address.exec(text) ?? []
  if (!id || !drawing) return undefined
  return {
    id,
    width: Number(width),
    height: Number(height),
    drawing,
    preview,
    addressOf: (other) => `/media/${stem}-${other}`,
  }
}

const widths = [400, 800, 1200]
const widest = 1600
/** The widths in which a picture is kept, smallest first; never wider than it came. */
export function pictureWidths(original: number): readonly number[] {
  const last = Math.min(original, widest)
  return [...widths.filter((width) => width < last), last]
}
