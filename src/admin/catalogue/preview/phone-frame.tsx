import { type RefObject, type SyntheticEvent, useLayoutEffect, useRef, useState } from 'react'
import type { PhoneWidth } from './preview-choice.ts'

type Page = { readonly html: string; readonly number: number }
type Props = { html: string; title: string; width: PhoneWidth }

/**
 * A page in a frame that runs nothing and leads nowhere. It has our origin, so that it may load our style sheets and
 * pictures. The next page is loaded behind the shown one and takes its scroll position. Made smaller where there is less
 * room.
 */
export function PhoneFrame({ html, title, width }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const scale = Math.min(1, useRoom(place, width) / width)
  const [shown, setShown] = useState<Page>({ html, number: 0 })
  const [next, setNext] = useState<Page>(shown)
  if (next.html !== html) setNext({ html, number: next.number + 1 })
  const show = ({ currentTarget: frame }: SyntheticEvent<HTMLIFrameElement>) => {
    // The whole page at once: a part that is laid out later would move what is looked at.
    frame.contentDocument?.documentElement.setAttribute('data-whole', '')
    const before = place.current?.querySelector<HTMLIFrameElement>('[data-shown]')?.contentWindow
    if (before) frame.contentWindow?.scrollTo(0, before.scrollY)
    setShown(next)
  }
  const pages = next.number === shown.number ? [shown] : [shown, next]
  return (
    <div ref={place} className="relative h-full max-w-full" style={{ width }}>
      {pages.map((page) => (
        <iframe
          key={page.number}
          title={title}
          sandbox="allow-same-origin"
          srcDoc={page.html}
          onLoad={page.number === next.number ? show : undefined}
          data-shown={page.number === shown.number ? '' : undefined}
          inert={page.number !== shown.number}
          className="absolute start-0 top-0 origin-top-left border-0 bg-bg rtl:origin-top-right [&:not([data-shown])]:invisible"
          style={{ width, height: `${100 / scale}%`, transform: `scale(${scale})` }}
        />
      ))}
    </div>
  )
}

function useRoom(place: RefObject<HTMLDivElement | null>, width: number): number {
  const [room, setRoom] = useState(width)
  useLayoutEffect(() => {
    if (!place.current) return
    const watch = new ResizeObserver(([entry]) => entry && setRoom(entry.contentRect.width))
    watch.observe(place.current)
    return () => watch.disconnect()
  }, [place])
  return room
}
