import specMessages from 'room-messages:services/shared/specs'
import type { KindForm } from '../../kind.ts'
import { SpecFields } from '../../shared/spec-fields.tsx'
import { bookingSpecs } from './booking-specs.ts'

export const form = {
  messages: [specMessages],
  BookingFields: (props) => <SpecFields {...props} specs={bookingSpecs} />,
} satisfies KindForm
