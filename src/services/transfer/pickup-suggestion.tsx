import { useRef } from 'react'
import { isLocalDate, isLocalTime } from '../../kernel/dates.ts'
import { type Text, timeText } from '../../kernel/messages.ts'
import { Notice } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { useSay } from '../../ui/say.tsx'
import type { BookingFieldsProps } from '../kind.ts'
import { formatMinutes } from '../shared/duration.ts'
import { returnLegFields } from '../shared/return-leg.ts'
import type { ChosenTrip } from '../trip.ts'
import { checkInMinutesOf, type FlightDirection, type Start, suggestPickup, type Way } from './flight.ts'
import { text } from './text.ts'

type Props = BookingFieldsProps & {
  readonly trip: ChosenTrip
  readonly direction: FlightDirection
  readonly way: Way
}

const typedIn = (value: unknown): string => (typeof value === 'string' ? value : '')
function flightOf({ value, trip, way }: Props): Start | null {
  const [date, time] = [typedIn(value[`${way}flight_date`]) || trip.date, typedIn(value[`${way}flight_time`])]
  return isLocalDate(date) && isLocalTime(time) ? { date, time } : null
}

/** Suggests a pickup time for the flight, with the reason. The chosen time changes only when the customer accepts it. */
export function PickupSuggestion(props: Props) {
  const say = useSay()
  const box = useRef<HTMLDivElement>(null)
  const { service, value, onChange, trip, direction, way } = props
  const flight = flightOf(props)
  const pickup = flight && suggestPickup(service.details, direction, { ...flight, zone: trip.zone })
  const isTaken = pickup !== null && trip.date === pickup.date && trip.time === pickup.time
  const objection = pickup && !isTaken ? trip.objectionTo(pickup) : null
  const take = () => {
    if (!flight || !pickup) return
    const date = flight.date === pickup.date ? '' : flight.date
    const answers = { ...value, [`${way}flight_direction`]: direction, [`${way}flight_date`]: date }
    if (way === '') {
      onChange(answers)
      trip.onChange(pickup)
    } else onChange({ ...answers, [returnLegFields.date]: pickup.date, [returnLegFields.time]: pickup.time })
    // The button goes, so the focus moves to what replaces it.
    box.current?.focus()
  }
  return (
    <div ref={box} role="status" tabIndex={-1} className="outline-none">
      {flight && pickup ? (
        <Notice tone={isTaken ? 'success' : 'info'}>
          <p>{isTaken ? say(text('shop.timeTaken')) : reasonOf(props, { flight, pickup }).map(say).join(' ')}</p>
          {objection ? <p>{say(text('shop.cannotTake', { reason: say(objection) }))}</p> : null}
          {isTaken || objection ? null : (
            <Button variant="secondary" className="mt-2" onClick={take}>
              {say(takeWords(pickup, trip))}
            </Button>
          )}
        </Notice>
      ) : null}
    </div>
  )
}

const takeWords = ({ date, time }: Start, trip: ChosenTrip): Text =>
  date === trip.date
    ? text('shop.takeTime', { time: timeText(time) })
    : text('shop.takeTimeOn', { time: timeText(time), day: trip.shownDay(date) })

/** 'Your flight lands at 02:20 PM. We suggest pickup at 03:05 PM.' */
function reasonOf({ service, trip, direction }: Props, { flight, pickup }: { flight: Start; pickup: Start }): Text[] {
  const isNamed = flight.date !== trip.date || pickup.date !== trip.date
  const flies = direction === 'arrival' ? 'landing' : 'leaving'
  const at = { flight: timeText(flight.time), time: timeText(pickup.time) }
  const crossing = pickup.date > flight.date ? 'nextDay' : pickup.date < flight.date ? 'dayBefore' : null
  return [
    isNamed
      ? text(`shop.${flies}On`, { flight: at.flight, day: trip.shownDay(flight.date) })
      : text(`shop.${flies}`, { flight: at.flight }),
    isNamed
      ? text('shop.suggestedOn', { time: at.time, day: trip.shownDay(pickup.date) })
      : text('shop.suggested', { time: at.time }),
    ...(direction === 'departure'
      ? [text('shop.atAirport', { lead: formatMinutes(checkInMinutesOf(service.details)) })]
      : []),
    ...(crossing ? [text(`shop.${crossing}`)] : []),
  ]
}
