import { Check, CircleDot, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { joinClasses } from './class-names.ts'

export type TimelineStep = {
  key: string
  state: 'done' | 'current' | 'upcoming' | 'failed'
  title: ReactNode
  /** Already formatted; wrap it in <time> where the instant is known. */
  time?: ReactNode
  body?: ReactNode
  /** Says the state to a screen reader: 'Done', 'Now', 'Still to come'. */
  stateLabel?: string | undefined
}

/** Past and coming steps, in order. */
export function Timeline({ steps, className }: { steps: readonly TimelineStep[]; className?: string | undefined }) {
  return (
    <ol className={joinClasses('timeline', className)}>
      {steps.map((step) => (
        <li
          key={step.key}
          className={`step-${step.state}`}
          aria-current={step.state === 'current' ? 'step' : undefined}
        >
          <span className="timeline-dot" aria-hidden="true">
            <StateIcon state={step.state} />
          </span>
          <div className="min-w-0">
            <p className="timeline-title">
              {step.title}
              {step.stateLabel ? <span className="sr-only"> ({step.stateLabel})</span> : null}
            </p>
            {step.time != null ? <p className="timeline-time">{step.time}</p> : null}
            {step.body}
          </div>
        </li>
      ))}
    </ol>
  )
}

function StateIcon({ state }: { state: TimelineStep['state'] }) {
  if (state === 'done') return <Check />
  if (state === 'failed') return <X />
  if (state === 'current') return <CircleDot />
  return null
}
