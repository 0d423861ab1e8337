import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { StartFields } from '../../services/trip.ts'
import { ChipRadio } from '../../ui/choices.tsx'
import { useDates } from '../intl/dates.ts'
import { useText } from '../intl/intl.tsx'
import { useAvailability } from './availability.tsx'
import type { BookingForm } from './use-booking-form.ts'

export type LegStartProps = { form: BookingForm; fields: StartFields }

/** The times of the chosen day with what is left of each; the children where any time can be chosen. */
export function LegTimes({ form, fields, children }: LegStartProps & { children: ReactNode }) {
  const { time: timeOf } = useDates()
  const t = useText('booking')
  const { time, start, onChange } = fields
  const { data } = useQuery(useAvailability(form.service)(start.date, start.date))
  const departures = data?.days[0]?.departures.filter((each) => each.time !== null) ?? []
  if (departures.length === 0) return children
  return (
    <div id={time.id} tabIndex={-1} className="outline-none [&_.chip]:px-1">
      <ChipRadio
        legend={time.label}
        name={`${time.id}-choice`}
        value={start.time}
        onChange={(next) => {
          onChange({ time: next })
          time.onLeave()
        }}
        error={time.error}
        options={departures.map((each) => ({
          ...{ value: each.time ?? '', label: timeOf(each.time ?? ''), disabled: each.reason !== null },
          note:
            each.state === 'sold_out' ? t('soldOut') : each.left === null ? undefined : t('left', { count: each.left }),
        }))}
      />
    </div>
  )
}
