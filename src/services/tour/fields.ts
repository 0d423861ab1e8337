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
  place,
  policies,
  policySpecs,
  promiseSpecs,
  promises,
  video,
  videoSpec,
} from '../shared/content.ts'
import { onOff, text } from '../shared/inputs.ts'
import { itinerary } from '../shared/itinerary.ts'
import { slotFields, slotSpecs } from '../shared/slot-fields.ts'
import { defaultSlots } from './slots.ts'

const details = z
  .strictObject({
    location: place(),
    duration: text(100),
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
    has_pickup: onOff(true),
    ...slotFields(),
  })
  .check(keepsItsPromise)
export type TourDetails = z.infer<typeof details>

const specs: readonly FieldSpec[] = [
  { name: 'location', label: 'Location', group: 'basic', input: 'text', searchable: true },
  { name: 'duration', label: 'Duration', group: 'basic', input: 'text', hint: 'For example 6 hours' },
  { name: 'category', label: 'Category', group: 'basic', input: 'text', default: 'tour', searchable: true },
  languagesSpec,
  ...descriptionSpecs,
  ...agePriceSpecs,
  ...inclusionSpecs,
  { name: 'itinerary', label: 'Itinerary', group: 'content', input: 'itinerary' },
  gallerySpec,
  videoSpec,
  ...promiseSpecs,
  { name: 'has_pickup', label: 'Guests are picked up', group: 'settings', input: 'switch', default: true },
  ...slotSpecs(defaultSlots),
  ...policySpecs,
]

export const fields: KindFields = { details, specs, booking: z.strictObject({}), bookingSpecs: [] }
