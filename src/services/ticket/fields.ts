import * as z from 'zod/mini'
import type { FieldSpec, KindFields } from '../kind.ts'
import { agePriceSpecs, agePrices } from '../shared/age-price-fields.ts'
import { keepsItsPromise } from '../shared/cancellation-fields.ts'
import {
  descriptionSpecs,
  descriptions,
  imageUrlsSpec,
  inclusionSpecs,
  inclusions,
  place,
  policies,
  policySpecs,
  promiseSpecs,
  promises,
  video,
  videoSpec,
} from '../shared/content.ts'
import { onOff, pictures } from '../shared/inputs.ts'
import { slotFields, slotSpecs } from '../shared/slot-fields.ts'
import { defaultSlots } from './slots.ts'

const details = z
  .strictObject({
    location: place(),
    ...descriptions(),
    ...agePrices(),
    ...inclusions(),
    image_urls: pictures(),
    ...video(),
    ...promises(),
    instant_delivery: onOff(true),
    ...slotFields(),
    ...policies(),
  })
  .check(keepsItsPromise)
export type TicketDetails = z.infer<typeof details>

const specs: readonly FieldSpec[] = [
  { name: 'location', label: 'Location', group: 'basic', input: 'text', searchable: true },
  ...descriptionSpecs,
  ...agePriceSpecs,
  ...inclusionSpecs,
  imageUrlsSpec,
  videoSpec,
  ...promiseSpecs,
  { name: 'instant_delivery', label: 'Instant delivery', group: 'settings', input: 'switch', default: true },
  ...slotSpecs(defaultSlots),
  ...policySpecs,
]

export const fields: KindFields = { details, specs, booking: z.strictObject({}), bookingSpecs: [] }
