import { Check } from 'lucide-react'
import { joinClasses } from '../../ui/class-names.ts'
import { useText } from '../intl/intl.tsx'

const steps = ['details', 'payment', 'done'] as const
type CheckoutStepsProps = { current: (typeof steps)[number]; className?: string }

/** How far a booking has come: details, payment, done. Pages that use it load the area `checkout`. */
export function CheckoutSteps({ current, className }: CheckoutStepsProps) {
  const t = useText('checkout')
  const now = steps.indexOf(current)
  return (
    <ol aria-label={t('label')} className={joinClasses('checkout-steps print:hidden', className)}>
      {steps.map((step, place) => {
        const isDone = place < now || current === 'done'
        return (
          <li key={step} data-done={isDone || undefined} aria-current={place === now ? 'step' : undefined}>
            <span aria-hidden="true">{isDone ? <Check /> : place + 1}</span>
            {t(step)}
            {isDone ? <span className="sr-only"> {t('isDone')}</span> : null}
          </li>
        )
      })}
    </ol>
  )
}
