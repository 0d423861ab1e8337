import { useEffect, useState } from 'react'
import { showProblem } from '../form/problem-toast.ts'
import { useText } from '../intl/intl.tsx'

export type SecondStep = typeof import('./second-step.ts').secondStep
const load = async (): Promise<SecondStep> => (await import('./second-step.ts')).secondStep

/**
 * What follows day and people. A form that shows it from the start is given it; where it appears with 'Continue', the
 * page's first load is without it.
 */
export function useSecondStep(given: SecondStep | undefined) {
  const t = useText('booking')
  const [step, setStep] = useState(given ?? null)
  useEffect(() => {
    if (!given) load().catch(() => undefined)
  }, [given])
  const open = () => load().then(setStep, () => showProblem(t('stepFailedTitle'), t('stepFailedText')))
  return { step, open }
}
