import * as z from 'zod/mini'
import type { Text } from '../../kernel/messages.ts'
import type { FieldSpec, KindFields } from '../kind.ts'
import { place, policies, policySpecs, video, videoSpec, whatToBring, whatToBringSpec } from '../shared/content.ts'
import { groupFields, groupSpecs } from '../shared/group-fields.ts'
import { amount, line, list, longText, oneOf, optionalAmount, wholeNumber } from '../shared/inputs.ts'
import { itinerary } from '../shared/itinerary.ts'
import { questions, questionsSpec } from '../shared/question-fields.ts'
import { resources, resourcesSpec } from '../shared/resource-fields.ts'
import { eachSeason, schedules, schedulesSpec } from '../shared/schedule-fields.ts'
import type { StoredSchedule } from '../shared/stored-schedules.ts'
import { text as shared } from '../shared/text.ts'
import { timeZone, timeZoneSpec } from '../shared/time-zone-fields.ts'
import { templateCancellation, templateExcludes, templateIncludes, templateTerms } from './templates.ts'
import { text } from './text.ts'

export const hotelCategories = ['Standard', '3-Star', '4-Star', '5-Star', 'Luxury'] as const
export const transportTypes = ['Bus', 'Private Bus', 'Flight', 'Train'] as const
const hotelNames: Readonly<Record<(typeof hotelCategories)[number], Text>> = {
  Standard: text('fields.hotels.standard'),
  '3-Star': text('fields.hotels.three'),
  '4-Star': text('fields.hotels.four'),
  '5-Star': text('fields.hotels.five'),
  Luxury: text('fields.hotels.luxury'),
}
const transportNames: Readonly<Record<(typeof transportTypes)[number], Text>> = {
  Bus: text('fields.transport.bus'),
  'Private Bus': text('fields.transport.privateBus'),
  Flight: text('fields.transport.flight'),
  Train: text('fields.transport.train'),
}
const minGroup = 1
const maxGroup = 50

/** An empty group size is stored as the default (A109). */
const groupSize = (blank: number) =>
  z._default(
    z.pipe(
      z.nullable(wholeNumber(1, 1000)),
      z.transform((size) => size ?? blank),
    ),
    blank,
  )

interface Priced {
  readonly price: number
  readonly discount_price: number | null
  readonly schedules: readonly StoredSchedule[]
}
const seasonsKeepTheDiscount = eachSeason<Priced>(({ price, discount_price }) =>
  discount_price !== null && discount_price > price
    ? { field: 'discount_price', message: text('fields.discountAbovePrice') }
    : null,
)

const details = z
  .strictObject({
    description: longText(),
    short_description: line(500),
    price: amount(),
    discount_price: optionalAmount(),
    price_child: optionalAmount(),
    price_infant: optionalAmount(),
    ...schedules(['price', 'discount_price', 'price_child', 'price_infant']),
    ...resources(),
    ...groupFields(),
    duration_days: wholeNumber(1, 365),
    duration_nights: wholeNumber(0, 365),
    departure_city: place(),
    location: place(),
    special_notes: longText(),
    hotel_category: z._default(z.nullable(oneOf(hotelCategories)), null),
    transportation_type: z._default(z.nullable(oneOf(transportTypes)), null),
    group_size_min: groupSize(minGroup),
    group_size_max: groupSize(maxGroup),
    includes: list(),
    excludes: list(),
    pickup_points: list(),
    itinerary: itinerary(),
    ...whatToBring(),
    ...questions(),
    ...policies(),
    ...video(),
    ...timeZone(),
  })
  .check(
    z.refine(({ price, discount_price }) => discount_price === null || discount_price <= price, {
      path: ['discount_price'],
      message: text('fields.discountAbovePrice'),
    }),
    ...(['price_child', 'price_infant'] as const).map((age) =>
      z.refine<Record<typeof age, number | null> & { price: number }>(
        (prices) => prices[age] === null || prices[age] <= prices.price,
        { path: [age], message: text('fields.aboveAdultPrice') },
      ),
    ),
    z.refine(({ duration_days, duration_nights }) => duration_nights <= duration_days, {
      path: ['duration_nights'],
      message: text('fields.moreNights'),
    }),
    z.refine(({ group_size_min, group_size_max }) => group_size_min <= group_size_max, {
      path: ['group_size_min'],
      message: text('fields.groupSizes'),
    }),
    seasonsKeepTheDiscount,
  )
