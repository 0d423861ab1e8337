import { useState } from 'react'
import { Notice } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { useAction } from '../actions.ts'
import { agencyToday } from '../agency-clock.ts'
import { api } from '../api.ts'
import { dateTime } from '../labels.tsx'
import { ConfirmDialog } from '../lists/confirm-dialog.tsx'
import { useMayEnter } from '../may-enter.ts'
import { textOf } from '../text.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import { type Booking, Fault, Panel } from './panel.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { questionBefore } from './status-question.ts'

const t = textOf('booking')
const texts = { done: t('statusUpdated'), failed: t('statusFailed') }
type Props = {
  booking: Booking
  /** A pending bank transfer is decided on its card, so that staff check the proof (A165). */
  isDecidedByTransfer: boolean
  onDone: () => void
}

/**
 * The changes that the server's transition table allows; only reopening once completed, none once cancelled (A154).
 * Complete never takes the place of Confirm, so that a double click does not close a booking.
 */
export function StatusPanel({ booking, isDecidedByTransfer, onDone }: Props) {
  const mayReopen = useMayEnter('reopening')
  const confirm = useStep('confirm', booking, onDone)
  const complete = useStep('complete', booking, onDone)
  if (isDecidedByTransfer) return null
  const actions = booking.actions.filter((step) => step !== 'reopen' || mayReopen)
  return (
    <Panel id="status" title={t('actions')}>
      {booking.awaits_agency ? (
        <Notice tone="warn" title={t('awaitsAgency')}>
          {t('awaitsAgencyText', {
            count: booking.adults_count + booking.children_count + booking.infants_count,
            until: booking.expires_at ? dateTime(booking.expires_at) : '',
          })}
        </Notice>
      ) : null}
      {actions.length === 0 ? <p className="text-ink-2">{t('noActions')}</p> : null}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {actions.includes('confirm') ? (
          <Button loading={confirm.isPending} onClick={confirm.start}>
            {t('confirm')}
          </Button>
        ) : null}
        {actions.includes('cancel') ? <Cancel booking={booking} onDone={onDone} /> : null}
        {actions.includes('complete') ? (
          <Button variant="secondary" loading={complete.isPending} onClick={complete.start}>
            {t('complete')}
          </Button>
        ) : null}
        {actions.includes('reopen') ? <Reopen booking={booking} onDone={onDone} /> : null}
      </div>
      <Fault fault={confirm.fault ?? complete.fault} />
      {confirm.question ?? complete.question}
    </Panel>
  )
}

type StepProps = Pick<Props, 'booking' | 'onDone'>

/** Confirms or completes, after a question where staff may overlook something. */
function useStep(step: 'confirm' | 'complete', booking: Booking, onDone: () => void) {
  const [isAsking, setAsking] = useState(false)
  const change = useAction(
    () => api.booking.admin[step]({ bookingId: booking.id }),
    texts,
    () => {
      setAsking(false)
      onDone()
    },
  )
  const wanted = questionBefore(step, booking, agencyToday())
  const question =
    isAsking && wanted ? (
      <ConfirmDialog
        title={t(`${wanted}Title`)}
        confirm={t(`${wanted}Confirm`)}
        back={t('goBack')}
        isPending={change.isPending}
        onConfirm={change.run}
        onClose={() => setAsking(false)}
      >
        <p>{t(`${wanted}Text`, { day: booking.travel_date ?? '' })}</p>
      </ConfirmDialog>
    ) : null
  return {
    ...{ question, fault: change.fault, isPending: change.isPending && !isAsking },
    start: wanted ? () => setAsking(true) : change.run,
  }
}

function Cancel({ booking, onDone }: StepProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" className="text-danger!" onClick={() => setOpen(true)}>
        {t('cancel')}
      </Button>
      {isOpen ? <CancelDialog booking={booking} texts={texts} onClose={() => setOpen(false)} onDone={onDone} /> : null}
    </>
  )
}

function Reopen({ booking, onDone }: StepProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {t('reopen')}
      </Button>
      {isOpen ? (
        <ReasonDialog
          title={t('reopenTitle')}
          hint={t('reopenHint')}
          label={t('reason')}
          neededText={t('reopenReasonNeeded')}
          submitLabel={t('reopen')}
          backLabel={t('keepClosed')}
          call={(reason) => api.booking.admin.reopen({ bookingId: booking.id, reason })}
          texts={texts}
          onClose={() => setOpen(false)}
          onDone={onDone}
        />
      ) : null}
    </>
  )
}
