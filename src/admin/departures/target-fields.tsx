import { useQuery } from '@tanstack/react-query'
import { isLocalDate } from '../../kernel/dates.ts'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { availabilityOf } from '../new-booking/availability.ts'
import { useGroups } from '../new-booking/use-groups.ts'
import { textOf } from '../text.ts'
import { formatTime } from '../written.ts'
import type { Target } from './cancel-form.ts'

const t = textOf('departureCancel')
const change = textOf('changeBooking')
const calendar = textOf('saleCalendar')
type Props = {
  item: { id: string; kind: string; isGroupOnly: boolean }
  target: Target
  error?: string | undefined
  onChange: (target: Target) => void
}

/** Another departure of the item: a group departure, or a day and one of its times. */
export function TargetFields({ item, target, error, onChange }: Props) {
  const groups = useGroups(item, item.isGroupOnly)
  const chooseDay = (date: string) => onChange({ date, time: '' })
  if (item.isGroupOnly)
    return (
      <Field label={t('target')} required error={error}>
        <Select
          value={target.date}
          placeholder={change('group')}
          onChange={(event) => chooseDay(event.target.value)}
          options={groups.options}
        />
      </Field>
    )
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={t('target')} required error={error}>
        <TextInput
          type="date"
          value={target.date}
          onChange={({ target: { value } }) => chooseDay(isLocalDate(value) ? value : '')}
        />
      </Field>
      <TimeField item={item} target={target} onChange={onChange} />
    </div>
  )
}

function TimeField({ item, target: { date, time }, onChange }: Omit<Props, 'error'>) {
  const { data } = useQuery({ ...availabilityOf(item, date, date), enabled: date !== '' })
  if (!data) return null
  const departures = data.days[0]?.departures ?? []
  if (departures.length === 0) return <p className="self-end text-sm text-danger">{t('noTimes')}</p>
  const timed = departures.filter((each) => each.time !== null)
  if (timed.length === 0) return null
  const options = timed.map((each) => {
    const note =
      each.state === 'sold_out' ? calendar('soldOut') : each.left !== null && calendar('left', { count: each.left })
    const label = formatTime(each.time ?? '')
    return { value: each.time ?? '', label: note ? `${label} (${note})` : label, disabled: each.state === 'past' }
  })
  return (
    <Field label={t('targetTime')} required>
      <Select
        value={time}
        placeholder={change('slot')}
        onChange={(event) => onChange({ date, time: event.target.value })}
        options={options}
      />
    </Field>
  )
}
