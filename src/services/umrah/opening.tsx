import { ArrowDown, Pause, Play, Volume2, VolumeX } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Picture } from '../../ui/picture.tsx'
import { pictureOf } from '../../ui/pictures.ts'
import { useSay } from '../../ui/say.tsx'
import type { ListOpening } from '../kind.ts'
import { text } from './text.ts'

const poster = pictureOf('/pictures/kaaba-1-800.webp')
/** Audible, but quiet enough not to disturb people at prayer nearby (C104). */
const volume = 0.3

/** The full-height opening: a moving picture or a video. Sound plays only on request (C103, C104). */
export function Opening({ title, intro, search, anchor, video, audio }: ListOpening) {
  const say = useSay()
  const isCalm = useIsCalm()
  const [isStill, setStill] = useState(false)
  return (
    <section
      aria-label={say(text('list.opening'))}
      data-still={isStill || undefined}
      className="relative isolate grid grid-cols-[minmax(0,1fr)] min-h-[calc(100svh-4rem)] items-end overflow-clip bg-jade-deep text-on-night max-md:min-h-[calc(100svh-7.8rem)]"
    >
      <Backdrop video={video} isCalm={isCalm} isStill={isStill} />
      <span aria-hidden="true" className="scrim -z-1" />
      <span
        aria-hidden="true"
        className="absolute inset-0 -z-1 bg-linear-to-t from-night/90 from-40% via-night/55 via-65% to-transparent md:hidden"
      />
      <div className="wide grid grid-cols-[minmax(0,1fr)] gap-6 pt-24 pb-8 md:pb-12">
        <div className="max-w-2xl">
          <h1 className="text-[clamp(2.5rem,1.5rem+4.6vw,4.5rem)]">{title}</h1>
          <p className="mt-4 max-w-xl text-lg">{intro}</p>
          <div className="mt-6 max-w-xl text-ink">{search}</div>
        </div>
        <div className="flex flex-wrap items-center justify-end gap-2">
          <a
            href={anchor}
            className="inline-flex min-h-12 items-center gap-2 rounded-full border border-on-night/40 bg-night/55 ps-4 pe-5 hover:bg-night/80 font-semibold text-on-night focus-visible:outline-on-night"
          >
            <ArrowDown aria-hidden="true" className="size-5" />
            {say(text('list.toPackages'))}
          </a>
          {isCalm === false ? (
            <RoundButton
              label={isStill ? say(text('list.moving')) : say(text('list.still'))}
              icon={isStill ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
              onPress={() => setStill(!isStill)}
            />
          ) : null}
          {audio ? <SoundButton address={audio} /> : null}
        </div>
      </div>
    </section>
  )
}

const reducedMotion = '(prefers-reduced-motion: reduce)'
function onReducedMotion(listener: () => void): () => void {
  const query = matchMedia(reducedMotion)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
/** Whether the visitor prefers reduced motion; null before hydration. */
const useIsCalm = (): boolean | null =>
  useSyncExternalStore<boolean | null>(
    onReducedMotion,
    () => matchMedia(reducedMotion).matches,
    () => null,
  )

type BackdropProps = { video: string | null; isCalm: boolean | null; isStill: boolean }

/** The picture renders at once. The video loads after hydration, and only if the visitor accepts motion. */
function Backdrop({ video, isCalm, isStill }: BackdropProps) {
  const [isBroken, setBroken] = useState(false)
  const film = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    if (isStill) film.current?.pause()
    else void film.current?.play().catch(() => undefined)
  }, [isStill])
  return (
    <div aria-hidden="true" className="absolute inset-0 -z-2">
      <div className="opening-drift absolute inset-y-0 start-0 w-full max-md:bottom-[26%] lg:w-[136%]">
        <Picture picture={poster} alt="" ratio="fill" sizes="(min-width: 64rem) 136vw, 150vw" priority />
      </div>
      {video && isCalm === false && !isBroken ? (
        <video
          ref={film}
          src={video}
          className="absolute inset-0 size-full object-cover"
          autoPlay
          muted
          loop
          playsInline
          onError={() => setBroken(true)}
        />
      ) : null}
    </div>
  )
}

function SoundButton({ address }: { address: string }) {
  const say = useSay()
  const sound = useRef<HTMLAudioElement>(null)
  const [isOn, setOn] = useState(false)
  useEffect(() => {
    const element = sound.current
    // A removed audio element would keep playing.
    return () => element?.pause()
  }, [])
  const toggle = () => {
    const element = sound.current
    if (!element) return
    if (isOn) return element.pause()
    element.volume = volume
    element.play().catch(() => setOn(false))
  }
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: a sound without words */}
      <audio ref={sound} src={address} preload="none" loop onPlay={() => setOn(true)} onPause={() => setOn(false)} />
      <RoundButton
        label={isOn ? say(text('list.soundOff')) : say(text('list.soundOn'))}
        icon={isOn ? <Volume2 aria-hidden="true" /> : <VolumeX aria-hidden="true" />}
        onPress={toggle}
      />
    </>
  )
}

function RoundButton({ label, icon, onPress }: { label: string; icon: ReactNode; onPress: () => void }) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onPress}
      className="grid size-12 place-items-center rounded-full border border-on-night/40 bg-night/55 text-on-night hover:bg-night/80 focus-visible:outline-on-night [&_svg]:size-5"
    >
      {icon}
    </button>
  )
}
