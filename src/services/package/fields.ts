import * as z from 'zod/mini'
import type { FieldSpec, KindFields } from '../kind.ts'
import { agePriceSpecs, agePrices } from '../shared/age-price-fields.ts'
import { keepsItsPromise } from '../shared/cancellation-fields.ts'
import {
  descriptionSpecs,
  descriptions,
  gallery,
  gallerySpec,
  inclusionSpecs,
  inclusions,
  languages,
  languagesSpec,
  policies,
  policySpecs,
  promiseSpecs,
  promises,
  video,
  videoSpec,
} from '../shared/content.ts'
import { requiredText, text, wholeNumber } from '../shared/inputs.ts'
import { itinerary } from '../shared/itinerary.ts'
import { strings } from './strings.ts'

const details = z
  .strictObject({
    location: requiredText('Destination'),
    days: wholeNumber(1, 365),
    nights: wholeNumber(0, 365),
    category: text(100),
    ...languages(),
    ...descriptions(),
    ...agePrices(),
    ...inclusions(),
    itinerary: itinerary(),
    ...policies(),
    ...gallery(),
    ...video(),
    ...promises(),
  })
  .check(
    z.refine(({ days, nights }) => nights <= days, { path: ['nights'], message: strings.moreNights }),
    keepsItsPromise,
  )
export type PackageDetails = z.infer<typeof details>

const specs: readonly FieldSpec[] = [
  { name: 'location', label: 'Destination', group: 'basic', input: 'text', required: true, searchable: true },
  { name: 'days', label: 'Days', group: 'basic', input: 'number', required: true, default: 1 },
  { name: 'nights', label: 'Nights', group: 'basic', input: 'number', required: true, default: 0 },
  { name: 'category', label: 'Category', group: 'basic', input: 'text', default: 'package', searchable: true },
  languagesSpec,
  ...descriptionSpecs,
  ...agePriceSpecs,
  ...inclusionSpecs,
  { name: 'itinerary', label: 'Itinerary', group: 'content', input: 'itinerary' },
  gallerySpec,
  videoSpec,
  ...promiseSpecs,
  ...policySpecs,
]

export const fields: KindFields = {
  details,
  specs,
  booking: z.strictObject({}),
  bookingSpecs: [],
}
