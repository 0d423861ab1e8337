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
  policies,
  policySpecs,
  promiseSpecs,
  promises,
  video,
  videoSpec,
  whatToBring,
  whatToBringSpec,
} from '../shared/content.ts'
import { groupFields, groupSpecs } from '../shared/group-fields.ts'
import { line, requiredText, wholeNumber } from '../shared/inputs.ts'
import { itinerary } from '../shared/itinerary.ts'
import { meetingPoint, meetingPointSpecs } from '../shared/meeting-point-fields.ts'
import { questions, questionsSpec } from '../shared/question-fields.ts'
import { resources, resourcesSpec } from '../shared/resource-fields.ts'
import { offersSameAges, schedules, schedulesSpec } from '../shared/schedule-fields.ts'
import { text as shared } from '../shared/text.ts'
import { timeZone, timeZoneSpec } from '../shared/time-zone-fields.ts'
import { text } from './text.ts'

const details = z
  .strictObject({
    location: requiredText(text('fields.location')),
    days: wholeNumber(1, 365),
    nights: wholeNumber(0, 365),
    category: line(100),
    ...languages(),
    ...descriptions(),
    ...agePrices(),
    ...schedules(agePriceNames),
    ...resources(),
    ...groupFields(),
    ...inclusions(),
    itinerary: itinerary(),
    ...whatToBring(),
    ...meetingPoint(),
    ...questions(),
    ...policies(),
    ...gallery(),
    ...video(),
    ...promises(),
    ...timeZone(),
  })
  .check(
    z.refine(({ days, nights }) => nights <= days, { path: ['nights'], message: text('fields.moreNights') }),
    keepsItsPromise,
    offersSameAges,
  )
export type PackageDetails = z.infer<typeof details>

const specs: readonly FieldSpec[] = [
  { name: 'location', label: text('fields.location'), group: 'basic', input: 'text', required: true, searchable: true },
  { name: 'days', label: text('fields.days'), group: 'basic', input: 'number', required: true, default: 1 },
  { name: 'nights', label: text('fields.nights'), group: 'basic', input: 'number', required: true, default: 0 },
  {
    name: 'category',
    label: shared('fields.category'),
    group: 'basic',
    input: 'text',
    default: 'package',
    searchable: true,
  },
  languagesSpec,
  ...descriptionSpecs,
  ...agePriceSpecs,
  ...groupSpecs,
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
  timeZoneSpec(),
  ...policySpecs,
]

export const fields: KindFields = {
  details,
  specs,
  booking: z.strictObject({}),
  bookingSpecs: [],
  searchWords: text('search.words'),
}
