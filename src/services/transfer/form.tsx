import specMessages from 'room-messages:services/shared/specs'
import type { KindForm } from '../kind.ts'
import { listOf } from '../shared/panels.tsx'
import { SpecFields } from '../shared/spec-fields.tsx'
import { bookingSpecs } from './booking-specs.ts'
import { FlightFields } from './flight-fields.tsx'
import { ReturnFields } from './return-fields.tsx'

export const form = {
  messages: [specMessages],
  BookingFields: (props) => (
    <div className="grid gap-4">
      <SpecFields
        {...props}
        specs={bookingSpecs.filter(({ name }) => name === 'dropoff_location')}
        suggestions={{ dropoff_location: listOf(props.service.details.dropoff_locations) }}
      />
      <FlightFields {...props} way="" pickup={props.trip?.pickup ?? ''} />
      <ReturnFields {...props} />
    </div>
  ),
} satisfies KindForm
