import { type FormEvent, useId, useState } from 'react'
import type { ServiceDetail } from '../../modules/catalogue/contract.ts'
import type { KindRules } from '../../services/kind.ts'
import { Notice } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { PassCard } from '../../ui/card.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { NoScript } from '../form/no-script.tsx'
import { useText } from '../intl.tsx'
import { kindShop } from '../kind-parts.ts'
import { useLate } from '../use-sheet.ts'
import { ContactFields } from './contact-fields.tsx'
import { controlId, FormIdContext } from './control-id.ts'
import { FormPromo } from './form-promo.tsx'
import { orderedErrors, tripFields } from './form-rules.ts'
import { FormSum } from './form-sum.tsx'
import { PriceBar } from './price-bar.tsx'
import { PriceQuestion } from './price-question.tsx'
import { TripFields } from './trip-fields.tsx'
import { type BookingForm as Form, useBookingForm } from './use-booking-form.ts'

type BookingFormProps = {
  service: ServiceDetail
  rules: KindRules
  /** Shows the choice of day and people first, and who books after it ("Continue"): where the form stands beside much else. */
  inTwoSteps?: boolean
  title: string
  subtitle: string
}

/** Says nothing before a day is chosen, and is no part of a page's first load. */
const loadDeadlines = async () => (await import('../cancellation/deadlines.tsx')).CancellationDeadlines

/** The one booking form of the shop, for every kind (C040, D86): a boarding pass whose stub is the sum. */
export function BookingForm({ service, rules, inTwoSteps = false, title, subtitle }: BookingFormProps) {
  const t = useText('booking')
  const form = useBookingForm(service, rules)
  const id = useId()
  const [isOpen, setOpen] = useState(!inTwoSteps)
  const Deadlines = useLate(loadDeadlines)
  const go = (event: FormEvent) => {
    event.preventDefault()
    if (isOpen) void form.submit()
    else if (form.check(tripFields)) setOpen(true)
  }
  const action = isOpen ? t('bookNow') : t('continue')
  return (
    <FormIdContext value={id}>
      <form id={id} method="post" noValidate onSubmit={go} aria-labelledby={`${id}-title`} className="scroll-mt-20">
        <PassCard
          stub={
            <>
              <FormSum form={form} />
              <FormPromo form={form} />
              {Deadlines ? <Deadlines form={form} /> : null}
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
          <NoScript />
          <FormErrors form={form} formId={id} />
          <TripFields form={form} />
          {isOpen ? <ContactFields form={form} focusFirst={inTwoSteps} /> : null}
          {isOpen ? <KindFields form={form} /> : null}
        </PassCard>
      </form>
      <PriceBar form={form} formId={id} label={action} />
      <PriceQuestion form={form} />
    </FormIdContext>
  )
}

/** All that is wrong, above the fields, after an attempt; and what went wrong with the booking itself. */
function FormErrors({ form, formId }: { form: Form; formId: string }) {
  const t = useText('booking')
  const errors = orderedErrors(form.errors).map(([field, message]) => ({
    controlId: controlId(formId, field),
    message,
  }))
  return (
    <div className="grid gap-3 empty:hidden [&:not(:empty)]:mb-5">
      {form.attempt > 0 ? <ErrorSummary title={t('validationText')} errors={errors} attempt={form.attempt} /> : null}
      {form.failure ? (
        <Notice tone="danger" role="alert" title={t('failedTitle')}>
          {form.failure}
        </Notice>
      ) : null}
    </div>
  )
}

/** What this kind asks beyond the others. */
function KindFields({ form }: { form: Form }) {
  const Fields = kindShop(form.service.kind)?.BookingFields
  // Kinds may list countries by name, which differ between the server's and the browser's tables.
  if (!Fields || !form.now) return null
  const own = Object.entries(form.errors)
    .filter(([field]) => field.startsWith('details.'))
    .map(([field, message]) => [field.slice('details.'.length), message])
  return (
    <div className="mt-6 border-t border-line pt-6">
      <Fields
        service={form.service}
        value={form.draft.details}
        onChange={(details) => form.change({ details })}
        errors={Object.fromEntries(own)}
      />
    </div>
  )
}
