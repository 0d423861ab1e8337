// From a stored picture address to what <Picture> needs. The shop's own pictures have three widths and two formats;
// any other address is used as it is.

import type { PictureSource } from './picture.tsx'
import { shippedHeight, shippedPictures, shippedWidth, shippedWidths } from './pictures.generated.ts'

const shippedAddress = /^\/pictures\/([a-z0-9-]+?)-(?:400|800|1200)\.(?:webp|avif)$/

/** The name of one of the shop's own pictures, from any of its addresses. */
export function shippedName(address: string): keyof typeof shippedPictures | undefined {
  const name = shippedAddress.exec(address)?.[1]
  return name !== undefined && name in shippedPictures ? (name as keyof typeof shippedPictures) : undefined
}

const sourceSet = (name: string, format: 'avif' | 'webp') =>
  shippedWidths.map((width) => `/pictures/${name}-${width}.${format} ${width}w`).join(', ')

/** An unknown picture is taken for 3:2: the frame decides the room, so a wrong guess moves nothing. */
export function pictureOf(address: string): PictureSource {
  const name = shippedName(address)
  if (!name) return { src: address, width: shippedWidth, height: shippedHeight }
  return {
    src: `/pictures/${name}-800.webp`,
    avif: sourceSet(name, 'avif'),
    webp: sourceSet(name, 'webp'),
    width: shippedWidth,
    height: shippedHeight,
    placeholder: shippedPictures[name].placeholder,
  }
}

/** What one of the shop's own pictures shows, in English; empty for pictures that staff brought. */
export function pictureAlt(address: string): string {
  const name = shippedName(address)
  return name ? shippedPictures[name].alt : ''
}
