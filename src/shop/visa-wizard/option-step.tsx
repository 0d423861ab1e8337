import { type FormEvent, useState } from 'react'
import type { VisaDetails } from '../../services/visa/fields.ts'
import { offerFor } from '../../services/visa/offer.ts'
import { RadioCards } from '../../ui/choices.tsx'
import { useText } from '../intl/intl.tsx'
import type { BookingOption } from './draft.ts'
import { passportOf } from './passport.ts'
import { ProcessStages } from './process-stages.tsx'
import { StepFoot } from './step-foot.tsx'
import type { Application } from './use-application.ts'

/** Details now, or payment first: the wizard needs a choice (C082). */
export function OptionStep({ application, onNext }: { application: Application; onNext: () => void }) {
  const t = useText('visa')
  const { draft, change, service } = application
  const offer = offerFor(service.details as VisaDetails, passportOf(draft))
  const [isMissing, setMissing] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(draft.option === '')
    if (draft.option !== '') onNext()
    else document.querySelector<HTMLInputElement>('input[name="booking_option"]')?.focus()
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <fieldset disabled={draft.booked !== null}>
        <RadioCards
          legend={t('option.legend')}
          name="booking_option"
          value={draft.option}
          onChange={(chosen) => {
            setMissing(false)
            change((known) => ({ ...known, option: chosen as BookingOption }))
          }}
          error={isMissing ? t('option.missing') : undefined}
          options={[
            { value: 'fill_and_pay', title: t('option.fillTitle'), description: t('option.fillText') },
            { value: 'pay_now', title: t('option.payTitle'), description: t('option.payText') },
          ]}
        />
      </fieldset>
      <ProcessStages days={offer.processingDays} zone={service.schedule.timeZone} />
      <StepFoot label={t('continue')} />
    </form>
  )
}
