import { lazy, Suspense, useState } from 'react'
import { type StaffStep, type StaffStepName, staffStepOf } from '../../modules/booking/index.ts'
import type { AdminPayment } from '../../modules/payment/contract.ts'
import { Notice } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { agencyToday } from '../agency-clock.ts'
import { nameInSentence } from '../labels.tsx'
import { textOf } from '../text.ts'
import { dateTime } from '../written.ts'
import { type Booking, Fault, Panel } from './panel.tsx'
import { PaymentLinkDialog } from './payment-link.tsx'
import { MarkPaidDialog } from './payment-panel.tsx'
import { staffFacts, undelivered } from './staff-facts.ts'
import { Cancel, Reopen, useAllowedSteps, useStep } from './status-steps.tsx'
import { VerificationDialog } from './verification-dialog.tsx'

const DeliverDialog = lazy(() => import('./deliver-dialog.tsx'))
const RequestDocumentsDialog = lazy(() => import('./request-documents-dialog.tsx'))
const t = textOf('booking')
const words = textOf('nextStep')
type Props = { booking: Booking; payment: AdminPayment; onDone: () => void }

/**
 * What to do next, as the one primary button, and beside it the other changes of the status. The server's transition
 * table allows them; a pending transfer is decided with its proof, so its booking has no generic ones (A154, A165).
 * What takes the place of Confirm asks first, so that a double click changes nothing more.
 */
export function NextStep({ booking, payment, onDone }: Props) {
  const next = staffStepOf(staffFacts(booking, payment), agencyToday())
  const steps = useAllowedSteps(booking)
  const confirm = useStep({ step: 'confirm', booking, onDone })
  const complete = useStep({ step: 'complete', booking, onDone, asksAlways: next.step === 'complete' })
  const others = payment.canDecide ? [] : steps.filter((step) => step !== next.step)
  return (
    <Panel id="next-step" title={words('title')}>
      {booking.awaits_agency ? <AwaitsAgency booking={booking} /> : <p>{sentenceOf(next, steps)}</p>}
      <div className="flex flex-wrap gap-2 empty:hidden">
        <Primary {...{ booking, payment, onDone, next }} confirm={confirm} complete={complete} />
        {others.includes('confirm') ? (
          <Button variant="secondary" loading={confirm.isPending} onClick={confirm.start}>
            {t('confirm')}
          </Button>
        ) : null}
        {others.includes('cancel') ? <Cancel booking={booking} onDone={onDone} /> : null}
        {others.includes('complete') ? (
          <Button variant="secondary" loading={complete.isPending} onClick={complete.start}>
            {t('complete')}
          </Button>
        ) : null}
        {others.includes('reopen') ? <Reopen booking={booking} onDone={onDone} /> : null}
      </div>
      <Fault fault={confirm.fault ?? complete.fault} />
      {confirm.question ?? complete.question}
    </Panel>
  )
}

const AwaitsAgency = ({ booking }: { booking: Booking }) => (
  <Notice tone="warn" title={t('awaitsAgency')}>
    {t('awaitsAgencyText', {
      count: booking.adults_count + booking.children_count + booking.infants_count,
      until: booking.expires_at ? dateTime(booking.expires_at) : '',
    })}
  </Notice>
)

function sentenceOf({ step, because, count }: StaffStep, steps: Booking['actions']): string {
  if (because === 'completed' && steps.includes('reopen')) return words('reopenable')
  if (because === 'cancelled' || because === 'completed') return t('noActions')
  return words(because === null ? `hints.${step}` : `waits.${because}`, { count })
}

type Decision = ReturnType<typeof useStep>
type PrimaryProps = Props & { next: StaffStep; confirm: Decision; complete: Decision }

/** On phones it stays at the foot of the window. */
function Primary({ booking, payment, onDone, next, confirm, complete }: PrimaryProps) {
  const [open, setOpen] = useState<StaffStepName | null>(null)
  const { step, count } = next
  if (step === 'wait' || step === 'nothing') return null
  const decision = step === 'confirm' ? confirm : step === 'complete' ? complete : null
  const section = sectionOf[step]
  const press = section ? () => lookAt(section) : () => setOpen(step)
  const label = step === 'deliver' ? nameInSentence(booking.issuing?.label ?? '') : ''
  const close = () => setOpen(null)
  return (
    <>
      <div className="booking-primary">
        <Button loading={decision?.isPending} onClick={decision?.start ?? press} className="max-sm:w-full">
          {words(`buttons.${step}`, { count, label })}
        </Button>
      </div>
      {open === 'approve-transfer' ? <VerificationDialog {...{ booking, payment, onDone }} onClose={close} /> : null}
      {open === 'request-documents' ? (
        <Suspense>
          <RequestDocumentsDialog {...{ booking }} onClose={close} />
        </Suspense>
      ) : null}
      {open === 'deliver' ? (
        <Suspense>
          <DeliverDialog {...{ booking, onDone }} items={undelivered(booking)} onClose={close} />
        </Suspense>
      ) : null}
      {open === 'take-payment' ? <MarkPaidDialog {...{ booking, onDone }} onClose={close} /> : null}
      {open === 'request-payment' ? <PaymentLinkDialog booking={booking} onClose={close} /> : null}
    </>
  )
}

/** Steps whose work is done in a section of the page. */
const sectionOf: Partial<Record<StaffStepName, string>> = {
  'review-payment': 'payment',
  'settle-refund': 'payment',
  'check-documents': 'documents',
  submit: 'issued',
  issue: 'issued',
}
function lookAt(id: string): void {
  const heading = document.getElementById(id)
  if (!heading) return
  heading.tabIndex = -1
  heading.focus()
  heading.scrollIntoView({ block: 'start' })
}
