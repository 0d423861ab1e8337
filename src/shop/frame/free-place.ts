import { type RefObject, useEffect, useState } from 'react'

/** How much of a floating button shows: with its label, as an icon, or nothing. */
export type Room = 'label' | 'icon' | 'none'

type Box = { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number }
export type IsFree = (box: Box) => boolean

const iconPixels = 44
/** So far the label stays while the page is scrolled. */
const labelPixels = 80

/** The most that fits at `box` without covering anything; the label at the top of the page only. */
export function roomFor({ box, isMirrored, scrolled }: Place, isFree: IsFree): Room {
  const small = isMirrored ? { ...box, left: box.right - iconPixels } : { ...box, right: box.left + iconPixels }
  if (scrolled <= labelPixels && isFree(box)) return 'label'
  return isFree(small) ? 'icon' : 'none'
}
type Place = { readonly box: Box; readonly isMirrored: boolean; readonly scrolled: number }

// A card's link covers the whole card and can be pressed beside the button.
const precious =
  'a:not(.card-link), button, input, select, textarea, label, legend, search, .stepper, summary, h1, h2, h3, h4, [role="tab"], [role="alert"]'
const gap = 12

/** Whether no heading, field or button lies below a box; `own` lies there itself. */
const isFreeBelow =
  (own: HTMLElement): IsFree =>
  ({ left, right, top, bottom }) => {
    for (let x = left; x <= right + gap; x += gap)
      for (let y = top; y <= bottom + gap; y += gap)
        for (const element of document.elementsFromPoint(Math.min(x, right - 1), Math.min(y, bottom - 1)))
          if (!own.contains(element) && element.closest(precious)) return false
    return true
  }

/** Follows scrolling and changes of the page. `whole` has the size of the label at all times. */
export function useRoom(whole: RefObject<HTMLElement | null>, isShown: boolean): Room {
  const [room, setRoom] = useState<Room>('label')
  useEffect(() => {
    const own = whole.current
    if (!isShown || !own || !('elementsFromPoint' in document)) return
    let frame = 0
    const look = () => {
      frame = 0
      const isMirrored = getComputedStyle(own).direction === 'rtl'
      // A DOMRect has no properties of its own to copy.
      const { left, right, top, bottom } = own.getBoundingClientRect()
      setRoom(roomFor({ box: { left, right, top, bottom }, isMirrored, scrolled: scrollY }, isFreeBelow(own)))
    }
    const ask = () => {
      frame ||= requestAnimationFrame(look)
    }
    const sizes = new ResizeObserver(ask)
    sizes.observe(document.body)
    // A line that appears beneath pushes the button up.
    if (own.parentElement) sizes.observe(own.parentElement)
    addEventListener('scroll', ask, { passive: true })
    addEventListener('resize', ask)
    ask()
    return () => {
      cancelAnimationFrame(frame)
      sizes.disconnect()
      removeEventListener('scroll', ask)
      removeEventListener('resize', ask)
    }
  }, [whole, isShown])
  return room
}
