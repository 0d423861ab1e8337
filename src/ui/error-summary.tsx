import { CircleAlert } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'

export type FormError = {
  /** The id of the control; without it the sentence is no link. */
  controlId?: string | undefined
  message: string
}

export type ErrorSummaryProps = {
  title: string
  errors: readonly FormError[]
  /** Count the failed attempts here: each new number moves the focus again. */
  attempt: number
  /** The fields show their own errors: only those without a field are listed. */
  atFields?: boolean | undefined
}

/** All that is wrong with a form, above it. After a failed attempt the first wrong control gets the focus. */
export function ErrorSummary({ title, errors: all, attempt, atFields = false }: ErrorSummaryProps) {
  const ref = useRef<HTMLDivElement>(null)
  const firstId = all[0]?.controlId
  const shown = useFieldsOf(all, atFields)
  const errors = all.filter(({ controlId }) => !controlId || !shown.includes(controlId))
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new attempt may move the focus, not each correction
  useEffect(() => {
    if (attempt === 0 || all.length === 0) return
    const control = firstId ? document.getElementById(firstId) : null
    const target = control ?? ref.current
    target?.focus({ preventScroll: true })
    target?.scrollIntoView({ block: 'center' })
  }, [attempt])
  if (errors.length === 0) return null
  return (
    <div ref={ref} role="alert" tabIndex={-1} className="notice tone-danger">
      <CircleAlert aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p className="notice-title">{title}</p>
        <ul>
          {errors.map((error) => (
            <li key={`${error.controlId}-${error.message}`}>
              {error.controlId ? <a href={`#${error.controlId}`}>{error.message}</a> : error.message}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

/** The ids of the errors' fields that are on the page. */
function useFieldsOf(errors: readonly FormError[], isWanted: boolean): readonly string[] {
  const ids = isWanted ? errors.map(({ controlId }) => controlId).join(' ') : ''
  const [shown, setShown] = useState<readonly string[]>([])
  useLayoutEffect(() => setShown(ids.split(' ').filter((id) => document.getElementById(id))), [ids])
  return shown
}
