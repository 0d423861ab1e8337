import * as z from 'zod/mini'
import type { FieldSpec, KindFields } from '../kind.ts'
import { agePriceNames, agePriceSpecs, agePrices } from '../shared/age-price-fields.ts'
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
  whatToBring,
  whatToBringSpec,
} from '../shared/content.ts'
import { line, onOff } from '../shared/inputs.ts'
import { itinerary } from '../shared/itinerary.ts'
import { meetingPoint, meetingPointSpecs } from '../shared/meeting-point-fields.ts'
import { questions, questionsSpec } from '../shared/question-fields.ts'
import { readDuration } from '../shared/read-duration.ts'
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
    duration: line(100),
    category: line(100),
    ...languages(),
    ...descriptions(),
    ...agePrices(),
    ...schedules(agePriceNames),
    ...resources(),
    ...inclusions(),
    itinerary: itinerary(),
    ...whatToBring(),
    ...meetingPoint(),
    ...questions(),
    ...policies(),
    ...gallery(),
    ...video(),
    ...promises(),
    has_pickup: onOff(true),
    ...slotFields(),
  })
  .check(
    keepsItsPromise,
    offersSameAges,
    resourcesLast<{ resources: readonly StoredResource[]; duration: string }>(({ duration }) => readDuration(duration)),
  )
export type TourDetails = z.infer<typeof details>

const specs: readonly FieldSpec[] = [
  { name: 'location', label: shared('fields.location'), group: 'basic', input: 'text', searchable: true },
  {
    name: 'duration',
    label: shared('fields.duration'),
    group: 'basic',
    input: 'text',
    hint: text('fields.duration_hint'),
    translatable: true,
  },
  {
    name: 'category',
    label: shared('fields.category'),
    group: 'basic',
    input: 'text',
    default: 'tour',
    searchable: true,
  },
  languagesSpec,
  ...descriptionSpecs,
  ...agePriceSpecs,
  schedulesSpec,
  resourcesSpec,
  ...inclusionSpecs,
  { name: 'itinerary', label: shared('fields.itinerary'), group: 'content', input: 'itinerary', translatable: true },
  whatToBringSpec,
  ...meetingPointSpecs,
  questionsSpec,
  gallerySpec,
  videoSpec,
  ...promiseSpecs,
  { name: 'has_pickup', label: text('fields.has_pickup'), group: 'settings', input: 'switch', default: true },
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
