import { RotateCw, Scan, ZoomIn, ZoomOut } from 'lucide-react'
import { type PointerEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { textOf } from '../text.ts'
import { layOut, maxZoom, type PictureView, type Size, turn, wholePicture, zoomIn, zoomOut } from './picture-view.ts'

const t = textOf('queues')
type Props = {
  src: string
  alt: string
  onShown: () => void
  onBroken: () => void
  /** Beside the tools. */
  children?: ReactNode
}

/** A picture that is zoomed, turned and moved: by buttons, their keys, the arrow keys and the mouse. */
export function PictureViewer({ src, alt, onShown, onBroken, children }: Props) {
  const [view, setView] = useState<PictureView>(wholePicture)
  const [picture, setPicture] = useState<Size | null>(null)
  const area = useRef<HTMLElement>(null)
  const box = useSize(area)
  const drawn = picture && box ? layOut(picture, box, view) : null
  useCentre(area, drawn?.area ?? null)
  return (
    <div className="overflow-clip rounded-lg border border-line bg-sunken">
      <Tools view={view} onView={setView}>
        {children}
      </Tools>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move the picture */}
      <section ref={area} tabIndex={0} aria-label={t('picture')} className="queue-picture" {...dragging}>
        <div className="relative m-auto" style={drawn ? { ...drawn.area } : undefined}>
          <img
            src={src}
            alt={alt}
            draggable={false}
            className="absolute start-1/2 top-1/2 max-w-none"
            style={{ ...drawn?.picture, transform: `translate(-50%, -50%) rotate(${view.turn}deg)` }}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
              setPicture({ width: Math.max(naturalWidth, 1), height: Math.max(naturalHeight, 1) })
              onShown()
            }}
            onError={onBroken}
          />
        </div>
      </section>
    </div>
  )
}

type ToolsProps = { view: PictureView; onView: (view: PictureView) => void; children: ReactNode }

const Tools = ({ view, onView, children }: ToolsProps) => (
  <div className="flex flex-wrap items-center gap-1 border-b border-line bg-surface p-1.5">
    <Tool
      name="zoom-out"
      icon={<ZoomOut aria-hidden="true" />}
      isOff={view.zoom === 1}
      run={() => onView(zoomOut(view))}
    />
    <Tool
      name="zoom-in"
      icon={<ZoomIn aria-hidden="true" />}
      isOff={view.zoom === maxZoom}
      run={() => onView(zoomIn(view))}
    />
    <Tool name="turn" icon={<RotateCw aria-hidden="true" />} run={() => onView(turn(view))} />
    <Tool name="whole" icon={<Scan aria-hidden="true" />} run={() => onView(wholePicture)} />
    <span className="ms-auto">{children}</span>
  </div>
)

type ToolProps = { name: 'zoom-out' | 'zoom-in' | 'turn' | 'whole'; icon: ReactNode; isOff?: boolean; run: () => void }

const Tool = ({ name, icon, isOff = false, run }: ToolProps) => (
  <Button
    variant="quiet"
    iconOnly
    data-key={name}
    aria-label={t(name)}
    title={t(name)}
    aria-disabled={isOff}
    icon={icon}
    onClick={() => {
      if (!isOff) run()
    }}
  />
)

function useSize(element: RefObject<HTMLElement | null>): Size | null {
  const [size, setSize] = useState<Size | null>(null)
  useEffect(() => {
    const watched = element.current
    if (!watched) return
    const observer = new ResizeObserver(() => setSize({ width: watched.clientWidth, height: watched.clientHeight }))
    observer.observe(watched)
    return () => observer.disconnect()
  }, [element])
  return size
}

/** What was in the middle stays there when the picture grows. */
function useCentre(element: RefObject<HTMLElement | null>, area: Size | null): void {
  const before = useRef<Size | null>(null)
  useEffect(() => {
    const box = element.current
    if (!box || !area) return
    const { width, height } = before.current ?? area
    before.current = area
    if (width === area.width && height === area.height) return
    box.scrollLeft = kept(box.scrollLeft, box.clientWidth, [width, area.width])
    box.scrollTop = kept(box.scrollTop, box.clientHeight, [height, area.height])
  })
}

/** The scroll position after a side has grown from `before` to `after`. */
function kept(at: number, shown: number, [before, after]: readonly [number, number]): number {
  return ((at + shown / 2) / Math.max(before, shown)) * after - shown / 2
}

/** The mouse drags the picture; fingers scroll it anyway. */
const dragging = {
  onPointerDown: (event: PointerEvent<HTMLElement>) => {
    if (event.pointerType === 'mouse' && event.button === 0) event.currentTarget.setPointerCapture(event.pointerId)
  },
  onPointerMove: (event: PointerEvent<HTMLElement>) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId))
      event.currentTarget.scrollBy(-event.movementX, -event.movementY)
  },
}
