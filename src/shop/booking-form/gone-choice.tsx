import { useEffect, useState } from 'react'
import { Notice } from '../../ui/badge.tsx'
import { useDates } from '../intl/dates.ts'
import { useText } from '../intl/intl.tsx'
import { NearestStarts } from './nearest-starts.tsx'
import type { BookingForm } from './use-booking-form.ts'

type State = 'open' | 'few' | 'sold_out' | 'closed' | 'past'
type Day = {
  readonly state: State
  readonly departures: readonly { readonly time: string | null; readonly hours: object | null; readonly state: State }[]
}
type GoneProps = {
  form: BookingForm
  /** What the server says of the chosen day. */
  day: Day | undefined
  /** Also after an attempt to book, when the server's own answer is shown at the field. */
  always?: boolean
}
type Gone = {
  readonly date: string
  /** '' if the whole day is gone. */
  readonly time: string
  /** The time that was chosen. */
  readonly wanted: string
  readonly why: 'soldOut' | 'past' | 'closed'
}

/** Why the choice cannot be booked, or null. A day without its time yet is fine. */
function goneOf({ date, time }: BookingForm['draft'], day: Day): Gone | null {
  const why = (state: State) =>
    state === 'sold_out' ? 'soldOut' : state === 'past' || state === 'closed' ? state : null
  const ofDay = why(day.state)
  if (ofDay) return { date, time: '', wanted: time, why: ofDay }
  // Any time within opening hours is for the form's own rules.
  if (time === '' || day.departures.some(({ hours }) => hours)) return null
  const departure = day.departures.find((each) => each.time === time || each.time === null)
  const ofTime = departure ? why(departure.state) : 'closed'
  return ofTime && { date, time, wanted: time, why: ofTime }
}

/**
 * Says that a shared link or an older visit names a departure that cannot be booked, and asks for another; the other
 * answers stay.
 */
export function GoneChoice({ form, day, always = false }: GoneProps) {
  const { longDay, time: timeOf } = useDates()
  const t = useText('groups')
  const { draft, attempt, change } = form
  const [gone, setGone] = useState<Gone | null>(null)
  const goneNow = day && draft.date !== '' && (always || attempt === 0) ? goneOf(draft, day) : null
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new form object is no reason to change it again
  useEffect(() => {
    if (!goneNow) return
    setGone(goneNow)
    change(goneNow.time ? { time: '' } : { date: '', time: '' })
  }, [goneNow?.date, goneNow?.time, goneNow?.why])
  if (!gone || (gone.time ? draft.time !== '' || draft.date !== gone.date : draft.date !== '')) return null
  const words = { day: longDay(gone.date), time: gone.time && timeOf(gone.time) }
  return (
    <Notice tone="warn" role="status" title={t(`gone.${gone.why}.${gone.time ? 'time' : 'day'}`, words)}>
      {t(gone.time ? 'gone.otherTime' : 'gone.otherDay')}
      <NearestStarts form={form} wanted={{ date: gone.date, time: gone.wanted }} />
    </Notice>
  )
}
