import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { textOf } from '../text.ts'
import { type BookingSearch, type ChangeSearch, filterOf, isFilterDay } from './filters.ts'
import { staffQuery } from './staff-query.ts'

const t = textOf('bookings')
const documentOptions = [
  { value: '', label: t('allDocuments') },
  { value: 'missing', label: t('missingDocuments') },
]

const openOptions = [
  { value: '', label: t('allOpen') },
  ...['balance', 'decision'].map((value) => ({ value, label: t(`openKinds.${value}`) })),
]

/** How many of these filters apply; a range of days counts once. */
export function countMore(search: BookingSearch): number {
  const { documents, open, staff, travel_from, travel_to, booked_from, booked_to } = filterOf(search)
  return [documents, open, staff, travel_from ?? travel_to, booked_from ?? booked_to].filter(Boolean).length
}

type Props = { search: BookingSearch; onChange: ChangeSearch }

export function MoreFilters({ search, onChange }: Props) {
  const { documents, open, travel_from, travel_to, booked_from, booked_to } = filterOf(search)
  return (
    <div className="grid grid-cols-1 items-start gap-3 rounded-lg border border-line bg-surface p-3 min-[30rem]:grid-cols-2 xl:grid-cols-4 2xl:grid-cols-6">
      <Day label={t('travelFrom')} day={travel_from} onDay={(day) => onChange({ travel_from: day })} />
      <Day label={t('travelTo')} day={travel_to} first={travel_from} onDay={(day) => onChange({ travel_to: day })} />
      <Day label={t('bookedFrom')} day={booked_from} onDay={(day) => onChange({ booked_from: day })} />
      <Day label={t('bookedTo')} day={booked_to} first={booked_from} onDay={(day) => onChange({ booked_to: day })} />
      <Field label={t('documentsFilter')}>
        <Select
          value={documents ?? ''}
          onChange={(event) => onChange({ documents: event.target.value })}
          options={documentOptions}
        />
      </Field>
      <Field label={t('openFilter')}>
        <Select value={open ?? ''} onChange={(event) => onChange({ open: event.target.value })} options={openOptions} />
      </Field>
      <Staff search={search} onChange={onChange} />
    </div>
  )
}

type DayProps = { label: string; day: string | undefined; first?: string | undefined; onDay: (day: string) => void }

function Day({ label, day = '', first, onDay }: DayProps) {
  const [typed, setTyped] = useState(day)
  useEffect(() => setTyped(day), [day])
  return (
    <Field label={label} error={first && day && day < first ? t('daysReversed') : undefined}>
      <TextInput
        type="date"
        value={typed}
        onChange={({ target: { value } }) => {
          setTyped(value)
          if (value === '' || isFilterDay(value)) onDay(value)
        }}
      />
    </Field>
  )
}

function Staff({ search, onChange }: Props) {
  const names = useQuery(staffQuery)
  const { staff = '' } = filterOf(search)
  const known = (names.data ?? []).map(({ id, name }) => ({ value: id, label: name }))
  const isUnknown = staff !== '' && !known.some(({ value }) => value === staff)
  return (
    <Field label={t('staffHint')} error={names.isError ? t('staffFailed') : undefined}>
      <Select
        value={staff}
        onChange={(event) => onChange({ staff: event.target.value })}
        options={[
          { value: '', label: t('allStaff') },
          ...known,
          ...(isUnknown ? [{ value: staff, label: t(names.isPending ? 'loading' : 'unknownStaff') }] : []),
        ]}
      />
    </Field>
  )
}
