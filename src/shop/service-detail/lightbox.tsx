import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ServiceDetail } from '../../modules/catalogue/contract.ts'
import { Button } from '../../ui/button.tsx'
import { useModal } from '../../ui/dialog.tsx'
import { useText } from '../intl/intl.tsx'
import { loadDetails } from '../pictures/picture-details.ts'
import { pictureCaption, ShopPicture } from '../pictures/shop-picture.tsx'

// A page from the server came without the texts of its pictures, which are captions here.
loadDetails()

type LightboxProps = {
  images: readonly string[]
  service: ServiceDetail
  /** The language of the alt text of a picture, if it is not the page's. */
  langOf: (index: number) => string | undefined
  /** The picture that was pressed; null: closed. */
  opened: number | null
  onClose: () => void
}

/** The pictures in full size, one after the other (C043): swiped, or turned by arrow keys and buttons. */
export function Lightbox({ opened, onClose, ...pictures }: LightboxProps) {
  const t = useText('detail')
  const ref = useModal(opened !== null)
  return (
    <dialog
      ref={ref}
      className="lightbox"
      aria-label={t('picturesOf', { title: pictures.service.title })}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      {opened === null ? null : <Slides {...pictures} first={opened} onClose={onClose} />}
    </dialog>
  )
}

type SlidesProps = Omit<LightboxProps, 'opened'> & { first: number }

function Slides({ images, service, langOf, first, onClose }: SlidesProps) {
  const t = useText('detail')
  const { row, current, turn, readCurrent } = useSlides(first, images.length)
  const count = images.length
  const titleLang = service.languages?.title
  return (
    <>
      <div className="flex items-center justify-between gap-4 p-2 ps-4 text-on-night">
        <p role="status" className="tabular-nums">
          {t('picture', { number: current + 1, count })}
        </p>
        <Button variant="quiet" iconOnly aria-label={t('closePictures')} onClick={onClose} className="text-on-night">
          <X aria-hidden="true" />
        </Button>
      </div>
      <ul ref={row} className="snap-row min-h-0 flex-1" onScroll={readCurrent}>
        {images.map((image, index) => (
          <li key={image} className="flex w-full snap-always flex-col" aria-hidden={index !== current || undefined}>
            <figure className="flex min-h-0 flex-1 flex-col">
              <span className="min-h-0 flex-1">
                <ShopPicture
                  {...{ image, alt: service.title, altLang: titleLang, lang: langOf(index) }}
                  ratio="fill"
                  sizes="100vw"
                  priority={index === first}
                />
              </span>
              {/* The alternative text says the same. */}
              <figcaption
                aria-hidden="true"
                lang={pictureCaption(image) ? langOf(index) : titleLang}
                className="p-4 text-center text-on-night-2"
              >
                {pictureCaption(image) || service.title}
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
      {count > 1 ? (
        <div className="flex justify-center gap-3 pb-[max(1rem,env(safe-area-inset-bottom))]">
          <Button
            variant="secondary"
            iconOnly
            aria-label={t('previousPicture')}
            aria-disabled={current === 0 || undefined}
            onClick={() => turn(-1)}
          >
            <ChevronLeft aria-hidden="true" className="mirror" />
          </Button>
          <Button
            variant="secondary"
            iconOnly
            aria-label={t('nextPicture')}
            aria-disabled={current === count - 1 || undefined}
            onClick={() => turn(1)}
          >
            <ChevronRight aria-hidden="true" className="mirror" />
          </Button>
        </div>
      ) : null}
    </>
  )
}

function useSlides(first: number, count: number) {
  const row = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState(first)
  const show = (index: number, behavior: ScrollBehavior) => {
    row.current?.children[index]?.scrollIntoView({ behavior, block: 'nearest', inline: 'start' })
  }
  // The dialog opens after the effects of what is in it, and a closed one cannot scroll.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first place; later ones are scrolled to
  useEffect(() => {
    const frame = requestAnimationFrame(() => show(first, 'instant'))
    return () => cancelAnimationFrame(frame)
  }, [])
  const turn = (by: number) => {
    const next = Math.min(Math.max(current + by, 0), count - 1)
    setCurrent(next)
    show(next, matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth')
  }
  useLayoutEffect(() => {
    // On the document, because an opening dialog focuses its close button.
    const onKeyDown = ({ key }: KeyboardEvent) => {
      const forward = document.documentElement.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
      if (key === 'ArrowLeft' || key === 'ArrowRight') turn(key === forward ? 1 : -1)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  })
  const readCurrent = () => {
    const { scrollLeft = 0, clientWidth = 0 } = row.current ?? {}
    if (clientWidth > 0) setCurrent(Math.round(Math.abs(scrollLeft) / clientWidth))
  }
  return { row, current, turn, readCurrent }
}
