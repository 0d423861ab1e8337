import { Image } from 'lucide-react'
import { joinClasses } from '../../ui/class-names.ts'
import { Picture } from '../../ui/picture.tsx'
import { pictureOf } from '../../ui/pictures.ts'

/** A stored picture: a name of the shop's own set ('desert-1') or an address. */
const sourceOf = (image: string) => pictureOf(/^[a-z0-9-]+$/.test(image) ? `/pictures/${image}-800.webp` : image)

export function Thumbnail({ image, className }: { image: string | null; className?: string }) {
  return (
    <span className={joinClasses('block w-24 flex-none overflow-clip rounded-sm', className)}>
      {image ? (
        <Picture picture={sourceOf(image)} alt="" sizes="12rem" ratio="3-2" />
      ) : (
        <span className="grid ratio-3-2 place-items-center bg-sunken text-control">
          <Image aria-hidden="true" className="size-6" />
        </span>
      )}
    </span>
  )
}
