import type { ReactNode } from 'react'
import { joinClasses } from '../../ui/class-names.ts'

type SectionProps = { id: string; title: string; className?: string; children: ReactNode }
/** A part of the page that a button may lead to. */
export function Section({ id, title, className, children }: SectionProps) {
  return (
    <section
      id={id}
      tabIndex={-1}
      aria-labelledby={`${id}-title`}
      className={joinClasses('mt-6 scroll-mt-24 outline-none', className)}
    >
      <h2 id={`${id}-title`} className="mb-3 text-xl">
        {title}
      </h2>
      {children}
    </section>
  )
}
