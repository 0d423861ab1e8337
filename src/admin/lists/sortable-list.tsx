import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { joinClasses } from '../../ui/class-names.ts'
import { textOf } from '../text.ts'

const t = textOf('lists')

type Props<Item> = {
  label: string
  items: readonly Item[]
  nameOf: (item: Item) => string
  onOrder: (ids: string[]) => void
  /** While an order is being saved, show it instead of the order of `items`. */
  isSaving: boolean
  className?: string
  children: (item: Item) => ReactNode
}

export function SortableList<Item extends { id: string }>(props: Props<Item>) {
  const { label, items, nameOf, className, children } = props
  const [announcement, setAnnouncement] = useState('')
  const { ids, order } = useLatestOrder(props)
  const drag = useDrag(ids, order)
  const shown = drag.order.flatMap((id) => items.find((item) => item.id === id) ?? [])
  const move = (item: Item, by: -1 | 1) => {
    const from = ids.indexOf(item.id)
    const to = from + by
    if (to < 0 || to >= ids.length) return
    order(ids.toSpliced(from, 1).toSpliced(to, 0, item.id))
    setAnnouncement(t('moved', { name: nameOf(item), place: to + 1, count: ids.length }))
  }
  return (
    <>
      <ol ref={drag.list} {...drag.area} aria-label={label} className={joinClasses('grid gap-2', className)}>
        {shown.map((item, place) => (
          <li
            key={item.id}
            className={joinClasses(
              'grid grid-cols-[auto_minmax(0,1fr)] grid-rows-[auto_1fr] items-start gap-x-1 rounded-lg border border-line bg-surface p-2 sm:grid-cols-[auto_minmax(0,1fr)_auto] sm:gap-x-2',
              drag.id === item.id && 'relative z-10 border-primary shadow-lift',
            )}
          >
            <button
              type="button"
              aria-label={t('handle', { name: nameOf(item) })}
              className="grid size-11 cursor-grab touch-none place-items-center rounded-sm text-ink-2 hover:bg-sunken active:cursor-grabbing"
              onKeyDown={(event: KeyboardEvent) => {
                if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
                event.preventDefault()
                move(item, event.key === 'ArrowUp' ? -1 : 1)
              }}
              onPointerDown={drag.lift(item.id)}
            >
              <GripVertical aria-hidden="true" className="size-5" />
            </button>
            <div className="row-span-2 min-w-0">{children(item)}</div>
            <div className="flex max-sm:col-start-1 max-sm:row-start-2 max-sm:flex-col">
              <Button
                variant="quiet"
                iconOnly
                aria-label={t('up', { name: nameOf(item) })}
                aria-disabled={place === 0}
                onClick={() => move(item, -1)}
              >
                <ArrowUp aria-hidden="true" />
              </Button>
              <Button
                variant="quiet"
                iconOnly
                aria-label={t('down', { name: nameOf(item) })}
                aria-disabled={place === shown.length - 1}
                onClick={() => move(item, 1)}
              >
                <ArrowDown aria-hidden="true" />
              </Button>
            </div>
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </>
  )
}

/** Two quick presses are two steps: the second starts from the unsaved result of the first. */
function useLatestOrder<Item extends { id: string }>({ items, isSaving, onOrder }: Props<Item>) {
  const stored = items.map(({ id }) => id)
  const [latest, setLatest] = useState<readonly string[] | null>(null)
  const isKnown = latest !== null && latest.length === stored.length && stored.every((id) => latest.includes(id))
  useEffect(() => {
    if (!isSaving) setLatest(null)
  }, [isSaving])
  const order = (ids: string[]) => {
    setLatest(ids)
    onOrder(ids)
  }
  return { ids: isKnown ? latest : stored, order }
}

/** While dragging, the list shows the drop position; the order is saved once, on release. */
function useDrag(ids: readonly string[], onOrder: (ids: string[]) => void) {
  const list = useRef<HTMLOListElement>(null)
  const [dragged, setDragged] = useState<{ id: string; order: readonly string[] } | null>(null)
  const placeAt = (y: number, order: readonly string[], id: string): number =>
    [...(list.current?.children ?? [])].filter((row, at) => {
      const { top, height } = row.getBoundingClientRect()
      return order[at] !== id && top + height / 2 < y
    }).length
  const lift = (id: string) => (event: PointerEvent<HTMLButtonElement>) => {
    if (event.button !== 0) return
    // Capture on the list: moving the handle in the DOM would end its own capture.
    list.current?.setPointerCapture(event.pointerId)
    setDragged({ id, order: ids })
  }
  const area = {
    onPointerMove: (event: PointerEvent) => {
      if (!dragged) return
      const { id } = dragged
      const others = dragged.order.filter((each) => each !== id)
      const order = others.toSpliced(placeAt(event.clientY, dragged.order, id), 0, id)
      if (order.join() !== dragged.order.join()) setDragged({ id, order })
    },
    onPointerUp: () => {
      if (dragged && dragged.order.join() !== ids.join()) onOrder([...dragged.order])
      setDragged(null)
    },
    onPointerCancel: () => setDragged(null),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape' && dragged) {
        event.stopPropagation()
        setDragged(null)
      }
    },
  }
  return { list, lift, area, id: dragged?.id ?? null, order: dragged?.order ?? ids }
}
