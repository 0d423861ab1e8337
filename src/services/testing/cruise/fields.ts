import * as z from 'zod/mini'
import type { KindFields } from '../../kind.ts'
import { amount, requiredText, wholeNumber } from '../../shared/inputs.ts'
import { meetingPoint, meetingPointSpecs } from '../../shared/meeting-point-fields.ts'
import { questions, questionsSpec } from '../../shared/question-fields.ts'
import { schedules, schedulesSpec } from '../../shared/schedule-fields.ts'
import { bookingSpecs } from './booking-specs.ts'
import { text } from './text.ts'

const details = z.strictObject({
  ship: requiredText(text('fields.ship')),
  price_cabin: amount(),
  berths: wholeNumber(1, 8),
  ...schedules(['price_cabin']),
  ...meetingPoint(),
  ...questions(),
})
export type CruiseDetails = z.infer<typeof details>

export const fields: KindFields = {
  details,
  specs: [
    { name: 'ship', label: text('fields.ship'), group: 'basic', input: 'text', required: true, searchable: true },
    { name: 'price_cabin', label: text('fields.price_cabin'), group: 'pricing', input: 'money', required: true },
    schedulesSpec,
    { name: 'berths', label: text('fields.berths'), group: 'details', input: 'number', required: true },
    ...meetingPointSpecs,
    questionsSpec,
  ],
  booking: z.strictObject({ deck: z.optional(z.string()) }),
  bookingSpecs,
  searchWords: text('search.words'),
}
