/**
 * URLs of uploaded pictures. A picture is stored as `/media/ID-WIDTHxHEIGHT-DRAWN.webp#PREVIEW`, the URL of its widest
 * WebP. The URL contains everything a page needs before the first byte arrives; the other variants differ after the
 * size. PREVIEW is the base64 of a WebP a few pixels wide.
 */
const address =
  /^\/media\/(([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})-(\d{1,4})x(\d{1,5}))-(\d{1,4}\.(?:webp|avif)|card\.jpg)(?:#([\w+/]+={0,2}))?$/

export type UploadedPicture = {
  readonly id: string
  readonly width: number
  readonly height: number
  /** '800.webp', '800.avif' or 'card.jpg' for link previews. */
  readonly drawing: string
  readonly preview: string | undefined
  /** The URL of another variant. */
  readonly addressOf: (drawing: string) => string
}

/** Undefined for any other URL. */
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
/** The stored widths, smallest first; never wider than the original. */
export function pictureWidths(original: number): readonly number[] {
  const last = Math.min(original, widest)
  return [...widths.filter((width) => width < last), last]
}
