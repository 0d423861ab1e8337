import { Image } from 'lucide-react'
import { joinClasses } from '../ui/class-names.ts'
import { Picture, type PictureProps } from '../ui/picture.tsx'
import { pictureAlt, pictureOf } from '../ui/pictures.ts'

type ShopPictureProps = Omit<PictureProps, 'picture' | 'alt'> & {
  /** A name of the shop's own picture set or an address; null for a placeholder. */
  image: string | null
  /** Where the picture set has no words for it. */
  alt: string
}

/** Catalogue entries name a picture of the set ('desert-dunes') or give an address. */
export const imageAddress = (image: string): string =>
  /^[a-z0-9-]+$/.test(image) ? `/pictures/${image}-800.webp` : image

export function ShopPicture({ image, alt, ...rest }: ShopPictureProps) {
  if (!image) return <PicturePlaceholder ratio={rest.ratio} className={rest.className} />
  const address = imageAddress(image)
  return <Picture {...rest} picture={pictureOf(address)} alt={alt && (pictureAlt(address) || alt)} />
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
