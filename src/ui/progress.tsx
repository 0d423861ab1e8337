import { joinClasses } from './class-names.ts'

export type ProgressProps = {
  label: string
  /** 0 to 100; leave out while it cannot be known. */
  percent?: number | undefined
  /** Where the bar stands while the percentage is unknown. */
  waitingAt?: number | undefined
  className?: string | undefined
}

/** The browser's progress bar. Unknown progress is drawn at a mark, but has no number for screen readers. */
export function Progress({ label, percent, waitingAt = 50, className }: ProgressProps) {
  if (percent !== undefined) {
    return <progress className={joinClasses('progress', className)} aria-label={label} value={percent} max={100} />
  }
  return (
    <progress
      className={joinClasses('progress progress-waiting', className)}
      aria-hidden="true"
      value={waitingAt}
      max={100}
    />
  )
}
