// Missing answers, their order, and what is copied from an earlier booking. Pure.

import type { Say } from '../../kernel/messages.ts'
import type { BookingView } from '../../modules/booking/index.ts'
import type { BookingDetails, DocumentRequirement } from '../../services/kind.ts'
import { bookingSpecs } from '../../services/ok-to-board/booking-specs.ts'
import { text } from '../../services/shared/text.ts'
import type { Draft } from '../booking-form/draft.ts'
import type { FormErrors } from '../booking-form/form-rules.ts'

export const documentField = (name: string): string => `documents.${name}`
export const detailField = (name: string): string => `details.${name}`

/** The kind's own questions without an answer; spaces alone are no answer (C144). */
export function requiredErrors(details: BookingDetails, say: Say): FormErrors {
  const isBlank = (value: unknown) => typeof value !== 'string' || value.trim() === ''
  const missing = bookingSpecs.filter(({ name, required }) => required && isBlank(details[name]))
  return Object.fromEntries(
    missing.map(({ name, label }) => [detailField(name), say(text('shop.required', { label }))]),
  )
}

/** In the order of the page. */
export function clearanceFields(requirements: readonly DocumentRequirement[]): readonly string[] {
  return [
    ...bookingSpecs.map(({ name }) => detailField(name)),
    'travel_date',
    detailField('acknowledge_short_notice'),
    'customer_email',
    'customer_phone',
    'special_requests',
    ...requirements.map(({ name }) => documentField(name)),
  ]
}

/** The page's field for a path of the server, which names documents by their position or by their name. */
export function fieldOf(path: string, sent: readonly string[]): string {
  const [root, place = '', name = ''] = path.split('.')
  if (root !== 'documents') return path
  return documentField(place === 'booking' ? name : (sent[Number(place)] ?? place))
}

/** Flight and contact of an earlier booking. Passenger and PNR are not copied (D75). */
export function nextPassenger(booking: BookingView): Partial<Draft> {
  const { flight_number, airline } = booking.details
  return {
    date: booking.travel_date ?? '',
    email: booking.customer_email,
    phone: booking.customer_phone ?? '',
    requests: '',
    details: { flight_number, airline },
  }
}
