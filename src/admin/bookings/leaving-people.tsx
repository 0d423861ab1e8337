import { useId } from 'react'
import { Checkbox } from '../../ui/choices.tsx'
import { FieldError } from '../../ui/field.tsx'
import { textOf } from '../text.ts'
import { type ChangeDraft, isLeaving, type LeavingGroup } from './change-draft.ts'

const t = textOf('changeBooking')
type Props = {
  groups: readonly LeavingGroup[]
  draft: ChangeDraft
  error: string | undefined
  onChange: (leaving: readonly string[]) => void
}

/** Lists the travellers by name so that staff can choose who drops out. Unnamed age groups are skipped unless the server asks. */
export function LeavingPeople({ groups, draft, error, onChange }: Props) {
  const id = useId()
  const isKnown = ({ people }: LeavingGroup) => people.some(({ key, name }) => name || draft.leaving.includes(key))
  const shown = error ? groups : groups.filter(isKnown)
  const toggle = (key: string, isChosen: boolean) =>
    onChange(isChosen ? [...draft.leaving, key] : draft.leaving.filter((each) => each !== key))
  if (shown.length === 0) return null
  return (
    <div className="grid gap-4">
      {shown.map((group) => (
        <fieldset key={group.age} className="grid gap-2" aria-describedby={error ? `${id}-error` : undefined}>
          <legend className="group-legend">{t('leaving', { type: group.age, count: group.count })}</legend>
          {group.people.map((person, place) => (
            <Checkbox
              key={person.key}
              label={person.name || t('unnamed', { type: group.age, number: place + 1 })}
              hint={person.name ? t('documents', { count: person.documents }) : undefined}
              checked={isLeaving(group, person, draft)}
              disabled={group.count === group.people.length}
              onChange={(event) => toggle(person.key, event.target.checked)}
            />
          ))}
        </fieldset>
      ))}
      <FieldError id={`${id}-error`} error={error} />
    </div>
  )
}
