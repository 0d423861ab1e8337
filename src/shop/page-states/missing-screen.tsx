import type { ReactNode } from 'react'
import { LogoMark } from '../../ui/logo.tsx'
import { PageHead } from '../head/page-head.tsx'

type MissingScreenProps = { code?: string; title: string; text?: string; children: ReactNode }

/** A page without its subject, and where to go from there. */
export function MissingScreen({ code, title, text, children }: MissingScreenProps) {
  return (
    <section className="grid place-items-center px-4 py-20 text-center">
      <PageHead title={title} isPrivate />
      {code ? (
        <p>
          <span className="sr-only">{code}</span>
          <span
            aria-hidden="true"
            className="flex items-center gap-1 font-display text-[clamp(4.5rem,18vw,8rem)] leading-none font-bold"
          >
            {code.slice(0, 1)}
            <LogoMark className="size-[0.8em] text-primary" />
            {code.slice(-1)}
          </span>
        </p>
      ) : (
        <LogoMark className="size-20 text-control" />
      )}
      <h1 className="mt-6">{title}</h1>
      {text ? <p className="mt-3 max-w-md text-ink-2">{text}</p> : null}
      <div className="mt-8 flex flex-wrap justify-center gap-3">{children}</div>
    </section>
  )
}
