import { useEffect, useRef, useState } from 'react'
import type { AdminPayment } from '../../modules/payment/contract.ts'
import { Notice } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { TextArea } from '../../ui/text-input.tsx'
import { Amount } from '../labels.tsx'
import { textOf } from '../text.ts'
import { ChangeProof } from './change-proof.tsx'
import { type Booking, Fault, Rows } from './panel.tsx'
import { Proofs } from './proofs.tsx'
import { type Step, useVerification, type Verification } from './use-verification.ts'

const t = textOf('transfer')
type Props = { booking: Booking; payment: AdminPayment; onClose: () => void; onDone: () => void }

/**
 * The proof beside the decision: approve, reject, or request another proof. A decided transfer offers no actions
 * (A173).
 */
export function VerificationDialog({ booking, payment, onClose, onDone }: Props) {
  const [step, setStep] = useState<Step>('decide')
  const verification = useVerification(booking.id, onDone, onClose)
  return (
    <Dialog
      open
      onClose={onClose}
      size="wide"
      keepOnOutsidePress
      className="max-sm:m-0 max-sm:h-dvh max-sm:max-h-none! max-sm:w-full! max-sm:rounded-none max-sm:border-0"
      title={t('title')}
      closeLabel={t('close')}
      footer={payment.canDecide ? <Buttons step={step} onStep={setStep} verification={verification} /> : null}
    >
      <div className="grid grid-cols-1 gap-5 wrap-anywhere md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid content-start gap-4">
          <Proofs proofs={payment.proofs} />
          {payment.canDecide ? <ChangeProof bookingId={booking.id} onDone={onDone} /> : null}
        </div>
        <div className="grid content-start gap-4 max-md:order-first">
          <Rows
            rows={[
              [t('amount'), <Amount key="amount" value={booking.final_amount} />],
              [t('reference'), booking.booking_reference],
              [t('customer'), booking.customer_name],
            ]}
          />
          {payment.canDecide && payment.besideTransfer !== 'nothing' ? (
            <Notice tone="warn" title={t(`beside.${payment.besideTransfer}`)}>
              {t(`besideHint.${payment.besideTransfer}`)}
            </Notice>
          ) : null}
          {payment.canDecide ? (
            <StepFields step={step} verification={verification} isEnd={payment.besideTransfer === 'nothing'} />
          ) : (
            <p>{t('decided')}</p>
          )}
          <Fault fault={verification.fault} />
        </div>
      </div>
    </Dialog>
  )
}

type StepFieldsProps = {
  step: Step
  verification: Verification
  /** A rejection cancels the booking. */
  isEnd: boolean
}

function StepFields({ step, verification, isEnd }: StepFieldsProps) {
  const { notes, setNotes, reason, setReason, isReasonMissing } = verification
  const area = useRef<HTMLDivElement>(null)
  const shown = useRef(step)
  // The button that opened this step no longer exists, so focus the step's first field.
  useEffect(() => {
    if (shown.current !== step) area.current?.focus()
    shown.current = step
  }, [step])
  useEffect(() => {
    if (isReasonMissing) area.current?.querySelector('textarea')?.focus()
  }, [isReasonMissing])
  return (
    <div ref={area} tabIndex={-1} className="grid gap-4 outline-none">
      {step === 'reject' ? (
        <Notice tone="warn" title={t('rejectTitle')}>
          {t(isEnd ? 'rejectHint' : 'rejectKeepsHint')}
        </Notice>
      ) : null}
      {step === 'ask' ? (
        <Field
          label={t('askReason')}
          hint={t('askHint')}
          required
          error={isReasonMissing ? t('askReasonNeeded') : undefined}
        >
          <TextArea rows={4} maxLength={1000} value={reason} onChange={(event) => setReason(event.target.value)} />
        </Field>
      ) : (
        <Field label={t('notes')} optionalLabel={t('optional')} hint={t('notesHint')}>
          <TextArea rows={3} maxLength={10_000} value={notes} onChange={(event) => setNotes(event.target.value)} />
        </Field>
      )}
    </div>
  )
}

type ButtonsProps = { step: Step; onStep: (step: Step) => void; verification: Verification }

function Buttons({ step, onStep, verification: { approve, reject, ask, send } }: ButtonsProps) {
  if (step === 'decide')
    return (
      <>
        <Button variant="secondary" className="max-sm:basis-full sm:me-auto" onClick={() => onStep('ask')}>
          {t('ask')}
        </Button>
        <Button variant="secondary" className="text-danger! max-sm:flex-1" onClick={() => onStep('reject')}>
          {t('reject')}
        </Button>
        <Button className="max-sm:flex-1" loading={approve.isPending} onClick={approve.run}>
          {t('approve')}
        </Button>
      </>
    )
  return (
    <>
      <Button variant="secondary" onClick={() => onStep('decide')}>
        {t('back')}
      </Button>
      {step === 'reject' ? (
        <Button variant="danger" loading={reject.isPending} onClick={reject.run}>
          {t('reject')}
        </Button>
      ) : (
        <Button loading={ask.isPending} onClick={send}>
          {t('send')}
        </Button>
      )}
    </>
  )
}
