// From a stored picture address to what <Picture> needs. The shop's own pictures and those that staff upload have several
// widths and two formats; any other address is used as it is.

import { pictureWidths, readUploadedPicture } from '../kernel/pictures.ts'
import { shippedCaptions } from './captions.generated.ts'
import type { PictureSource } from './picture.tsx'
import {
  type ShippedPictureName,
  shippedHeight,
  shippedNames,
  shippedWidth,
  shippedWidths,
} from './pictures.generated.ts'
import { shippedPreviews } from './previews.generated.ts'

type Details = Readonly<Record<'previews' | 'captions', Partial<Readonly<Record<ShippedPictureName, string>>>>>
/** Too large for a browser's first load: the server's page has them, and browsers get them with the next page. */
let details: Details = import.meta.env.SSR
  ? { previews: shippedPreviews, captions: shippedCaptions }
  : { previews: {}, captions: {} }

/** In a browser: pictures rendered from now on have the same previews and texts as on the server. */
export function takeDetails(taken: Details): void {
  details = taken
}

const shippedAddress = /^\/pictures\/([a-z0-9-]+?)-(?:400|800|1200)\.(?:webp|avif)$/

/** The name of one of the shop's own pictures, from any of its addresses. */
export function shippedName(address: string): ShippedPictureName | undefined {
  const name = shippedAddress.exec(address)?.[1]
  return shippedNames.find((shipped) => shipped === name)
}

const sourceSet = (name: string, format: 'avif' | 'webp') =>
  shippedWidths.map((width) => `/pictures/${name}-${width}.${format} ${width}w`).join(', ')

/** Unknown pictures count as 3:2. The frame reserves the space, so a wrong guess shifts nothing. */
export function pictureOf(address: string): PictureSource {
  const name = shippedName(address)
  if (name)
    return {
      src: `/pictures/${name}-800.webp`,
      avif: sourceSet(name, 'avif'),
      webp: sourceSet(name, 'webp'),
      width: shippedWidth,
      height: shippedHeight,
      preview: details.previews[name] ?? '',
    }
  const uploaded = readUploadedPicture(address)
  if (!uploaded) return { src: address, width: shippedWidth, height: shippedHeight }
  const { width, height, preview, focus, addressOf } = uploaded
  const widths = pictureWidths(width)
  const set = (format: string) => widths.map((each) => `${addressOf(`${each}.${format}`)} ${each}w`).join()
  const middle = widths.findLast((each) => each <= 800) ?? width
  return { src: addressOf(`${middle}.webp`), avif: set('avif'), webp: set('webp'), width, height, preview, focus }
}

/** What one of the shop's own pictures shows, in English; empty for uploaded pictures, and where it is not known yet. */
export function pictureAlt(address: string): string {
  const name = shippedName(address)
  return (name && details.captions[name]) ?? ''
}
