import texts from 'shop-messages:cardRow'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type RefObject, useEffect, useState } from 'react'
import { addMessages, useText } from '../intl/intl.tsx'

addMessages(texts)

/** Two buttons that move a row by its width; none where all of it fits. */
export function RowButtons({ row, title }: { row: RefObject<HTMLElement | null>; title: string }) {
  const t = useText('cardRow')
  const [ends, setEnds] = useState({ isFirst: true, isLast: true })
  useEffect(() => {
    const element = row.current
    if (!element) return
    const read = () => {
      const gone = Math.abs(element.scrollLeft)
      setEnds({ isFirst: gone < 2, isLast: gone + element.clientWidth > element.scrollWidth - 2 })
    }
    const observer = new ResizeObserver(read)
    observer.observe(element)
    element.addEventListener('scroll', read, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', read)
    }
  }, [row])
  if (ends.isFirst && ends.isLast) return null
  const move = (pages: 1 | -1) => {
    const element = row.current
    if (!element) return
    const isMirrored = getComputedStyle(element).direction === 'rtl'
    element.scrollBy({ left: element.clientWidth * (isMirrored ? -pages : pages), behavior: 'smooth' })
  }
  const buttons = [
    { label: t('back', { title }), Icon: ChevronLeft, isEnd: ends.isFirst, pages: -1 },
    { label: t('on', { title }), Icon: ChevronRight, isEnd: ends.isLast, pages: 1 },
  ] as const
  return buttons.map(({ label, Icon, isEnd, pages }) => (
    <button
      key={pages}
      type="button"
      aria-label={label}
      aria-disabled={isEnd}
      onClick={() => move(pages)}
      className="btn btn-secondary btn-icon"
    >
      <Icon aria-hidden="true" className="mirror" />
    </button>
  ))
}
