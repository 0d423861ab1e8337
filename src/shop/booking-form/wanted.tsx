import { useEffect, useRef } from 'react'
import { clearProblem } from '../form/problem-toast.ts'
import { useText } from '../intl/intl.tsx'
import { useControlId } from './control-id.ts'
import type { BookingForm } from './use-booking-form.ts'

/** The message about errors leaves when all are fixed. */
export function useFixed({ errors }: Pick<BookingForm, 'errors'>): void {
  const count = Object.keys(errors).length
  const before = useRef(count)
  useEffect(() => {
    if (before.current > 0 && count === 0) clearProblem()
    before.current = count
  }, [count])
}

/** Leads to the day or time that a press asked for, and says what to do, until an error says it. */
export function Wanted({ form }: { form: BookingForm }) {
  const { wanted, errors } = form
  useFixed(form)
  const t = useText('groups')
  const idOf = useControlId()
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a press leads there
  useEffect(() => {
    const place = wanted ? document.getElementById(idOf(wanted)) : null
    const [control = place] = [...(place?.querySelectorAll('input') ?? [])].filter(({ disabled }) => !disabled)
    control?.focus({ preventScroll: true })
    place?.scrollIntoView({ block: 'center' })
  }, [wanted])
  if (wanted === '' || wanted in errors) return null
  return (
    <p role="status" className="my-3 rounded-lg bg-tint px-3 py-2 font-semibold text-primary-strong">
      {t(wanted === 'travel_date' ? 'firstDate' : 'firstTime')}
    </p>
  )
}
