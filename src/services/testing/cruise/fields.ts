import * as z from 'zod/mini'
import type { KindFields } from '../../kind.ts'
import { amount, requiredText, wholeNumber } from '../../shared/inputs.ts'

const details = z.strictObject({ ship: requiredText('Ship'), price_cabin: amount(), berths: wholeNumber(1, 8) })
export type CruiseDetails = z.infer<typeof details>

export const fields: KindFields = {
  details,
  specs: [
    { name: 'ship', label: 'Ship', group: 'basic', input: 'text', required: true, searchable: true },
    { name: 'price_cabin', label: 'Price per cabin', group: 'pricing', input: 'money', required: true },
    { name: 'berths', label: 'Berths per cabin', group: 'details', input: 'number', required: true },
  ],
  booking: z.strictObject({ deck: z.optional(z.string()) }),
  bookingSpecs: [{ name: 'deck', label: 'Deck', group: 'basic', input: 'text' }],
}
