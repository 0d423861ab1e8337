import { ChevronRight, Pause, Play } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { altOf } from '../../kernel/pictures.ts'
import type { Home } from '../../modules/content/contract.ts'
import { useText } from '../intl/intl.tsx'
import { ShopPicture } from '../pictures/shop-picture.tsx'
import { isSafeHref, ShopLink } from '../routing/link.tsx'
import { labelIsLight } from './contrast.ts'

type Slide = Home['sliders'][number]
const stayMilliseconds = 6000

/** Shown when no slider is active or they cannot be loaded (C036). */
function useSlides(sliders: readonly Slide[]): readonly Slide[] {
  const t = useText('home')
  if (sliders.length > 0) return sliders
  return [
    {
      id: 'default',
      title: t('heroTitle'),
      subtitle: t('heroText'),
      imageUrl: 'desert-1',
      linkUrl: '/tours',
      buttonText: t('heroButton'),
      color: '#2563eb',
      overlay: 0.5,
    },
  ]
}

/**
 * Slides advance until a visitor touches or points at them, or prefers reduced motion. The first one is in the HTML.
 */
export function Hero({ sliders }: { sliders: readonly Slide[] }) {
  const t = useText('home')
  const slides = useSlides(sliders)
  const row = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState(0)
  const [isPlaying, setPlaying] = useState(false)
  const show = (index: number) => {
    const slide = row.current?.children[index]
    if (slide instanceof HTMLElement) row.current?.scrollTo({ left: slide.offsetLeft, behavior: 'smooth' })
  }
  useAutoplay(slides.length, isPlaying, current, show)
  useEffect(
    () => setPlaying(slides.length > 1 && !matchMedia('(prefers-reduced-motion: reduce)').matches),
    [slides.length],
  )
  const readCurrent = () => {
    const { scrollLeft = 0, clientWidth = 1 } = row.current ?? {}
    setCurrent(Math.round(Math.abs(scrollLeft) / Math.max(clientWidth, 1)))
  }
  return (
    <section aria-label={t('heroLabel')} aria-roledescription="carousel" className="relative bg-night text-on-night">
      <ul ref={row} className="snap-row relative" onScroll={readCurrent} onPointerDown={() => setPlaying(false)}>
        {slides.map((slide, index) => (
          <li
            key={slide.id}
            className="relative w-full"
            aria-label={t('slide', { number: index + 1, count: slides.length })}
          >
            <HeroSlide slide={slide} isFirst={index === 0} />
          </li>
        ))}
      </ul>
      {slides.length > 1 ? (
        <div className="absolute inset-x-0 bottom-10 z-10">
          <div className="wide flex items-center gap-1">
            <button
              type="button"
              aria-label={isPlaying ? t('pause') : t('play')}
              onClick={() => setPlaying(!isPlaying)}
              className="grid size-11 place-items-center rounded-full bg-night/60 text-on-night focus-visible:outline-on-night"
            >
              {isPlaying ? (
                <Pause aria-hidden="true" className="size-5" />
              ) : (
                <Play aria-hidden="true" className="size-5" />
              )}
            </button>
            {slides.map((slide, index) => (
              <button
                key={slide.id}
                type="button"
                aria-label={t('showSlide', { number: index + 1 })}
                aria-current={index === current}
                onClick={() => {
                  setPlaying(false)
                  show(index)
                }}
                className="group/dot grid h-11 w-8 place-items-center focus-visible:outline-on-night"
              >
                <span className="h-2 w-2 rounded-full bg-on-night/55 transition-[width] group-aria-[current=true]/dot:w-6 group-aria-[current=true]/dot:bg-on-night" />
              </button>
            ))}
          </div>
        </div>
      ) : null}
    </section>
  )
}

function useAutoplay(count: number, isPlaying: boolean, current: number, show: (index: number) => void) {
  const latest = useRef(show)
  latest.current = show
  useEffect(() => {
    if (!isPlaying || count < 2) return
    const timer = setTimeout(() => latest.current((current + 1) % count), stayMilliseconds)
    return () => clearTimeout(timer)
  }, [isPlaying, count, current])
}

function HeroSlide({ slide, isFirst }: { slide: Slide; isFirst: boolean }) {
  const Title = isFirst ? 'h1' : 'h2'
  return (
    <div className="relative grid min-h-[21rem] items-end overflow-clip sm:min-h-[30rem] lg:min-h-[34rem]">
      <span className="absolute inset-0" lang={slide.languages?.alt}>
        <ShopPicture image={slide.imageUrl} alt={altOf(slide.imageUrl)} ratio="fill" sizes="100vw" priority={isFirst} />
      </span>
      <Overlay strength={slide.overlay} />
      <div className="wide relative z-1 pt-14 pb-24 sm:pt-24 sm:pb-28">
        <div className="max-w-2xl">
          <Title className="text-[clamp(2.125rem,1.4rem+3.4vw,3.75rem)]" lang={slide.languages?.title}>
            {slide.title}
          </Title>
          {slide.subtitle ? (
            <p className="mt-4 max-w-xl text-lg text-on-night" lang={slide.languages?.subtitle}>
              {slide.subtitle}
            </p>
          ) : null}
          {isSafeHref(slide.linkUrl) && slide.linkUrl !== '' ? <SlideButton slide={slide} /> : null}
        </div>
      </div>
    </div>
  )
}

/** The slider's overlay, darkest behind the text. Drawn with attributes, because pages have no inline styles. */
function Overlay({ strength }: { strength: number }) {
  return (
    <>
      <svg aria-hidden="true" className="absolute inset-0 size-full" viewBox="0 0 1 1" preserveAspectRatio="none">
        <rect width="1" height="1" fill="#0b1220" fillOpacity={strength} />
      </svg>
      <span className="absolute inset-0 bg-linear-to-t from-night/75 via-night/25 to-transparent" aria-hidden="true" />
    </>
  )
}

/** Staff may choose any colour; the label is light or dark, whichever is readable (C035). */
function SlideButton({ slide }: { slide: Slide }) {
  return (
    <ShopLink
      href={slide.linkUrl}
      className={`btn btn-lg relative isolate mt-7 overflow-clip focus-visible:outline-on-night ${labelIsLight(slide.color) ? 'text-white' : 'text-night'}`}
    >
      <span aria-hidden="true" className="absolute inset-0 -z-1">
        <svg aria-hidden="true" className="size-full" viewBox="0 0 1 1" preserveAspectRatio="none">
          <rect width="1" height="1" fill={slide.color} />
        </svg>
      </span>
      <span lang={slide.languages?.button_text}>{slide.buttonText}</span>
      <ChevronRight aria-hidden="true" className="mirror" />
    </ShopLink>
  )
}
