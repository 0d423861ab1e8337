import { Checkbox } from '../../ui/choices.tsx'
import { FieldError } from '../../ui/field.tsx'
import { useSay } from '../../ui/say.tsx'
import type { BookingFieldsProps } from '../kind.ts'
import { listOf } from '../shared/panels.tsx'
import { returnLegFields } from '../shared/return-leg.ts'
import { SpecFields } from '../shared/spec-fields.tsx'
import type { ChosenTrip } from '../trip.ts'
import { bookingSpecs } from './booking-specs.ts'
import { FlightFields } from './flight-fields.tsx'
import { isReturnTrip, placesOfWay } from './return-trip.ts'
import { text } from './text.ts'

const typedIn = (value: unknown): string => (typeof value === 'string' ? value : '')
const placeSpecs = bookingSpecs.filter(({ name }) => /^return_(pickup|dropoff)_location$/.test(name))

/** The 'Return trip' checkbox, and the fields of the return leg once it is ticked. */
export function ReturnFields(props: BookingFieldsProps) {
  const { service, value, onChange, errors, idOf } = props
  const say = useSay()
  const hasErrors = Object.keys(errors).some((name) => name.startsWith('return_'))
  if (service.details.offers_return !== true && !hasErrors) return null
  return (
    <div className="grid gap-4 border-t border-line pt-6">
      <Checkbox
        id={idOf?.('return_trip')}
        name="return_trip"
        label={say(text('shop.return_trip'))}
        hint={say(text('shop.return_trip_hint'))}
        checked={isReturnTrip(value)}
        error={errors.return_trip}
        onChange={(event) => onChange({ ...value, return_trip: event.target.checked })}
      />
      {isReturnTrip(value) || hasErrors ? <ReturnLeg {...props} /> : null}
    </div>
  )
}

/** The return leg in the form of a chosen trip. */
function returnLeg({ value, trip }: BookingFieldsProps): ChosenTrip | undefined {
  return (
    trip && {
      ...trip,
      date: typedIn(value[returnLegFields.date]),
      time: typedIn(value[returnLegFields.time]),
      pickup: placesOfWay(value, trip.pickup, 'return_').pickup,
    }
  )
}

function ReturnLeg(props: BookingFieldsProps) {
  const { service, value, onChange, errors, trip, idOf, onLeave } = props
  const say = useSay()
  const back = returnLeg(props)
  const inputOf = (name: 'return_trip_date' | 'return_trip_time') => ({
    ...{ id: idOf?.(name), name, label: say(text(`shop.${name}`)), error: errors[name] },
    onLeave: () => onLeave?.(name),
  })
  const places = placesOfWay(value, trip?.pickup, 'return_')
  const swapped = {
    return_pickup_location: typedIn(value.return_pickup_location) || places.pickup,
    return_dropoff_location: typedIn(value.return_dropoff_location) || places.dropoff,
  }
  const known = [...listOf(service.details.dropoff_locations), ...listOf(service.details.pickup_locations)]
  const objection =
    back?.date && back.time && !errors[returnLegFields.date] && !errors[returnLegFields.time]
      ? back.objectionTo({ date: back.date, time: back.time })
      : null
  return (
    <fieldset className="grid gap-4">
      <legend className="sr-only">{say(text('shop.returnDay'))}</legend>
      {trip?.startFields({
        ...{ date: inputOf('return_trip_date'), time: inputOf('return_trip_time'), first: trip.date },
        start: { date: back?.date ?? '', time: back?.time ?? '' },
        onChange: ({ date, time }) =>
          onChange({
            ...value,
            ...(date !== undefined && { [returnLegFields.date]: date }),
            ...(time !== undefined && { [returnLegFields.time]: time }),
          }),
      })}
      {objection ? <FieldError error={say(objection)} /> : null}
      <SpecFields
        {...props}
        specs={placeSpecs}
        value={{ ...value, ...swapped }}
        onChange={(next) => {
          // Keep only what was typed: the other place still follows the outbound leg.
          const changed = placeSpecs.filter(({ name }) => next[name] !== swapped[name as keyof typeof swapped])
          onChange({ ...value, ...Object.fromEntries(changed.map(({ name }) => [name, next[name]])) })
        }}
        suggestions={{ return_pickup_location: known, return_dropoff_location: known }}
      />
      <FlightFields {...props} trip={back} way="return_" pickup={trip?.pickup ?? ''} />
    </fieldset>
  )
}
