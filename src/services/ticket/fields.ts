import * as z from 'zod/mini'
import type { FieldSpec, KindFields } from '../kind.ts'
import { agePriceNames, agePriceSpecs, agePrices } from '../shared/age-price-fields.ts'
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
  whatToBring,
  whatToBringSpec,
} from '../shared/content.ts'
import { onOff, pictures } from '../shared/inputs.ts'
import { meetingPoint, meetingPointSpecs } from '../shared/meeting-point-fields.ts'
import { questions, questionsSpec } from '../shared/question-fields.ts'
import { resources, resourcesLast, resourcesSpec } from '../shared/resource-fields.ts'
import { offersSameAges, schedules, schedulesSpec } from '../shared/schedule-fields.ts'
import { slotFields, slotSpecs } from '../shared/slot-fields.ts'
import type { StoredResource } from '../shared/stored-resources.ts'
import { text as shared } from '../shared/text.ts'
import { defaultSlots } from './slots.ts'
import { text } from './text.ts'

const details = z
  .strictObject({
    location: place(),
    ...descriptions(),
    ...agePrices(),
    ...schedules(agePriceNames),
    ...resources(),
    ...inclusions(),
    ...whatToBring(),
    ...meetingPoint(),
    ...questions(),
    image_urls: pictures(),
    ...video(),
    ...promises(),
    instant_delivery: onOff(true),
    ...slotFields(),
    ...policies(),
  })
  .check(
    keepsItsPromise,
    offersSameAges,
    resourcesLast<{ resources: readonly StoredResource[] }>(() => null),
  )
export type TicketDetails = z.infer<typeof details>

const specs: readonly FieldSpec[] = [
  { name: 'location', label: shared('fields.location'), group: 'basic', input: 'text', searchable: true },
  ...descriptionSpecs,
  ...agePriceSpecs,
  schedulesSpec,
  resourcesSpec,
  ...inclusionSpecs,
  whatToBringSpec,
  ...meetingPointSpecs,
  questionsSpec,
  imageUrlsSpec,
  videoSpec,
  ...promiseSpecs,
  {
    name: 'instant_delivery',
    label: text('fields.instant_delivery'),
    group: 'settings',
    input: 'switch',
    default: true,
  },
  ...slotSpecs(defaultSlots),
  ...policySpecs,
]

export const fields: KindFields = {
  details,
  specs,
  booking: z.strictObject({}),
  bookingSpecs: [],
  searchWords: text('search.words'),
}
