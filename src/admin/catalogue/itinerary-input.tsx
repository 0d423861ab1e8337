import type { ReactNode } from 'react'
import type { ItineraryDay } from '../../services/shared/itinerary.ts'
import { Field } from '../../ui/field.tsx'
import { TextArea, TextInput } from '../../ui/text-input.tsx'
import { RowsInput, type RowTools } from '../form/rows-input.tsx'
import { textOf } from '../text.ts'

const t = textOf('catalogue')
type Props = {
  id: string
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  days: readonly ItineraryDay[]
  onChange: (days: readonly ItineraryDay[]) => void
}

export const ItineraryInput = ({ days, ...field }: Props) => (
  <RowsInput
    {...field}
    rows={days}
    blank={{ title: '', description: '' }}
    firstPart="title"
    words={{ none: t('noDays'), add: t('addDay') }}
    rowClass="grid grid-cols-1"
  >
    {(day, tools) => <Day day={day} tools={tools} />}
  </RowsInput>
)

function Day({ day, tools }: { day: ItineraryDay; tools: RowTools<ItineraryDay> }) {
  const { number, change } = tools
  return (
    <>
      <div className="flex items-center gap-1">
        <p className="me-auto font-semibold">{t('day', { number })}</p>
        {tools.moveButtons({ up: t('dayUp', { number }), down: t('dayDown', { number }) })}
        {tools.removeButton(t('removeDay', { number }))}
      </div>
      <Field label={t('dayTitle', { number })}>
        <TextInput
          data-part="title"
          value={day.title}
          onChange={(event) => change({ ...day, title: event.target.value })}
        />
      </Field>
      <Field label={t('dayText', { number })}>
        <TextArea
          rows={2}
          value={day.description}
          onChange={(event) => change({ ...day, description: event.target.value })}
        />
      </Field>
      {day.activities ? (
        <Field label={t('dayActivities', { number })}>
          <TextArea
            rows={2}
            value={day.activities.join('\n')}
            onChange={(event) => change({ ...day, activities: event.target.value.split('\n') })}
          />
        </Field>
      ) : null}
    </>
  )
}
