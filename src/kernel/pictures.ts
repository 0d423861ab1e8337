/**
 * URLs of uploaded pictures. A picture is stored as `/media/ID-WIDTHxHEIGHT-DRAWN.webp#PREVIEW`, the URL of its widest
 * WebP. The URL contains everything a page needs before the first byte arrives; the other variants differ after the
 * size. PREVIEW is the base64 of a WebP a few pixels wide. Behind it stands the focal point that staff chose: '@25,75' is
 * a quarter from the left and three quarters down. The alt text ends any address, also a foreign one or a name of the
 * picture set: `desert-1#alt=Two%20camels`, `...#UklG@25,75~alt=Two%20camels`.
 */
const address =
  /^\/media\/(([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})-(\d{1,4})x(\d{1,5}))-(\d{1,4}\.(?:webp|avif)|card\.jpg)(?:#(?!$)([\w+/]+={0,2})?(?:@(0|25|50|75|100),(0|25|50|75|100))?)?$/

/** In percent of the width from the left and of the height from the top: what stays in sight when a frame crops. */
export type FocalPoint = { readonly x: number; readonly y: number }
/** The middle is where every picture without a focal point is cropped. */
export const middle: FocalPoint = { x: 50, y: 50 }

export type UploadedPicture = {
  readonly id: string
  readonly width: number
  readonly height: number
  /** '800.webp', '800.avif' or 'card.jpg' for link previews. */
  readonly drawing: string
  readonly preview: string | undefined
  readonly focus: FocalPoint
  /** Empty where staff wrote none. */
  readonly alt: string
  /** The URL of another variant. */
  readonly addressOf: (drawing: string) => string
}

/** Undefined for any other URL. */
export function readUploadedPicture(text: string): UploadedPicture | undefined {
  const { file, alt } = splitAlt(text)
  const [, stem, id, width, height, drawing, preview, x, y] = address.exec(file) ?? []
  if (!id || !drawing) return undefined
  return {
    id,
    width: Number(width),
    height: Number(height),
    drawing,
    preview,
    focus: x && y ? { x: Number(x), y: Number(y) } : middle,
    alt,
    addressOf: (other) => `/media/${stem}-${other}`,
  }
}

/** In characters. Screen readers read an alt text in one go, so it must be short. */
export const maxAlt = 200
const altPart = /[#~]alt=([^#~\s]*)$/

/** The address without its alt text, and the alt text: one line, '' where there is none. */
export function splitAlt(address: string): { readonly file: string; readonly alt: string } {
  const [whole, written = ''] = altPart.exec(address) ?? []
  return whole === undefined
    ? { file: address, alt: '' }
    : { file: address.slice(0, -whole.length), alt: inOneLine(decoded(written)) }
}
export const altOf = (address: string): string => splitAlt(address).alt

/** One line without control characters. */
export const inOneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
/** What people typed into a file by hand may not be encoded. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const widths = [400, 800, 1200]
const widest = 1600
/** The stored widths, smallest first; never wider than the original. */
export function pictureWidths(original: number): readonly number[] {
  const last = Math.min(original, widest)
  return [...widths.filter((width) => width < last), last]
}
