import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useText } from '../intl/intl.tsx'
import { ShopPicture } from '../pictures/shop-picture.tsx'

type LightboxProps = {
  images: readonly string[]
  title: string
  opened: number | null
  onChange: (opened: number | null) => void
}

/** One picture as large as the screen allows; arrow keys move on (C043). */
export function Lightbox({ images, title, opened, onChange }: LightboxProps) {
  const t = useText('detail')
  const index = opened ?? 0
  const step = (by: number) => onChange((index + by + images.length) % images.length)
  useEffect(() => {
    if (opened === null) return
    // On the document, because an opening dialog focuses its close button.
    const onKeyDown = ({ key }: KeyboardEvent) => {
      const forward = document.documentElement.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
      if (key === 'ArrowLeft' || key === 'ArrowRight') step(key === forward ? 1 : -1)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  })
  return (
    <Dialog
      open={opened !== null}
      onClose={() => onChange(null)}
      title={t('photo', { number: index + 1, count: images.length })}
      closeLabel={t('closePhotos')}
      size="wide"
    >
      <div className="relative">
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
