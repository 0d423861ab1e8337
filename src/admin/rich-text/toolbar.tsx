import { type KeyboardEvent, type ReactNode, type RefObject, useState } from 'react'
import { joinClasses } from '../../ui/class-names.ts'

export interface Tool {
  readonly key: string
  readonly label: string
  readonly icon: ReactNode
  /** Of a toggle: whether it applies to the selection. */
  readonly isOn?: boolean | undefined
  readonly isOff?: boolean | undefined
  readonly opensDialog?: boolean | undefined
  readonly onPress: () => void
}

type Props = {
  label: string
  /** The id of the text that the buttons change. */
  controls: string
  tools: readonly Tool[]
  barRef: RefObject<HTMLDivElement | null>
  onEscape: () => void
}

/** One stop of the Tab key; arrow keys lead from button to button, Escape back to the text. */
export function Toolbar({ label, controls, tools, barRef, onEscape }: Props) {
  const [current, setCurrent] = useState(0)
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const isReversed = document.documentElement.dir === 'rtl'
    const [next, previous] = isReversed ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft']
    const places: Readonly<Record<string, number>> = {
      [next as string]: (current + 1) % tools.length,
      [previous as string]: (current + tools.length - 1) % tools.length,
      Home: 0,
      End: tools.length - 1,
    }
    const to = places[event.key]
    if (event.key === 'Escape') {
      event.preventDefault()
      onEscape()
    } else if (to !== undefined) {
      event.preventDefault()
      setCurrent(to)
      event.currentTarget.querySelectorAll('button')[to]?.focus()
    }
  }
  return (
    <div
      ref={barRef}
      role="toolbar"
      aria-label={label}
      aria-controls={controls}
      className="text-tools"
      onKeyDown={move}
    >
      {tools.map(({ key, label: name, icon, isOn, isOff, opensDialog, onPress }, at) => (
        <button
          key={key}
          type="button"
          tabIndex={at === current ? 0 : -1}
          aria-label={name}
          title={name}
          aria-pressed={isOn}
          aria-disabled={isOff || undefined}
          aria-haspopup={opensDialog ? 'dialog' : undefined}
          className={joinClasses('text-tool', isOn && 'is-on')}
          onFocus={() => setCurrent(at)}
          // The text keeps its selection.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => isOff || onPress()}
        >
          {icon}
        </button>
      ))}
    </div>
  )
}
