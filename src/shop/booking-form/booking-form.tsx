import { type FormEvent, useId } from 'react'
import type { ServiceDetail } from '../../modules/catalogue/contract.ts'
import type { KindRules } from '../../services/kind.ts'
import { Button } from '../../ui/button.tsx'
import { PassCard } from '../../ui/card.tsx'
import { NoScript } from '../form/no-script.tsx'
import { useLate } from '../frame/use-sheet.ts'
import { useText } from '../intl/intl.tsx'
import { FormIdContext } from './control-id.ts'
import { FormErrors } from './form-errors.tsx'
import { tripFields } from './form-rules.ts'
import { FormSum } from './form-sum.tsx'
import { PriceBar } from './price-bar.tsx'
import { TripFields } from './trip-fields.tsx'
import { useBookingForm } from './use-booking-form.ts'
import { type SecondStep, useSecondStep } from './use-second-step.ts'

type BookingFormProps = {
  service: ServiceDetail
  rules: KindRules
  /** Shown from the start; without it day and people come first, and the contact after 'Continue'. */
  secondStep?: SecondStep | undefined
  title: string
  subtitle: string
}

// Neither is needed before the form is used, so the page's first load is without them.
const loadPromo = async () => (await import('./form-promo.tsx')).FormPromo
const loadDeadlines = async () => (await import('../cancellation/deadlines.tsx')).CancellationDeadlines

/** The booking form of every kind (C040, D86), drawn as a boarding pass whose stub is the sum. */
export function BookingForm({ service, rules, secondStep, title, subtitle }: BookingFormProps) {
  const t = useText('booking')
  const form = useBookingForm({ service, rules })
  const id = useId()
  const { step, open } = useSecondStep(secondStep)
  const Promo = useLate(loadPromo)
  const Deadlines = useLate(loadDeadlines)
  const proceed = () => {
    if (!step) void open()
  }
  const go = (event: FormEvent) => {
    event.preventDefault()
    if (step) void form.submit()
    else if (form.check(tripFields)) proceed()
  }
  const action = step ? t('bookNow') : t('continue')
  return (
    <FormIdContext value={id}>
      <form id={id} method="post" noValidate onSubmit={go} aria-labelledby={`${id}-title`} className="scroll-mt-20">
        <PassCard
          stickyStub
          stub={
            <>
              <FormSum form={form} />
              <Button
                type="submit"
                size="lg"
                block
                className="mt-4"
                loading={form.isSending}
                loadingLabel={t('sending')}
              >
                {action}
              </Button>
              <p className="mt-3 text-center text-[0.8125rem] text-ink-2">{t('noChargeYet')}</p>
            </>
          }
        >
          <h2 id={`${id}-title`}>{title}</h2>
          <p className="mt-1 mb-5 text-ink-2">{subtitle}</p>
          <NoScript isBooking />
          <FormErrors form={form} formId={id} />
          <TripFields form={form} />
          {step ? (
            <>
              <step.ContactFields form={form} focusFirst={!secondStep} />
              <step.KindFields form={form} />
            </>
          ) : null}
          {Promo ? <Promo form={form} /> : null}
          {Deadlines ? <Deadlines form={form} /> : null}
        </PassCard>
      </form>
      <PriceBar form={form} formId={id} label={action} onTrip={proceed} />
      {step ? <step.PriceQuestion change={form.priceChange} onAnswer={form.answerPrice} /> : null}
    </FormIdContext>
  )
}
