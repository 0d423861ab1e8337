import { Images, Play } from 'lucide-react'
import { type MouseEvent, type UIEvent, useState } from 'react'
import type { ServiceDetail } from '../../modules/catalogue/contract.ts'
import { buttonClass } from '../../ui/button.tsx'
import { useText } from '../intl/intl.tsx'
import { ShopPicture, widestAddress } from '../pictures/shop-picture.tsx'
import { kindShop } from '../routing/kind-parts.ts'
import { isPlainClick } from '../routing/link.tsx'
import type { Lightbox } from './lightbox.tsx'

const loadLightbox = async () => (await import('./lightbox.tsx')).Lightbox

const videoSizes = '(min-width: 1024px) min(62vw, 53rem), 100vw'
const mainSizes = '(min-width: 1024px) min(42vw, 36rem), (min-width: 768px) 66vw, 100vw'
const smallSizes = '(min-width: 1024px) min(21vw, 18rem), (min-width: 768px) 33vw, 100vw'

/**
 * The video if it is recognised, else the gallery, else the featured picture, else the kind's cover or a placeholder
 * (C043, C072).
 */
export function Media({ service }: { service: ServiceDetail }) {
  if (service.videoId) return <Video videoId={service.videoId} service={service} />
  const images = service.images[0] ? service.images : service.featured_image ? [service.featured_image] : []
  const Cover = kindShop(service.kind)?.Cover
  if (images[0]) return <Gallery images={images} service={service} />
  if (Cover) return <Cover service={service} />
  return <ShopPicture image={null} alt="" ratio="16-9" sizes="" className="md:rounded-lg" />
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
        sizes={videoSizes}
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

/**
 * A swipeable row on phones, a mosaic of up to five pictures from tablets on. A picture opens the lightbox, which is
 * fetched then; without scripts it is a link to the picture.
 */
function Gallery({ images, service }: { images: readonly string[]; service: ServiceDetail }) {
  const t = useText('detail')
  const [current, setCurrent] = useState(0)
  const lightbox = useLightbox()
  const count = images.length
  const langOf = (index: number) => service.languages?.[service.images[0] ? `images.${index}` : 'featured_image']
  const readCurrent = ({ currentTarget: { scrollLeft, clientWidth } }: UIEvent) =>
    setCurrent(Math.round(Math.abs(scrollLeft / clientWidth)) || 0)
  return (
    <section aria-label={t('gallery')} className="relative">
      <ul className="mosaic" data-count={Math.min(count, 5)} onScroll={readCurrent}>
        {images.map((image, index) => (
          <li key={image}>
            <a
              href={widestAddress(image)}
              {...lightbox.opens(index)}
              className="block size-full cursor-zoom-in focus-visible:-outline-offset-4"
            >
              <span className="sr-only">{t('openPicture', { number: index + 1, count })} </span>
              <ShopPicture
                image={image}
                alt={service.title}
                lang={langOf(index)}
                altLang={service.languages?.title}
                ratio="fill"
                sizes={index ? smallSizes : mainSizes}
                priority={!index}
              />
            </a>
          </li>
        ))}
      </ul>
      {count > 1 ? (
        <span className="pointer-events-none absolute end-3 bottom-3 rounded-sm bg-night/85 px-2.5 py-1 text-[0.8125rem] text-on-night tabular-nums md:hidden">
          {t('pictureCount', { number: current + 1, count })}
        </span>
      ) : null}
      {count > 5 ? (
        <a
          href={widestAddress(images[0] ?? '')}
          {...lightbox.opens(0)}
          className={buttonClass({ variant: 'secondary', size: 'sm' }, 'mosaic-all absolute end-3 bottom-3')}
        >
          <Images aria-hidden="true" />
          {t('allPictures', { count })}
        </a>
      ) : null}
      {lightbox.Part ? (
        <lightbox.Part {...{ images, service, langOf }} opened={lightbox.opened} onClose={lightbox.close} />
      ) : null}
    </section>
  )
}

/** Where the lightbox cannot be fetched, the browser follows the link to the picture. */
function useLightbox() {
  const [opened, setOpened] = useState<number | null>(null)
  const [late, setLate] = useState<{ Part: typeof Lightbox } | null>(null)
  const open = async (index: number, href: string) => {
    try {
      setLate({ Part: await loadLightbox() })
      setOpened(index)
    } catch {
      location.assign(href)
    }
  }
  return {
    Part: late?.Part,
    opened,
    close: () => setOpened(null),
    opens: (index: number) => ({
      'aria-haspopup': 'dialog' as const,
      onClick: (event: MouseEvent<HTMLAnchorElement>) => {
        if (!isPlainClick(event)) return
        event.preventDefault()
        void open(index, event.currentTarget.href)
      },
    }),
  }
}
