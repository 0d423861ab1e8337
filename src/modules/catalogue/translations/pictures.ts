/** Alt texts of an item's pictures as texts that are translated. Pure. */
import { withAlt } from '../../../kernel/picture-edits.ts'
import { altOf, maxAlt, readUploadedPicture, splitAlt } from '../../../kernel/pictures.ts'
import type { FieldSpec } from '../../../services/kind.ts'
import { picturesOf } from '../rules.ts'
import { text } from '../text.ts'
import type { Original, TranslatableField } from './original.ts'

/** All pictures of an item count as one text: a large gallery must not outweigh its words. */
export const picturesPath = 'pictures'
export const isPicturePath = (path: string): boolean => path.startsWith(`${picturesPath}.`)

/**
 * The name of a picture, wherever it stands in the item. It depends on the file alone, so a translation survives a new
 * order or focal point. It is the id of an upload, else the address with only letters, digits and hyphens unescaped.
 */
export const picturePath = (address: string): string => {
  const { file } = splitAlt(address)
  const coded = (sign: string) => `_${sign.codePointAt(0)?.toString(16)}_`
  return `${picturesPath}.${readUploadedPicture(file)?.id ?? file.replace(/[^A-Za-z0-9-]/gu, coded)}`
}

export interface PictureText extends TranslatableField {
  readonly address: string
  readonly alt: string
}
/** The pictures with an alt text, each file once: of one that is used twice, the first text is translated. */
export function pictureTexts(item: Original, specs: readonly FieldSpec[]): readonly PictureText[] {
  const featured = item.featuredImage
    ? [{ address: item.featuredImage, label: text('translations.altOfFeatured') }]
    : []
  const gallery = picturesOf(item.details, specs).map((address, at) => ({
    address,
    label: text('translations.altOf', { number: at + 1 }),
  }))
  const described = [...featured, ...gallery].filter(({ address }) => altOf(address) !== '')
  return [...Map.groupBy(described, ({ address }) => picturePath(address))].flatMap(([path, [first]]) =>
    first ? [{ path, ...first, input: 'text' as const, max: maxAlt, alt: altOf(first.address) }] : [],
  )
}

/** A picture without an alt text gets none. */
export const withTranslatedAlt = (address: string, translated: (path: string) => string | undefined): string =>
  altOf(address) === '' ? address : withAlt(address, translated(picturePath(address)) ?? altOf(address))
