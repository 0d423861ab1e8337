// From a stored picture address to what <Picture> needs. The shop's own pictures and those that staff upload have several
// widths and two formats; any other address is used as it is.

import { altOf, pictureWidths, readUploadedPicture, splitAlt } from '../kernel/pictures.ts'
import { captionsIn } from './captions.ts'
import type { PictureSource } from './picture.tsx'
import {
  type ShippedPictureName,
  shippedHeight,
  shippedNames,
  shippedWidth,
  shippedWidths,
} from './pictures.generated.ts'
import { shippedPreviews } from './previews.generated.ts'
import { useReaderLocale } from './say.tsx'

type Details = Readonly<Record<'previews' | 'captions', Readonly<Record<string, string>>>>
/** Too large for a browser's first load: the server's page has them, and browsers get them with the next page. */
let details: Details = import.meta.env.SSR
  ? { previews: shippedPreviews, captions: {} }
  : { previews: {}, captions: {} }

/** In a browser: pictures rendered from now on have the same previews and texts as on the server. */
export function takeDetails(taken: Details): void {
  details = taken
}

const shippedAddress = /^\/pictures\/([a-z0-9-]+?)-(?:400|800|1200)\.(?:webp|avif)$/

/** The name of one of the shop's own pictures, from any of its addresses. */
export function shippedName(address: string): ShippedPictureName | undefined {
  const name = shippedAddress.exec(splitAlt(address).file)?.[1]
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
  if (!uploaded) return { src: splitAlt(address).file, width: shippedWidth, height: shippedHeight }
  const { width, height, preview, focus, addressOf } = uploaded
  const widths = pictureWidths(width)
  const set = (format: string) => widths.map((each) => `${addressOf(`${each}.${format}`)} ${each}w`).join()
  const middle = widths.findLast((each) => each <= 800) ?? width
  return { src: addressOf(`${middle}.webp`), avif: set('avif'), webp: set('webp'), width, height, preview, focus }
}

/**
 * What a picture shows: as staff wrote it, else for the shop's own pictures in the reader's language. Empty for other
 * pictures, and where it is not known yet. For components, as they are rendered.
 */
export function pictureAlt(address: string): string {
  const name = shippedName(address)
  // biome-ignore lint/correctness/useHookAtTopLevel: React's `use` may be called anywhere in a component
  const captions = import.meta.env.SSR ? captionsIn(useReaderLocale()) : details.captions
  return altOf(address) || ((name && captions[name]) ?? '')
}
