import texts from 'shop-messages:groups'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Button } from '../../ui/button.tsx'
import { useShop } from '../client/context.tsx'
import { useDates } from '../intl/dates.ts'
import { addMessages, useText } from '../intl/intl.tsx'
import { useControlId } from './control-id.ts'
import { quoteInput } from './form-rules.ts'
import type { BookingForm } from './use-booking-form.ts'

addMessages(texts)

type Start = { readonly date: string; readonly time: string }

/** Departures with places for the party, near one that cannot be booked. Choosing one changes only day and time. */
export function NearestStarts({ form, wanted }: { form: BookingForm; wanted: Start }) {
  const { shortDay, time: timeOf } = useDates()
  const t = useText('groups')
  const titleId = useId()
  const { api } = useShop()
  const dateId = useControlId()('travel_date')
  const { date, time } = wanted
  const input = quoteInput({ ...form.draft, date, time, promo: '' }, form)
  const { data: nearest = [] } = useQuery({
    queryKey: ['nearest', input],
    queryFn: async () => (await api.booking.quote(input)).nearest,
    // Asked after each loss: places go quickly then.
    staleTime: 0,
    retry: false,
  })
  if (nearest.length === 0) return null
  const choose = (start: (typeof nearest)[number]) => {
    form.change({ date: start.date, time: start.time ?? (start.hours ? time : '') })
    form.leave('travel_date')
    // The buttons disappear with the error.
    document.getElementById(dateId)?.focus()
  }
  return (
    <div className="mt-3 grid gap-2">
      <p id={titleId} className="font-semibold">
        {t('nearest')}
      </p>
      <ul aria-labelledby={titleId} className="flex list-none flex-wrap gap-2 p-0">
        {nearest.map((start) => (
          <li key={`${start.date} ${start.time}`}>
            <Button variant="secondary" onClick={() => choose(start)}>
              {nameOf(start)}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )

  function nameOf({ date: day, time: at, hours }: (typeof nearest)[number]): string {
    if (at) return t('start', { day: shortDay(day), time: timeOf(at) })
    if (!hours || (hours.from === '00:00' && hours.to === '23:59')) return shortDay(day)
    return t('nearestHours', { day: shortDay(day), from: timeOf(hours.from), to: timeOf(hours.to) })
  }
}
