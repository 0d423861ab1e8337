import { FieldError } from '../../ui/field.tsx'
import { Stepper } from '../../ui/stepper.tsx'
import { textOf } from '../text.ts'
import { controlId, type Errors, type Item } from './sale.ts'

const t = textOf('newBooking')
const ages = ['adults', 'children', 'infants'] as const
type Counts = Readonly<Record<(typeof ages)[number], number>>
type Props = {
  party: Item['party']
  counts: Counts
  errors: Errors
  onChange: (next: Partial<Counts>) => void
}

/** How many people of each age, within the limits of the item. A number beyond them can still be changed. */
export function CountFields({ party, counts, errors, onChange }: Props) {
  const people = counts.adults + counts.children + counts.infants
  return (
    <div>
      <div className="divide-y divide-line border-y border-line">
        {ages
          .filter((age) => party[age] !== null)
          .map((age) => {
            const own = party[age]?.max ?? 0
            const room = party.together === null ? own : counts[age] + Math.max(party.together - people, 0)
            return (
              <div key={age} id={controlId(`${age}_count`)} tabIndex={-1} className="outline-none">
                <Stepper
                  label={t(age)}
                  hint={age !== 'adults' && party[age]?.free ? t('free') : undefined}
                  value={counts[age]}
                  min={Math.min(counts[age], age === 'adults' ? party.adults.min : 0)}
                  max={Math.max(counts[age], Math.min(own, room))}
                  onChange={(count) => onChange({ [age]: count })}
                  decreaseLabel={t('fewer', { who: t(age) })}
                  increaseLabel={t('more', { who: t(age) })}
                />
                <FieldError error={errors[`${age}_count`]} />
              </div>
            )
          })}
      </div>
      {party.together === null ? null : <p className="field-hint mt-2">{t('together', { count: party.together })}</p>}
    </div>
  )
}
