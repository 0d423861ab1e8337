import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useText } from '../intl.tsx'
import { ShopPicture } from '../shop-picture.tsx'

type LightboxProps = {
  images: readonly string[]
  title: string
  opened: number | null
  onChange: (opened: number | null) => void
}

/** One picture as large as the screen allows; arrows go to the next (C043). */
export function Lightbox({ images, title, opened, onChange }: LightboxProps) {
  const t = useText('detail')
  const index = opened ?? 0
  const step = (by: number) => onChange((index + by + images.length) % images.length)
  const onKeyDown = (event: KeyboardEvent) => {
    const isForward = document.documentElement.dir === 'rtl' ? event.key === 'ArrowLeft' : event.key === 'ArrowRight'
    if (isForward) step(1)
    else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') step(-1)
  }
  return (
    <Dialog
      open={opened !== null}
      onClose={() => onChange(null)}
      title={t('photo', { number: index + 1, count: images.length })}
      closeLabel={t('closePhotos')}
      size="wide"
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys are a shortcut of the two buttons */}
      <div onKeyDown={onKeyDown} className="relative">
        <ShopPicture
          image={images[index] ?? null}
          alt={title}
          sizes="min(100vw, 56rem)"
          priority
          className="rounded-sm"
        />
        {images.length > 1 ? (
          <div className="mt-3 flex justify-center gap-3">
            <Button variant="secondary" iconOnly aria-label={t('previousPhoto')} onClick={() => step(-1)}>
              <ChevronLeft aria-hidden="true" className="mirror" />
            </Button>
            <Button variant="secondary" iconOnly aria-label={t('nextPhoto')} onClick={() => step(1)}>
              <ChevronRight aria-hidden="true" className="mirror" />
            </Button>
          </div>
        ) : null}
      </div>
    </Dialog>
  )
}
