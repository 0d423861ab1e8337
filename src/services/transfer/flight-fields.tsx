import { ChipRadio } from '../../ui/choices.tsx'
import { Field } from '../../ui/field.tsx'
import { useSay } from '../../ui/say.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import type { BookingFieldsProps } from '../kind.ts'
import { text as shared } from '../shared/text.ts'
import { flightDirections, flightNumberOf, type Way } from './flight.ts'
import { PickupSuggestion } from './pickup-suggestion.tsx'
import { directionOfWay } from './return-trip.ts'
import { text } from './text.ts'

const typedIn = (value: unknown): string => (typeof value === 'string' ? value : '')
const timeLabels = {
  '': { arrival: 'shop.landsAt', departure: 'shop.leavesAt' },
  return_: { arrival: 'shop.returnLandsAt', departure: 'shop.returnLeavesAt' },
} as const

/** `pickup` is the outbound pickup; `trip` is this leg. */
type Props = BookingFieldsProps & { readonly way: Way; readonly pickup: string }

/** The flight of a leg with its time, and the suggested pickup. */
export function FlightFields({ way, pickup, ...props }: Props) {
  const { service, value, onChange, errors, trip, idOf, onLeave } = props
  const say = useSay()
  const optionalLabel = say(shared('specs.optional'))
  const direction = directionOfWay(service.details, { booking: value, pickupLocation: pickup }, way)
  const change = (name: string, answer: string) =>
    onChange({ ...value, ...(direction && { [`${way}flight_direction`]: direction }), [`${way}${name}`]: answer })
  const fieldOf = (name: string) => ({ id: idOf?.(`${way}${name}`), error: errors[`${way}${name}`], optionalLabel })
  const inputOf = (name: string) => ({ name: `${way}${name}`, value: typedIn(value[`${way}${name}`]) })
  const leave = (name: string) => onLeave?.(`${way}${name}`)
  return (
    <>
      <div id={idOf?.(`${way}flight_direction`)} tabIndex={-1} className="outline-none">
        <ChipRadio
          legend={say(text(`shop.${way}flight_direction`))}
          name={`${way}flight_direction`}
          value={direction ?? ''}
          onChange={(chosen) => change('flight_direction', chosen)}
          error={errors[`${way}flight_direction`]}
          options={flightDirections.map((each) => ({ value: each, label: say(text(`shop.${each}`)) }))}
        />
      </div>
      <div className="grid gap-4 grid-cols-[repeat(auto-fit,minmax(min(100%,11rem),1fr))]">
        <Field
          {...fieldOf('flight_number')}
          label={say(text(`shop.${way}flight_number`))}
          hint={say(text('shop.flight_number_hint'))}
        >
          <TextInput
            {...inputOf('flight_number')}
            maxLength={20}
            autoComplete="off"
            autoCapitalize="characters"
            onChange={(event) => change('flight_number', event.target.value)}
            onBlur={(event) => {
              const number = flightNumberOf(event.target.value)
              if (number && number !== event.target.value) change('flight_number', number)
              leave('flight_number')
            }}
          />
        </Field>
        <Field {...fieldOf('flight_date')} label={say(text(`shop.${way}flight_date`))}>
          <TextInput
            {...inputOf('flight_date')}
            type="date"
            value={inputOf('flight_date').value || (trip?.date ?? '')}
            onChange={(event) => change('flight_date', event.target.value)}
            onBlur={() => leave('flight_date')}
          />
        </Field>
        <Field
          {...fieldOf('flight_time')}
          label={say(text(direction ? timeLabels[way][direction] : `shop.${way}flight_time`))}
        >
          <TextInput
            {...inputOf('flight_time')}
            type="time"
            onChange={(event) => change('flight_time', event.target.value)}
            onBlur={() => leave('flight_time')}
          />
        </Field>
      </div>
      {trip && direction ? <PickupSuggestion {...props} {...{ trip, direction, way }} /> : null}
    </>
  )
}
