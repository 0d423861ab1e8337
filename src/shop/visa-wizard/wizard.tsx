import bookingTexts from 'room-messages:modules/booking/shop'
import texts from 'shop-messages:visa,documents,booking,lines'
import { ArrowLeft } from 'lucide-react'
import { useCallback, useEffect, useRef } from 'react'
import type { ServiceDetail } from '../../modules/catalogue/contract.ts'
import type { Passport } from '../../services/shared/nationality-rules.ts'
import { Notice } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { PriceQuestion } from '../booking-form/price-question.tsx'
import { clearProblem } from '../form/problem-toast.ts'
import { addMessages, useText } from '../intl/intl.tsx'
import { ContactStep } from './contact-step.tsx'
import { OptionStep } from './option-step.tsx'
import { isPassportChosen } from './passport.ts'
import { PaymentStep } from './payment-step.tsx'
import { SelectionStep } from './selection-step.tsx'
import type { Step } from './step-names.ts'
import { SuccessStep } from './success-step.tsx'
import { TravellersStep } from './travellers-step.tsx'
import { type Application, useApplication } from './use-application.ts'
import { usePassport } from './use-passport.ts'
import { placeOf, reachableStep, stepAfter, stepBefore } from './wizard-rules.ts'

addMessages(bookingTexts)
addMessages(texts)

export type WizardProps = {
  service: ServiceDetail
  /** From the address; a step that cannot be shown yet falls back to an earlier one. */
  wanted: Step
  onStep: (step: Step, way: 'on' | 'back') => void
  /** The address of a step, for the return from a provider's page. */
  hrefOf: (step: Step) => string
}

/** From the number of travellers to the payment (C077-C101): one step at a time, each with its own address. */
export function Wizard({ service, wanted, onStep, hrefOf }: WizardProps) {
  const t = useText('visa')
  const { passport, choose } = usePassport(service)
  const application = useApplication(service, passport)
  const { draft } = application
  const step = reachableStep(isPassportChosen(service.details, draft) ? wanted : 'selection', draft)
  const head = useStepFocus(step)
  const before = stepBefore(step, draft.option)
  const { number, count } = placeOf(step, draft.option)
  const go = (next: Step, way: 'on' | 'back') => {
    clearProblem()
    onStep(next, way)
  }
  return (
    <div className="grid gap-5">
      {step === 'success' ? null : (
        <div className="flex flex-wrap items-center gap-x-3">
          {before ? (
            <Button
              variant="quiet"
              className="-ms-4"
              icon={<ArrowLeft aria-hidden="true" className="mirror" />}
              onClick={() => go(before, 'back')}
            >
              {t('back')}
            </Button>
          ) : null}
          <p className="ms-auto text-sm font-medium text-ink-2 tabular-nums">{t('step', { number, count })}</p>
          <h3 ref={head} tabIndex={-1} className="w-full text-xl outline-none">
            {t(`steps.${step}`)}
          </h3>
        </div>
      )}
      <BookedNotice application={application} step={step} onNew={() => go('selection', 'back')} />
      <StepBody application={application} step={step} go={go} hrefOf={hrefOf} onPassport={choose} />
      <PriceQuestion change={application.priceChange} onAnswer={application.answerPrice} />
    </div>
  )
}

type StepBodyProps = Pick<WizardProps, 'hrefOf'> & {
  application: Application
  step: Step
  go: (step: Step, way: 'on' | 'back') => void
  onPassport: (next: Passport) => void
}

function StepBody({ application, step, go, hrefOf, onPassport }: StepBodyProps) {
  const { option, booked } = application.draft
  const next = () => go(stepAfter(step, option), 'on')
  const latest = useRef(go)
  latest.current = go
  const onDone = useCallback(() => latest.current('success', 'on'), [])
  const onUnpaid = useCallback(() => latest.current('payment', 'back'), [])
  if (step === 'selection') return <SelectionStep application={application} onNext={next} onPassport={onPassport} />
  if (step === 'option') return <OptionStep application={application} onNext={next} />
  if (step === 'travellers') return <TravellersStep application={application} onNext={next} />
  if (step === 'contact') return <ContactStep application={application} onNext={next} />
  if (!booked) return null
  if (step === 'success') return <SuccessStep booked={booked} onUnpaid={onUnpaid} />
  const places = { paid: hrefOf('success'), unpaid: hrefOf('payment') }
  return <PaymentStep booked={booked} onDone={onDone} places={places} />
}

type BookedNoticeProps = { application: Application; step: Step; onNew: () => void }

/** A booked application is not changed: it is paid, or a new one is started (C097). */
function BookedNotice({ application, step, onNew }: BookedNoticeProps) {
  const t = useText('visa')
  const { booked } = application.draft
  if (!booked || step === 'payment' || step === 'success') return null
  return (
    <Notice tone="info" title={t('booked.title', { reference: booked.reference })}>
      <p>{t('booked.text')}</p>
      <Button
        variant="secondary"
        size="sm"
        className="mt-3"
        onClick={() => {
          application.startAnew()
          onNew()
        }}
      >
        {t('booked.new')}
      </Button>
    </Notice>
  )
}

/** Each further step moves the focus to its heading. */
function useStepFocus(step: Step) {
  const head = useRef<HTMLHeadingElement>(null)
  const last = useRef(step)
  useEffect(() => {
    if (last.current === step) return
    last.current = step
    head.current?.focus()
    head.current?.scrollIntoView({ block: 'nearest' })
  }, [step])
  return head
}
