import * as z from 'zod/mini'
import type { FieldSpec, KindFields } from '../kind.ts'
import { place, policies, policySpecs, video, videoSpec } from '../shared/content.ts'
import { amount, list, longText, oneOf, optionalAmount, text, wholeNumber } from '../shared/inputs.ts'
import { itinerary } from '../shared/itinerary.ts'
import { strings } from './strings.ts'
import { templateCancellation, templateExcludes, templateIncludes, templateTerms } from './templates.ts'

export const hotelCategories = ['Standard', '3-Star', '4-Star', '5-Star', 'Luxury'] as const
export const transportTypes = ['Bus', 'Private Bus', 'Flight', 'Train'] as const
const smallestGroup = 1
const largestGroup = 50

/** A group size that is left blank is stored as the default (A109). */
const groupSize = (blank: number) =>
  z._default(
    z.pipe(
      z.nullable(wholeNumber(1, 1000)),
      z.transform((size) => size ?? blank),
    ),
    blank,
  )

const details = z
  .strictObject({
    description: longText(),
    short_description: text(500),
    price: amount(),
    discount_price: optionalAmount(),
    duration_days: wholeNumber(1, 365),
    duration_nights: wholeNumber(0, 365),
    departure_city: place(),
    location: place(),
    special_notes: longText(),
    hotel_category: z._default(z.nullable(oneOf(hotelCategories)), null),
    transportation_type: z._default(z.nullable(oneOf(transportTypes)), null),
    group_size_min: groupSize(smallestGroup),
    group_size_max: groupSize(largestGroup),
    includes: list(),
    excludes: list(),
    pickup_points: list(),
    itinerary: itinerary(),
    ...policies(),
    ...video(),
  })
  .check(
    z.refine(({ price, discount_price }) => discount_price === null || discount_price <= price, {
      path: ['discount_price'],
      message: strings.discountAbovePrice,
    }),
    z.refine(({ duration_days, duration_nights }) => duration_nights <= duration_days, {
      path: ['duration_nights'],
      message: strings.moreNights,
    }),
    z.refine(({ group_size_min, group_size_max }) => group_size_min <= group_size_max, {
      path: ['group_size_min'],
      message: strings.groupSizes,
    }),
  )
export type UmrahDetails = z.infer<typeof details>

const templates: Readonly<Record<string, unknown>> = {
  cancellation_policy: templateCancellation,
  cancellation_terms: templateTerms,
}

const specs: readonly FieldSpec[] = [
  { name: 'short_description', label: 'Short description', group: 'basic', input: 'text' },
  {
    name: 'description',
    label: 'Description',
    group: 'basic',
    input: 'textarea',
    searchable: true,
    onCard: true,
  },
  { name: 'price', label: 'Price per person', group: 'pricing', input: 'money', required: true },
  {
    name: 'discount_price',
    label: 'Discount price',
    group: 'pricing',
    input: 'money',
    hint: 'Empty: no discount. At most the price.',
  },
  { name: 'duration_days', label: 'Days', group: 'details', input: 'number', required: true },
  { name: 'duration_nights', label: 'Nights', group: 'details', input: 'number', required: true },
  { name: 'departure_city', label: 'Departure city', group: 'details', input: 'text', searchable: true },
  { name: 'location', label: 'Location', group: 'details', input: 'text', searchable: true },
  { name: 'hotel_category', label: 'Hotel category', group: 'details', input: 'select', options: hotelCategories },
  { name: 'transportation_type', label: 'Transport type', group: 'details', input: 'select', options: transportTypes },
  {
    name: 'group_size_min',
    label: 'Smallest group',
    group: 'details',
    input: 'number',
    default: smallestGroup,
  },
  { name: 'group_size_max', label: 'Largest group', group: 'details', input: 'number', default: largestGroup },
  { name: 'special_notes', label: 'Special notes', group: 'details', input: 'textarea' },
  {
    name: 'includes',
    label: 'Included',
    group: 'content',
    input: 'list',
    default: templateIncludes,
    hint: 'One per line',
    searchable: true,
  },
  {
    name: 'excludes',
    label: 'Not included',
    group: 'content',
    input: 'list',
    default: templateExcludes,
    hint: 'One per line',
  },
  { name: 'pickup_points', label: 'Pickup points', group: 'content', input: 'list', hint: 'One per line' },
  { name: 'itinerary', label: 'Itinerary', group: 'content', input: 'itinerary' },
  videoSpec,
  ...policySpecs.map((spec) => (spec.name in templates ? { ...spec, default: templates[spec.name] } : spec)),
]

export const fields: KindFields = {
  details,
  specs,
  booking: z.strictObject({}),
  bookingSpecs: [],
  admin: {
    entity: 'Package',
    layout: 'grid',
    badges: ['hotel_category', 'transportation_type'],
    tabs: [
      { label: 'Basic Info', groups: ['basic', 'pricing', 'media'] },
      { label: 'Details', groups: ['details', 'settings'] },
      { label: 'Inclusions', groups: ['content'] },
      {
        label: 'Policies',
        fields: ['cancellation_policy', 'cancellation_terms', 'terms_conditions', 'seo_title', 'seo_description'],
      },
    ],
    failure: 'sentence-and-reason',
  },
}
