// What staff allow although the chosen day or departure does not: a short notice, and overbooking.
import { Notice } from '../../ui/badge.tsx'
import { Checkbox } from '../../ui/choices.tsx'
import { OverbookingField } from '../form/overbooking-field.tsx'
import { textOf } from '../text.ts'
import type { ChangeForm } from './use-change.ts'

const t = textOf('changeBooking')
const prefix = 'details.'
const isWarning = (path: string): boolean => path.startsWith('details.acknowledge_')

/** The paths that are shown here. */
export const permitPaths = (errors: Readonly<Record<string, string>>): string[] => [
  ...Object.keys(errors).filter(isWarning),
  'overbooking_reason',
]

type Props = { form: ChangeForm }
export const Permits = ({ form }: Props) => (
  <>
    <Warnings form={form} />
    <Overbooking form={form} />
  </>
)

/** Warnings of the chosen day that staff can accept for the customer. */
function Warnings({ form: { draft, errors, change } }: Props) {
  const asked = Object.keys(errors)
    .filter(isWarning)
    .map((path) => path.slice(prefix.length))
  const names = [...new Set([...draft.acknowledged, ...asked])]
  return names.map((name) => (
    <Notice key={name} tone="warn" title={t('shortNotice')} role="status">
      <p>{errors[`${prefix}${name}`]}</p>
      <Checkbox
        className="mt-2"
        label={t('acknowledge')}
        checked={draft.acknowledged.includes(name)}
        onChange={({ target: { checked } }) => change({ acknowledged: checked ? [name] : [] })}
      />
    </Notice>
  ))
}

const starts = ['travel_date', 'travel_time', 'return_leg_date', 'return_leg_time']
const Overbooking = ({ form: { draft, errors, change } }: Props) => (
  <OverbookingField
    value={draft.overbooking}
    error={errors.overbooking_reason}
    isFull={starts.some((path) => errors[path])}
    onChange={(overbooking) => change({ overbooking })}
  />
)
