import { type ReactNode, useRef } from 'react'
import { useLate } from '../frame/use-sheet.ts'

type CardRowProps = {
  id: string
  title: string
  text?: string | undefined
  /** Beside the heading: 'Clear'. */
  action?: ReactNode
  /** One `<li>` a card. */
  children: ReactNode
}

const loadButtons = async () => (await import('./row-buttons.tsx')).RowButtons

/**
 * Cards in one row that snaps: swiped on a phone, moved with two buttons on wide screens, followed by the focus. It
 * scrolls without scripts. The late buttons have their room from the start, so nothing moves.
 */
export function CardRow({ id, title, text, action, children }: CardRowProps) {
  const row = useRef<HTMLUListElement>(null)
  const Buttons = useLate(loadButtons)
  return (
    <>
      <div className="mb-4 flex items-end gap-4">
        <div className="min-w-0 flex-1">
          <h2 id={id}>{title}</h2>
          {text ? <p className="mt-1 text-ink-2">{text}</p> : null}
        </div>
        {action}
        <div className="hidden h-11 w-24 flex-none justify-end gap-2 md:flex">
          {Buttons ? <Buttons row={row} title={title} /> : null}
        </div>
      </div>
      <ul ref={row} aria-labelledby={id} className="snap-row card-row">
        {children}
      </ul>
    </>
  )
}
