import { type FormEvent, useState } from 'react'
import { RadioCards } from '../../ui/choices.tsx'
import { useText } from '../intl/intl.tsx'
import type { BookingOption } from './draft.ts'
import { StepFoot } from './step-foot.tsx'
import type { Application } from './use-application.ts'

/** Details now, or payment first: the wizard needs a choice (C082). */
export function OptionStep({ application, onNext }: { application: Application; onNext: () => void }) {
  const t = useText('visa')
  const { draft, change } = application
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
      <StepFoot label={t('continue')} />
    </form>
  )
}
