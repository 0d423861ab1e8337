import type { ReactNode } from 'react'
import { joinClasses } from './class-names.ts'

/** A grey shape in the final size of what will stand there; the size comes by class: `<Skeleton className="h-6 w-40" />`. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return <span className={joinClasses('skeleton', className)} aria-hidden="true" />
}

/** Lines of text to come. */
export function SkeletonText({ lines = 3 }: { lines?: number | undefined }) {
  return (
    <span className="grid content-start gap-2" aria-hidden="true">
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike and never move
        <Skeleton key={line} className={line === lines - 1 ? 'h-4 w-3/5' : 'h-4 w-full'} />
      ))}
    </span>
  )
}

/** A card to come: a 3:2 picture, two lines of title, a line of facts. */
export function SkeletonCard() {
  return (
    <div className="card" aria-hidden="true">
      <Skeleton className="ratio-3-2 rounded-none" />
      <div className="card-body">
        <Skeleton className="h-6 w-11/12" />
        <Skeleton className="h-6 w-3/5" />
        <Skeleton className="h-4 w-2/5" />
        <Skeleton className="mt-2 h-7 w-1/3" />
      </div>
    </div>
  )
}

/** Announces the loading that sighted visitors see as grey shapes. */
export function SkeletonRegion({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div role="status" aria-busy="true">
      <span className="sr-only">{label}</span>
      {children}
    </div>
  )
}
