/** How staff change the address of a picture. Apart from pictures.ts, because browsers of travellers only read addresses. */
import { type FocalPoint, inOneLine, middle, readUploadedPicture, splitAlt } from './pictures.ts'

export const focalSteps = [0, 25, 50, 75, 100] as const

/** The URL of an uploaded picture with another focal point; any other URL as it is. */
export function withFocus(text: string, { x, y }: FocalPoint): string {
  if (!readUploadedPicture(text)) return text
  const { file: whole, alt } = splitAlt(text)
  const [file = '', fragment = ''] = whole.split('#')
  const [preview = ''] = fragment.split('@')
  const point = x === middle.x && y === middle.y ? '' : `@${x},${y}`
  return withAlt(preview || point ? `${file}#${preview}${point}` : file, alt)
}

/** The address with another alt text; '' removes it. */
export function withAlt(address: string, alt: string): string {
  const { file } = splitAlt(address)
  const line = inOneLine(alt)
  if (file === '' || line === '') return file
  return `${file}${file.includes('#') ? '~' : '#'}alt=${line.replace(/[ %#~"<>\\|,]/g, (each) => `%${hex(each)}`)}`
}

const hex = (character: string): string => character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')
