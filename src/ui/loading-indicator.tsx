import { joinClasses } from './class-names.ts'
import { Progress } from './progress.tsx'

export type LoadingType = 'page' | 'booking' | 'payment' | 'search' | 'upload' | 'success'

export type LoadingIndicatorProps = {
  type: LoadingType
  /** The sentence below the mark; the caller's message catalogue has one for each type. */
  message: string
  size?: 'sm' | 'md' | 'lg' | undefined
  fullScreen?: boolean | undefined
  /** The real percentage, where it can be known. */
  percent?: number | undefined
  className?: string | undefined
}

/** Bookings and uploads show a bar even without a known percentage: it waits at these marks. */
const waitingPercents: Partial<Record<LoadingType, number>> = { booking: 60, upload: 40 }

export function LoadingIndicator(props: LoadingIndicatorProps) {
  const { type, message, size = 'md', fullScreen, percent, className } = props
  const waitingAt = waitingPercents[type]
  const look = [`loading-${type}`, size !== 'md' && `loading-${size}`, fullScreen && 'loading-full']
  return (
    <div role="status" aria-live="polite" className={joinClasses('loading', ...look, className)}>
      <LoadingMark done={type === 'success'} />
      <p>{message}</p>
      {percent !== undefined || waitingAt !== undefined ? (
        <Progress label={message} percent={percent} waitingAt={waitingAt} className="max-w-60" />
      ) : null}
    </div>
  )
}

/** The eight-point star of the logo; its two squares turn against each other. */
function LoadingMark({ done }: { done: boolean }) {
  return (
    <svg className="loading-mark" viewBox="-16 -16 32 32" aria-hidden="true">
      <g fill="none" stroke="currentColor" strokeWidth="2">
        <rect x="-9" y="-9" width="18" height="18" className={done ? undefined : 'turns'} />
        <g transform="rotate(45)">
          <rect x="-9" y="-9" width="18" height="18" className={done ? undefined : 'turns-back'} />
        </g>
        {done ? <path d="M-5 0.5l3.5 3.5L5-4" strokeWidth="2.5" strokeLinecap="round" strokeLinejoin="round" /> : null}
      </g>
      {done ? null : <circle r="3" className="fill-gold" />}
    </svg>
  )
}

/** A small spinning ring beside a label. */
export function Spinner({ label, className }: { label?: string | undefined; className?: string | undefined }) {
  return (
    <span role={label ? 'status' : undefined} className="inline-flex items-center gap-2">
      <span className={joinClasses('spinner', className)} aria-hidden="true" />
      {label ? <span className="sr-only">{label}</span> : null}
    </span>
  )
}
