import type { ReactNode } from 'react'
import { LogoMark } from '../../ui/logo.tsx'
import { PageHead } from '../head/page-head.tsx'

type AccountCardProps = { title: string; intro?: string; children: ReactNode; foot?: ReactNode }

export function AccountCard({ title, intro, children, foot }: AccountCardProps) {
  return (
    <section className="mx-auto w-full max-w-md px-4 py-12">
      <PageHead title={title} isPrivate />
      <div className="rounded-lg border border-line bg-surface p-6 shadow-card sm:p-8">
        <LogoMark className="size-10 text-primary" />
        <h1 className="mt-4 text-3xl">{title}</h1>
        {intro ? <p className="mt-2 text-ink-2">{intro}</p> : null}
        <div className="mt-6">{children}</div>
      </div>
      {foot ? <div className="mt-5 text-center text-ink-2">{foot}</div> : null}
    </section>
  )
}
