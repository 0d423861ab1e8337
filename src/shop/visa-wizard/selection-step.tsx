import type { FormEvent } from 'react'
import { PriceSum } from '../../ui/price.tsx'
import { useSay } from '../../ui/say.tsx'
import { Stepper } from '../../ui/stepper.tsx'
import { PromoField } from '../booking-form/promo-field.tsx'
import { useText } from '../intl/intl.tsx'
import { useLineLabel } from '../money/use-line-label.ts'
import { useMoney } from '../money/use-money.ts'
import { kindShop } from '../routing/kind-parts.ts'
import { StepFoot } from './step-foot.tsx'
import type { Application } from './use-application.ts'
import { canSelect } from './wizard-rules.ts'

const ages = ['adults', 'children'] as const

/** Travellers and price (C078-C081). */
export function SelectionStep({ application, onNext }: { application: Application; onNext: () => void }) {
  const t = useText('visa')
  const words = useText('booking')
  const { draft, change, service } = application
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (canSelect(draft)) onNext()
  }
  const say = useSay()
  const years = kindShop(service.kind)?.ageLabels
  const isFree = service.party.children?.free === true
  return (
    <form onSubmit={submit} className="grid gap-5">
      <p className="text-ink-2">{t('selection.intro')}</p>
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
      <ApplicationSum application={application} />
      <StepFoot label={t('continue')} disabled={!canSelect(draft)} />
    </form>
  )
}

/** Every line and the total, from the server. */
export function ApplicationSum({ application }: { application: Application }) {
  const words = useText('booking')
  const labelOf = useLineLabel()
  const { exact, show } = useMoney()
  const { price, draft, change, checkPromo, serverErrors } = application
  const { lines, discount, final } = price
  const shown = show(final)
  return (
    <div>
      <div aria-live="polite">
        <PriceSum
          lines={[
            ...lines.map((line) => ({ key: line.label, label: labelOf(line), amount: exact(line.total) })),
            ...(discount.minor > 0
              ? [{ key: 'discount', label: words('discount'), amount: `-${exact(discount)}` }]
              : []),
          ]}
          total={{ label: words('total'), amount: exact(final) }}
        />
        {shown.isConverted ? (
          <p className="mt-1 text-end text-sm text-ink-2">
            <bdi dir="ltr">{shown.text}</bdi>
          </p>
        ) : null}
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
