import { Play } from 'lucide-react'
import { useRef, useState } from 'react'
import type { ServiceDetail } from '../../modules/catalogue/contract.ts'
import { useLate } from '../frame/use-sheet.ts'
import { useText } from '../intl/intl.tsx'
import { ShopPicture } from '../pictures/shop-picture.tsx'
import { kindShop } from '../routing/kind-parts.ts'

const loadLightbox = async () => (await import('./lightbox.tsx')).Lightbox

const sizes = '(min-width: 1024px) min(56vw, 52rem), 100vw'

/**
 * The video if it is recognised, else the gallery, else the featured picture, else the kind's cover or a placeholder
 * (C043, C072).
 */
export function Media({ service }: { service: ServiceDetail }) {
  if (service.videoId) return <Video videoId={service.videoId} service={service} />
  const images = service.images.length > 0 ? service.images : service.featured_image ? [service.featured_image] : []
  const Cover = kindShop(service.kind)?.Cover
  if (images.length === 0 && Cover) return <Cover service={service} />
  if (images.length === 0) return <ShopPicture image={null} alt="" sizes={sizes} className="md:rounded-lg" />
  return <Gallery images={images} title={service.title} />
}

/** Requests nothing from YouTube before the visitor presses play. */
function Video({ videoId, service }: { videoId: string; service: ServiceDetail }) {
  const t = useText('detail')
  const [isPlaying, setPlaying] = useState(false)
  if (isPlaying) {
    return (
      <iframe
        src={`https://www.youtube-nocookie.com/embed/${videoId}?autoplay=1&rel=0`}
        title={t('videoTitle', { title: service.title })}
        allow="autoplay; encrypted-media; picture-in-picture; fullscreen"
        allowFullScreen
        className="aspect-video w-full md:rounded-lg"
      />
    )
  }
  return (
    <button
      type="button"
      aria-label={t('playVideo')}
      onClick={() => setPlaying(true)}
      className="group/play relative block w-full overflow-clip md:rounded-lg"
    >
      <ShopPicture
        image={service.featured_image ?? service.images[0] ?? null}
        alt=""
        ratio="16-9"
        sizes={sizes}
        priority
      />
      <span className="absolute inset-0 grid place-items-center" aria-hidden="true">
        <span className="grid size-16 place-items-center rounded-full bg-night/80 text-on-night transition-transform group-hover/play:scale-105">
          <Play className="size-7" />
        </span>
      </span>
    </button>
  )
}

/** A swipeable row; pressing a picture enlarges it. */
function Gallery({ images, title }: { images: readonly string[]; title: string }) {
  const t = useText('detail')
  const row = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState(0)
  const [opened, setOpened] = useState<number | null>(null)
  const Lightbox = useLate(loadLightbox)
  const readCurrent = () => {
    const { scrollLeft = 0, clientWidth = 1 } = row.current ?? {}
    setCurrent(Math.round(Math.abs(scrollLeft) / Math.max(clientWidth, 1)))
  }
  const show = (index: number) => {
    const item = row.current?.children[index]
    if (item instanceof HTMLElement) row.current?.scrollTo({ left: item.offsetLeft, behavior: 'smooth' })
  }
  return (
    <section aria-label={t('gallery')}>
      <div className="relative overflow-clip md:rounded-lg">
        <ul ref={row} className="snap-row relative" onScroll={readCurrent}>
          {images.map((image, index) => (
            <li key={image} className="w-full">
              <button
                type="button"
                aria-label={t('openPhoto', { number: index + 1, count: images.length })}
                onClick={() => setOpened(index)}
                className="block w-full cursor-zoom-in focus-visible:-outline-offset-4"
              >
                <ShopPicture image={image} alt={title} sizes={sizes} priority={index === 0} />
              </button>
            </li>
          ))}
        </ul>
        {images.length > 1 ? (
          <span className="pointer-events-none absolute end-3 bottom-3 rounded-sm bg-night/85 px-2.5 py-1 text-[0.8125rem] text-on-night tabular-nums">
            {t('photoCount', { number: current + 1, count: images.length })}
          </span>
        ) : null}
      </div>
      {images.length > 1 ? <Thumbnails images={images} current={current} onShow={show} /> : null}
      {Lightbox ? <Lightbox images={images} title={title} opened={opened} onChange={setOpened} /> : null}
    </section>
  )
}

type ThumbnailsProps = { images: readonly string[]; current: number; onShow: (index: number) => void }

/** Wide screens: thumbnails of all pictures. */
function Thumbnails({ images, current, onShow }: ThumbnailsProps) {
  const t = useText('detail')
  return (
    <ul className="mt-2 hidden gap-2 overflow-x-auto p-1 md:flex">
      {images.map((image, index) => (
        <li key={image} className="flex-none">
          <button
            type="button"
            aria-label={t('photo', { number: index + 1, count: images.length })}
            aria-current={index === current}
            onClick={() => onShow(index)}
            className="block w-24 overflow-clip rounded-sm opacity-70 aria-[current=true]:opacity-100 aria-[current=true]:outline-2 aria-[current=true]:outline-primary"
          >
            <ShopPicture image={image} alt="" sizes="6rem" />
          </button>
        </li>
      ))}
    </ul>
  )
}
