import { type FormEvent, useState } from 'react'
import { multiply } from '../../kernel/money.ts'
import { asksNationality, type Passport } from '../../services/shared/nationality-rules.ts'
import type { VisaDetails } from '../../services/visa/fields.ts'
import { offerFor } from '../../services/visa/offer.ts'
import { useSay } from '../../ui/say.tsx'
import { Stepper } from '../../ui/stepper.tsx'
import { PromoField } from '../booking-form/promo-field.tsx'
import { FirstTapHint, leadTo, useFirstTap } from '../form/first-tap.tsx'
import { useText } from '../intl/intl.tsx'
import { ShopSum } from '../money/shop-sum.tsx'
import { kindShop } from '../routing/kind-parts.ts'
import { NotAvailable } from './not-available.tsx'
import { isPassportChosen, passportOf } from './passport.ts'
import { PassportChoice } from './passport-choice.tsx'
import { StepFoot } from './step-foot.tsx'
import type { Application } from './use-application.ts'
import { canSelect } from './wizard-rules.ts'

const ages = ['adults', 'children'] as const

type SelectionProps = { application: Application; onNext: () => void; onPassport: (next: Passport) => void }

/** Nationality where the visa differs by it, travellers and price (C078-C081). */
export function SelectionStep({ application, onNext, onPassport }: SelectionProps) {
  const t = useText('visa')
  const words = useText('booking')
  const card = useText('visaCard')
  const { draft, change, service } = application
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isChosen) {
      const name = draft.nationality ? 'residence' : 'nationality'
      const control = event.currentTarget.querySelector<HTMLElement>(`input[name="${name}"]`)
      if (tap.leads(() => leadTo(control))) return
      setTried(true)
      return leadTo(control)
    }
    if (canSelect(draft) && offer.isAvailable) onNext()
  }
  const say = useSay()
  const years = kindShop(service.kind)?.ageLabels
  const [hasTried, setTried] = useState(false)
  const tap = useFirstTap()
  const asks = asksNationality(service.details)
  const isChosen = isPassportChosen(service.details, draft)
  const offer = offerFor(service.details as VisaDetails, passportOf(draft))
  const isFree = asks ? isChosen && offer.childPrice === 0 : service.party.children?.free === true
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <p className="text-ink-2">{t('selection.intro')}</p>
      {asks ? (
        <fieldset disabled={draft.booked !== null} className="grid gap-3">
          <legend className="sr-only">{card('passportTitle')}</legend>
          <PassportChoice service={service} passport={draft} onChange={onPassport} hasTried={hasTried} />
          <p className="text-sm text-ink-2">{card('everyone')}</p>
        </fieldset>
      ) : null}
      <fieldset disabled={draft.booked !== null}>
        <legend className="sr-only">{t('steps.selection')}</legend>
        <div className="divide-y divide-line border-y border-line">
          {ages.map((age) => (
            <Stepper
              key={age}
              label={words(`counts.${age}`)}
              hint={`${say(years?.[age] ?? words(`ages.${age}`))}${age === 'children' && isFree ? ` · ${words('free')}` : ''}`}
              value={draft[age]}
              min={age === 'adults' ? service.party.adults.min : 0}
              max={(age === 'adults' ? service.party.adults.max : service.party.children?.max) ?? 0}
              onChange={(value) => change((known) => ({ ...known, [age]: value }))}
              decreaseLabel={words(`remove.${age}`)}
              increaseLabel={words(`add.${age}`)}
            />
          ))}
        </div>
      </fieldset>
      {isChosen && offer.isAvailable ? <ApplicationSum application={application} /> : null}
      {isChosen && !offer.isAvailable ? <NotAvailable nextStep={offer.nextStep} hasContact /> : null}
      <FirstTapHint text={t('firstTap')} isShown={tap.hasLed && !hasTried && !isChosen} />
      <StepFoot label={t('continue')} disabled={!canSelect(draft) || (isChosen && !offer.isAvailable)} />
    </form>
  )
}

/** Every line and the total, from the server. */
export function ApplicationSum({ application }: { application: Application }) {
  const words = useText('booking')
  const { price, draft, change, checkPromo, serverErrors } = application
  const { lines, discount, final } = price
  return (
    <div>
      <div aria-live="polite">
        <ShopSum lines={lines} more={[[words('discount'), multiply(discount, -1)]]} total={[words('total'), final]} />
      </div>
      {draft.booked ? null : (
        <PromoField
          code={draft.promo}
          error={serverErrors.promo}
          onChange={(promo) => change((known) => ({ ...known, promo }))}
          check={checkPromo}
        />
      )}
    </div>
  )
}
