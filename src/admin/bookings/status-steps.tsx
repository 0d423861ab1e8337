import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { useAction } from '../actions.ts'
import { agencyToday } from '../agency-clock.ts'
import { api } from '../api.ts'
import { ConfirmDialog } from '../lists/confirm-dialog.tsx'
import { useMayEnter } from '../may-enter.ts'
import { textOf } from '../text.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import type { Booking } from './panel.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { questionBefore } from './status-question.ts'

const t = textOf('booking')
const texts = { done: t('statusUpdated'), failed: t('statusFailed') }
type StepProps = { booking: Booking; onDone: () => void }

/** The steps that the state and the role allow. */
export function useAllowedSteps(booking: Booking): Booking['actions'] {
  const mayReopen = useMayEnter('reopening')
  return booking.actions.filter((step) => step !== 'reopen' || mayReopen)
}

type UsedStep = StepProps & { step: 'confirm' | 'complete'; asksAlways?: boolean }
/** Confirms or completes, after a question where staff may overlook something; with `asksAlways` always after one. */
export function useStep({ step, booking, onDone, asksAlways = false }: UsedStep) {
  const [isAsking, setAsking] = useState(false)
  const change = useAction(
    () => api.booking.admin[step]({ bookingId: booking.id }),
    texts,
    () => {
      setAsking(false)
      onDone()
    },
  )
  const wanted = questionBefore(step, booking, agencyToday()) ?? (asksAlways ? 'over' : null)
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

export function Cancel({ booking, onDone }: StepProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" className="text-danger!" data-do="cancel" onClick={() => setOpen(true)}>
        {t('cancel')}
      </Button>
      {isOpen ? <CancelDialog booking={booking} texts={texts} onClose={() => setOpen(false)} onDone={onDone} /> : null}
    </>
  )
}

export function Reopen({ booking, onDone }: StepProps) {
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
