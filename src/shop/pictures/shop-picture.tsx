import { Image } from 'lucide-react'
import { splitAlt } from '../../kernel/pictures.ts'
import { joinClasses } from '../../ui/class-names.ts'
import { Picture, type PictureProps } from '../../ui/picture.tsx'
import { pictureAlt, pictureOf } from '../../ui/pictures.ts'

type ShopPictureProps = Omit<PictureProps, 'picture' | 'alt'> & {
  /** A name from the picture set or an address; null for a placeholder. */
  image: string | null
  /** Used when neither staff nor the picture set describe it; empty for a decorative picture. */
  alt: string
  /** The language of `alt`, if it is not the page's; `lang` is that of what staff wrote. */
  altLang?: string | undefined
}

const isName = (image: string): boolean => /^[a-z0-9-]+$/.test(splitAlt(image).file)

/** Catalogue entries name a picture of the set ('desert-dunes') or give an address. */
export const imageAddress = (image: string): string => image.replace(/^[a-z0-9-]+(?=#|$)/, '/pictures/$&-800.webp')

/** What a picture shows; empty where it is not known. */
export const pictureCaption = (image: string): string => pictureAlt(imageAddress(image))

/** The largest file of a picture. */
export function widestAddress(image: string): string {
  const { src, webp } = pictureOf(imageAddress(image))
  return webp?.split(',').at(-1)?.trim().split(' ')[0] ?? src
}

export function ShopPicture({ image, alt, lang, altLang, ...rest }: ShopPictureProps) {
  const address = imageAddress(image ?? '')
  const picture = pictureOf(address)
  // An unknown name would only be a broken picture.
  const isUnknown = isName(image ?? '') && !picture.webp
  if (!image || isUnknown) return <PicturePlaceholder ratio={rest.ratio} className={rest.className} />
  const own = pictureAlt(address)
  return <Picture {...rest} picture={picture} alt={alt && (own || alt)} lang={own ? lang : altLang} />
}

/** A service without pictures (C043). */
function PicturePlaceholder({ ratio = '3-2', className }: Pick<PictureProps, 'ratio' | 'className'>) {
  return (
    <span
      className={joinClasses(
        'grid place-items-center bg-sunken text-control',
        ratio === 'fill' ? 'size-full' : `ratio-${ratio}`,
        className,
      )}
      data-placeholder=""
    >
      <Image aria-hidden="true" className="size-10" />
    </span>
  )
}
