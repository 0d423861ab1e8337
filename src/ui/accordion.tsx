import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { joinClasses } from './class-names.ts'

export type AccordionProps = {
  title: ReactNode
  open?: boolean | undefined
  /** Sections of one group close each other. */
  group?: string | undefined
  className?: string | undefined
  children: ReactNode
}

/** One section that opens: the browser's <details>, so it works before any script and is found by search. */
export function Accordion({ title, open, group, className, children }: AccordionProps) {
  return (
    <details className={joinClasses('accordion', className)} open={open} name={group}>
      <summary>
        <span>{title}</span>
        <ChevronDown aria-hidden="true" />
      </summary>
      <div className="accordion-body">{children}</div>
    </details>
  )
}
