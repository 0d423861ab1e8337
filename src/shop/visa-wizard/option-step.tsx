import { type FormEvent, useState } from 'react'
import type { VisaDetails } from '../../services/visa/fields.ts'
import { offerFor } from '../../services/visa/offer.ts'
import { RadioCards } from '../../ui/choices.tsx'
import { FirstTapHint, leadTo, useFirstTap } from '../form/first-tap.tsx'
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
  const tap = useFirstTap()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (draft.option !== '') return onNext()
    const lead = () => leadTo(document.querySelector<HTMLElement>('input[name="booking_option"]'))
    if (tap.leads(lead)) return
    setMissing(true)
    lead()
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
      <FirstTapHint text={t('option.missing')} isShown={tap.hasLed && !isMissing && draft.option === ''} />
      <StepFoot label={t('continue')} />
    </form>
  )
}
