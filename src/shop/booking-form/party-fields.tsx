import type { Money } from '../../kernel/money.ts'
import type { RuleRequest } from '../../services/kind.ts'
import type { DeparturePrices } from '../../services/schedule.ts'
import { FieldError } from '../../ui/field.tsx'
import { OwnAmount } from '../../ui/price.tsx'
import { useSay } from '../../ui/say.tsx'
import { Stepper } from '../../ui/stepper.tsx'
import { useText } from '../intl/intl.tsx'
import { useMoney } from '../money/use-money.ts'
import { kindShop } from '../routing/kind-parts.ts'
import { useControlId } from './control-id.ts'
import { ruleRequest } from './form-rules.ts'
import type { BookingForm } from './use-booking-form.ts'

const ages = ['adults', 'children', 'infants'] as const
type Age = (typeof ages)[number]
/** The price line of each age. Kinds that price otherwise (a vehicle, a clearance) have none. */
const lineOf: Readonly<Record<Age, string>> = { adults: 'adult', children: 'child', infants: 'infant' }

type Prices = DeparturePrices | null | undefined

/** Unit prices by the kind's own rules. */
function unitPrices(form: BookingForm, prices: Prices): Partial<Record<Age, Money>> {
  const { draft, service, rules } = form
  const request: RuleRequest = { ...ruleRequest(draft, form), party: { adults: 1, children: 1, infants: 1 } }
  const { lines } = rules.price({ ...service, details: { ...service.details, ...prices } }, request)
  const units = ages.map((age) => [age, lines.find((line) => line.label === lineOf[age])?.unit] as const)
  return Object.fromEntries(units.filter(([, unit]) => unit !== undefined))
}

/** Counters for the ages that the service takes. Free ages say 'Free' (D48). */
export function PartyFields({ form, prices }: { form: BookingForm; prices?: Prices }) {
  const t = useText('booking')
  const idOf = useControlId()
  const { party } = form.service
  if (form.rules.party(form.service).fixed) return null
  const units = unitPrices(form, prices)
  const offered = ages.filter((age) => party[age] !== null)
  const people = form.draft.adults + form.draft.children + form.draft.infants
  const most = (age: Age): number => {
    const own = party[age]?.max ?? 0
    return party.together === null ? own : Math.min(own, form.draft[age] + Math.max(party.together - people, 0))
  }
  return (
    <fieldset>
      <legend className="group-legend">{t('guests')}</legend>
      <div className="divide-y divide-line border-y border-line">
        {offered.map((age) => (
          <div key={age} id={idOf(`${age}_count`)} tabIndex={-1} className="outline-none">
            <AgeStepper form={form} age={age} max={most(age)} unit={units[age]} />
            <FieldError error={form.errors[`${age}_count`]} />
          </div>
        ))}
      </div>
      {party.together === null ? null : <p className="field-hint mt-2">{t('together', { count: party.together })}</p>}
    </fieldset>
  )
}

type AgeStepperProps = { form: BookingForm; age: Age; max: number; unit: Money | undefined }

function AgeStepper({ form, age, max, unit }: AgeStepperProps) {
  const t = useText('booking')
  const { show } = useMoney()
  const { service, draft, change, leave } = form
  const say = useSay()
  const own = kindShop(service.kind)?.ageLabels
  const years = own && age !== 'infants' ? say(own[age]) : t(`ages.${age}`)
  const isFree = age !== 'adults' && service.party[age]?.free === true
  const price = unit && !isFree ? show(unit, true) : null
  const each = isFree ? t('free') : price ? t('each', { price: price.text }) : null
  return (
    <Stepper
      label={t(`counts.${age}`)}
      hint={
        <>
          {years}
          {each ? (
            <>
              {' · '}
              <bdi dir="ltr">{each}</bdi> <OwnAmount>{price?.own}</OwnAmount>
            </>
          ) : null}
        </>
      }
      value={draft[age]}
      min={age === 'adults' ? service.party.adults.min : 0}
      max={max}
      onChange={(value) => {
        change({ [age]: value })
        leave(`${age}_count`)
      }}
      decreaseLabel={t(`remove.${age}`)}
      increaseLabel={t(`add.${age}`)}
    />
  )
}
