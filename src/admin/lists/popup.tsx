import { ChevronDown } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { joinClasses } from '../../ui/class-names.ts'

type Props = {
  label: ReactNode
  /** Names the panel. */
  title: string
  icon: ReactNode
  className?: string
  children: (close: () => void) => ReactNode
}

/** A button with a small panel below it. Escape, a press outside and leaving it with Tab close the panel. */
export function Popup({ label, title, icon, className, children }: Props) {
  const panel = useId()
  const button = useId()
  const { area, isOpen, setOpen } = useOpen(button)
  const close = () => {
    setOpen(false)
    document.getElementById(button)?.focus()
  }
  return (
    <div ref={area} className={joinClasses('relative', className)}>
      <Button
        id={button}
        variant="secondary"
        size="sm"
        icon={icon}
        aria-expanded={isOpen}
        aria-controls={isOpen ? panel : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {label}
        <ChevronDown aria-hidden="true" />
      </Button>
      {isOpen ? (
        <section
          id={panel}
          aria-label={title}
          className="absolute end-0 top-full z-20 mt-1 max-h-[min(28rem,70dvh)] w-72 max-w-[calc(100vw-2rem)] overflow-y-auto rounded-lg border border-line bg-surface p-3 shadow-lg"
        >
          {children(close)}
        </section>
      ) : null}
    </div>
  )
}

function useOpen(button: string) {
  const area = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    if (!isOpen) return
    const leave = ({ target }: Event) => {
      if (target instanceof Node && !area.current?.contains(target)) setOpen(false)
    }
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !area.current?.contains(document.activeElement)) return
      event.preventDefault()
      setOpen(false)
      document.getElementById(button)?.focus()
    }
    const outside = ['pointerdown', 'focusin'] as const
    for (const name of outside) document.addEventListener(name, leave)
    document.addEventListener('keydown', press, true)
    return () => {
      for (const name of outside) document.removeEventListener(name, leave)
      document.removeEventListener('keydown', press, true)
    }
  }, [isOpen, button])
  return { area, isOpen, setOpen }
}