export type UmrahDetails = z.infer<typeof details>

const templates: Readonly<Record<string, unknown>> = {
  cancellation_policy: templateCancellation,
  cancellation_terms: templateTerms,
}

const specs: readonly FieldSpec[] = [
  {
    name: 'short_description',
    label: text('fields.short_description'),
    group: 'basic',
    input: 'text',
    translatable: true,
  },
  {
    name: 'description',
    label: shared('fields.description'),
    group: 'basic',
    input: 'richtext',
    searchable: true,
    onCard: true,
    translatable: true,
  },
  { name: 'price', label: text('fields.price'), group: 'pricing', input: 'money', required: true },
  {
    name: 'discount_price',
    label: text('fields.discount_price'),
    group: 'pricing',
    input: 'money',
    hint: text('fields.discount_price_hint'),
  },
  {
    name: 'price_child',
    label: shared('fields.price_child'),
    group: 'pricing',
    input: 'money',
    hint: text('fields.price_child_hint'),
  },
  {
    name: 'price_infant',
    label: shared('fields.price_infant'),
    group: 'pricing',
    input: 'money',
    hint: text('fields.price_infant_hint'),
  },
  ...groupSpecs,
  schedulesSpec,
  resourcesSpec,
  { name: 'duration_days', label: text('fields.duration_days'), group: 'details', input: 'number', required: true },
  { name: 'duration_nights', label: text('fields.duration_nights'), group: 'details', input: 'number', required: true },
  { name: 'departure_city', label: text('fields.departure_city'), group: 'details', input: 'text', searchable: true },
  { name: 'location', label: shared('fields.location'), group: 'details', input: 'text', searchable: true },
  {
    name: 'hotel_category',
    label: text('fields.hotel_category'),
    group: 'details',
    input: 'select',
    options: hotelCategories,
    optionNames: hotelNames,
  },
  {
    name: 'transportation_type',
    label: text('fields.transportation_type'),
    group: 'details',
    input: 'select',
    options: transportTypes,
    optionNames: transportNames,
  },
  {
    name: 'group_size_min',
    label: text('fields.group_size_min'),
    group: 'details',
    input: 'number',
    default: minGroup,
  },
  {
    name: 'group_size_max',
    label: text('fields.group_size_max'),
    group: 'details',
    input: 'number',
    default: maxGroup,
  },
  timeZoneSpec('details'),
  {
    name: 'special_notes',
    label: text('fields.special_notes'),
    group: 'details',
    input: 'richtext',
    translatable: true,
  },
  {
    name: 'includes',
    label: text('fields.includes'),
    group: 'content',
    input: 'list',
    default: templateIncludes,
    hint: shared('fields.onePerLine'),
    searchable: true,
    translatable: true,
  },
  {
    name: 'excludes',
    label: shared('fields.exclusions'),
    group: 'content',
    input: 'list',
    default: templateExcludes,
    hint: shared('fields.onePerLine'),
    translatable: true,
  },
  {
    name: 'pickup_points',
    label: text('fields.pickup_points'),
    group: 'content',
    input: 'list',
    hint: shared('fields.onePerLine'),
  },
  { name: 'itinerary', label: shared('fields.itinerary'), group: 'content', input: 'itinerary', translatable: true },
  whatToBringSpec,
  questionsSpec,
  videoSpec,
  ...policySpecs.map((spec) => (spec.name in templates ? { ...spec, default: templates[spec.name] } : spec)),
]

export const fields: KindFields = {
  details,
  specs,
  booking: z.strictObject({}),
  bookingSpecs: [],
  searchWords: text('search.words'),
  admin: {
    entity: text('fields.entity'),
    layout: 'grid',
    badges: ['hotel_category', 'transportation_type'],
    tabs: [
      { label: text('fields.tabs.basic'), groups: ['basic', 'pricing', 'media'] },
      { label: text('fields.tabs.details'), groups: ['details', 'schedules', 'settings'] },
      { label: text('fields.tabs.inclusions'), groups: ['content'] },
      {
        label: text('fields.tabs.policies'),
        fields: ['cancellation_policy', 'cancellation_terms', 'terms_conditions', 'seo_title', 'seo_description'],
      },
    ],
    failure: 'sentence-and-reason',
  },
}
