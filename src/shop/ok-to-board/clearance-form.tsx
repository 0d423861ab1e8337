import { FileCheck2 } from 'lucide-react'
import { type FormEvent, type ReactNode, useId } from 'react'
import type { ServiceDetail } from '../../modules/catalogue/contract.ts'
import type { KindRules } from '../../services/kind.ts'
import { Notice } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { useSay } from '../../ui/say.tsx'
import { controlId, FormIdContext } from '../booking-form/control-id.ts'
import { PriceBar } from '../booking-form/price-bar.tsx'
import { PriceQuestion } from '../booking-form/price-question.tsx'
import { useFixed } from '../booking-form/wanted.tsx'
import { CheckoutSteps } from '../booking-view/checkout-steps.tsx'
import { FirstTapHint, leadTo, useFirstTap } from '../form/first-tap.tsx'
import { NoScript } from '../form/no-script.tsx'
import { useText } from '../intl/intl.tsx'
import { BookNow } from './book-now.tsx'
import { ClearanceContact } from './clearance-contact.tsx'
import { ClearanceDocuments } from './clearance-documents.tsx'
import { clearanceFields } from './clearance-rules.ts'
import { PassengerFields } from './passenger-fields.tsx'
import { type ClearanceForm as Clearance, useClearanceForm } from './use-clearance-form.ts'
import { useNextPassenger } from './use-next-passenger.ts'

/**
 * Passenger, contact, documents and the price (C142). On wide screens the price and what is missing are on the right.
 */
export function ClearanceForm({ service, rules }: { service: ServiceDetail; rules: KindRules }) {
  const t = useText('okToBoard')
  const booking = useText('booking')
  const id = useId()
  const clearance = useClearanceForm(service, rules)
  const { form, isReady } = clearance
  useFixed(form)
  const tap = useFirstTap()
  const fields = clearanceFields(clearance.requirements)
  const firstMissing = controlId(id, fields.find((field) => field in form.wrong) ?? fields[0] ?? '')
  const isCopied = useNextPassenger(form)
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (clearance.documents.isSending) return
    if (!isReady && form.attempt === 0 && tap.leads(() => leadTo(document.getElementById(firstMissing)))) return
    void form.submit()
  }
  return (
    <FormIdContext value={id}>
      <section id="apply" aria-labelledby={`${id}-title`} className="wide mt-10 scroll-mt-20">
        <CheckoutSteps current="details" className="mb-4" />
        <h2 id={`${id}-title`}>{t('formTitle')}</h2>
        <p className="mt-1 text-ink-2">{t('formText')}</p>
        <form
          id={id}
          method="post"
          noValidate
          onSubmit={send}
          aria-labelledby={`${id}-title`}
          className="mt-6 grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_23rem]"
        >
          <div className="grid min-w-0 gap-6">
            <NoScript isBooking />
            {isCopied ? (
              <Notice tone="success" role="status">
                {t('copied')}
              </Notice>
            ) : null}
            <FirstTapHint text={t('firstTap')} isShown={tap.hasLed && form.attempt === 0 && !isReady} />
            <ReadyList clearance={clearance} />
            <FormErrors clearance={clearance} formId={id} />
            <Part title={t('passenger')}>
              <PassengerFields form={form} />
            </Part>
            <Part title={t('contact')}>
              <ClearanceContact form={form} />
            </Part>
            <Part title={t('documents')}>
              <ClearanceDocuments clearance={clearance} />
            </Part>
          </div>
          <div data-later="" className="h-full [--guess:36rem]">
            <BookNow clearance={clearance} />
          </div>
        </form>
        <PriceBar form={form} formId={id} label={booking('bookNow')} isDisabled={!isReady} />
        <PriceQuestion change={form.priceChange} onAnswer={form.answerPrice} />
      </section>
    </FormIdContext>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card data-later="" className="[--guess:32rem]">
      <fieldset className="card-body min-w-0">
        <legend className="float-start mb-4 w-full font-display text-xl font-bold">{title}</legend>
        <div className="clear-both">{children}</div>
      </fieldset>
    </Card>
  )
}

function ReadyList({ clearance }: { clearance: Clearance }) {
  const say = useSay()
  const t = useText('okToBoard')
  return (
    <div className="rounded-lg bg-sunken p-4">
      <h3 className="text-base">{t('readyTitle')}</h3>
      <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1.5">
        {clearance.requirements
          .filter(({ required }) => required)
          .map(({ name, label }) => (
            <li key={name} className="flex items-center gap-1.5">
              <FileCheck2 aria-hidden="true" className="size-4.5 flex-none text-success" />
              {say(label)}
            </li>
          ))}
      </ul>
    </div>
  )
}

/** All errors of an attempt, and why the booking itself failed (C151, C158). */
function FormErrors({ clearance, formId }: { clearance: Clearance; formId: string }) {
  const t = useText('okToBoard')
  const booking = useText('booking')
  const { form, requirements } = clearance
  const errors = clearanceFields(requirements).flatMap((field) => {
    const message = form.errors[field]
    return message ? [{ controlId: controlId(formId, field), message }] : []
  })
  return (
    <div className="grid gap-3 empty:hidden">
      {form.attempt > 0 ? (
        <ErrorSummary atFields title={t('missingText')} errors={errors} attempt={form.attempt} />
      ) : null}
      {form.failure ? (
        <Notice tone="danger" role="alert" title={booking('failedTitle')}>
          {form.failure}
        </Notice>
      ) : null}
    </div>
  )
}
