// What the page's form says is missing, in which order, and what of an earlier booking is taken over. Pure.
import type { BookingView } from '../../modules/booking/index.ts'
import type { BookingDetails, DocumentRequirement } from '../../services/kind.ts'
import { bookingSpecs } from '../../services/ok-to-board/booking-specs.ts'
import type { Draft } from '../booking-form/draft.ts'
import type { FormErrors } from '../booking-form/form-rules.ts'

export const documentField = (name: string): string => `documents.${name}`
export const detailField = (name: string): string => `details.${name}`

/** The kind's own questions without an answer; a value of only spaces is none (C144). */
export function requiredErrors(details: BookingDetails): FormErrors {
  const isBlank = (value: unknown) => typeof value !== 'string' || value.trim() === ''
  const missing = bookingSpecs.filter(({ name, required }) => required && isBlank(details[name]))
  return Object.fromEntries(missing.map(({ name, label }) => [detailField(name), `${label} is required`]))
}

/** The fields in the order of the page. */
export function clearanceFields(requirements: readonly DocumentRequirement[]): readonly string[] {
  return [
    ...bookingSpecs.map(({ name }) => detailField(name)),
    'travel_date',
    detailField('acknowledgeShortNotice'),
    'customer_email',
    'customer_phone',
    'special_requests',
    ...requirements.map(({ name }) => documentField(name)),
  ]
}

/** The field of the page that the server means: it names documents by their place in the request, or what is missing. */
export function fieldOf(path: string, sent: readonly string[]): string {
  const [root, place = '', name = ''] = path.split('.')
  if (root !== 'documents') return path
  return documentField(place === 'booking' ? name : (sent[Number(place)] ?? place))
}

/** Flight and contact of an earlier booking, for its next passenger; the passenger and the PNR are theirs alone (D75). */
export function nextPassenger(booking: BookingView): Partial<Draft> {
  const { flightNumber, airline } = booking.details
  return {
    date: booking.travel_date ?? '',
    email: booking.customer_email,
    phone: booking.customer_phone ?? '',
    requests: '',
    details: { flightNumber, airline },
  }
}
