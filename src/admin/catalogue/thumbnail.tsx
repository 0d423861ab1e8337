import { ImageOff } from 'lucide-react'
import { joinClasses } from '../../ui/class-names.ts'
import { Picture } from '../../ui/picture.tsx'
import { pictureOf } from '../../ui/pictures.ts'

type ThumbnailProps = {
  address: string | null
  /** How wide it is drawn, where it is wider than in a table. */
  sizes?: string
  className?: string
}

/** A small picture that only decorates: the words beside it say what it belongs to. */
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

/** A stored name of the picture set stands for its middle width. */
const addressOf = (stored: string): string => (/^(https?:)?\//.test(stored) ? stored : `/pictures/${stored}-800.webp`)
