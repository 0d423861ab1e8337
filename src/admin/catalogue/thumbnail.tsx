import { ImageOff } from 'lucide-react'
import { joinClasses } from '../../ui/class-names.ts'
import { Picture } from '../../ui/picture.tsx'
import { pictureOf } from '../../ui/pictures.ts'

type ThumbnailProps = {
  address: string | null
  sizes?: string
  className?: string
}

/** A small decorative picture: the text beside it names the item. */
export function Thumbnail({ address, sizes = '6rem', className }: ThumbnailProps) {
  const frame = joinClasses('block flex-none overflow-hidden rounded-sm bg-sunken', className)
  if (!address)
    return (
      <span className={joinClasses(frame, 'grid! place-content-center text-ink-2')}>
        <ImageOff aria-hidden="true" className="size-5" />
      </span>
    )
  return (
    <span className={frame}>
      <Picture picture={pictureOf(addressOf(address))} alt="" sizes={sizes} ratio="fill" />
    </span>
  )
}

/** A name from the picture set resolves to its medium width. */
const addressOf = (stored: string): string => stored.replace(/^[a-z0-9-]+(?=#|$)/i, '/pictures/$&-800.webp')
