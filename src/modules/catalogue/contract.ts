import * as z from 'zod'
import {
  id,
  instant,
  line,
  localDate,
  moneySchema,
  pageInput,
  pictureAddress,
  procedure,
} from '../../kernel/contract.ts'
import { languageCode, translationProgress } from '../../kernel/translation-contract.ts'
import { uploadContract } from './bulk/contract.ts'
import { pricesContract } from './prices/contract.ts'
import { serviceStatuses, sharedFields } from './rules.ts'
import { translationFilter, translationsContract } from './translations/contract.ts'
import { trendingContract } from './trending-contract.ts'

const sorts = ['newest', 'price', 'price-desc', 'duration', 'rating'] as const
const durations = ['up-to-4-hours', '4-to-8-hours', 'full-day', 'several-days'] as const

/** `details` holds only the kind's short fields (numbers, switches, choices), never its long texts. */
export const serviceCard = z.object({
  id,
  kind: z.string(),
  slug: z.string(),
  href: z.string(),
  title: z.string(),
  summary: z.string(),
  /** The language of each field ('title', 'details.highlights') without a translation into that of the answer. */
  languages: z.record(z.string(), z.string()).optional(),
  location: z.string(),
  currency: z.string(),
  from: moneySchema.nullable(),
  was: moneySchema.nullable(),
  unit: z.enum(['person', 'vehicle', 'applicant', 'clearance']),
  durationMinutes: z.int().nullable(),
  featured_image: pictureAddress.nullable(),
  /** The address of a small picture that tells items of the kind apart, such as the flag of a visa's country. */
  mark: z.string().nullable(),
  is_featured: z.boolean(),
  rating: z.number(),
  total_reviews: z.int(),
  details: z.record(z.string(), z.unknown()),
  /** Null: the kind has no departures, or it is not known at the moment. */
  availability: z
    .object({
      /** The first day on sale, up to two years ahead. Null: nothing is on sale. */
      next_day: localDate.nullable(),
      /** That day in another calendar, in brackets, such as the Hijri date of an Umrah; else ''. */
      day_note: z.string(),
    })
    .nullable(),
})
export type ServiceCard = z.infer<typeof serviceCard>

const scheduleSchema = z.object({
  dateRequired: z.boolean(),
  timeRequired: z.boolean(),
  slots: z.array(z.string()),
  hours: z.object({ from: z.string(), to: z.string() }).nullable(),
  noticeMinutes: z.int(),
  timeZone: z.string(),
  hasPickup: z.boolean(),
  capacity: z.int().nullable(),
  /** Whether visitors can wait for places of a sold-out departure. */
  hasWaitingList: z.boolean(),
})
const ageRule = z.object({ max: z.int(), free: z.boolean() }).nullable()
const partySchema = z.object({
  adults: z.object({ min: z.int(), max: z.int() }),
  children: ageRule,
  infants: ageRule,
  together: z.int().nullable(),
  /** A fixed party for every booking (Ok to Board, C156). */
  fixed: z.object({ adults: z.int(), children: z.int(), infants: z.int() }).optional(),
})

/** Extends the card. The kind's own fields are in `details`, named as in the specification. */
const serviceDetail = serviceCard.extend({
  /** The same state under the two names that kinds use (D153). */
  status: z.enum(serviceStatuses),
  is_active: z.boolean(),
  texts: z
    .record(z.string(), z.string())
    .describe(
      'Safe HTML of the long texts with headings, lists, emphasis or links; details has all texts as plain text.',
    ),
  images: z.array(pictureAddress),
  /** The 11-character id of a YouTube link, or null if not recognised (C044). */
  videoId: z.string().nullable(),
  schedule: scheduleSchema,
  party: partySchema,
  documents: z.array(
    z.object({ name: z.string(), label: z.string(), required: z.boolean(), perTraveller: z.boolean() }),
  ),
  /** Pairs of cancellation time and refund, as texts. Null: no terms agreed. */
  terms: z.array(z.tuple([z.string(), z.string()])).nullable(),
  /** A paid booking is confirmed at once. */
  isInstant: z.boolean(),
  seoTitle: z.string().nullable(),
  seoDescription: z.string().nullable(),
  /** Up to four other items of the kind, those of the same place and category first; none that is sold out. */
  similar: z.array(serviceCard),
  created_at: instant,
  updated_at: instant,
})
export type ServiceDetail = z.infer<typeof serviceDetail>

export const listInput = z.strictObject({
  kind: z.string(),
  q: line(100).optional(),
  sort: z.enum(sorts).default('newest'),
  place: line(100).optional(),
  duration: z.enum(durations).optional(),
  /** A value of the kind's '..._type' field (transfer_type, visa_type), such as 'Airport Transfer' (C128). */
  type: line(100).optional(),
  /** Whole units of `currency` (default: the kind's). */
  priceFrom: z.coerce.number().int().min(0).max(100_000_000).optional(),
  priceTo: z.coerce.number().int().min(0).max(100_000_000).optional(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .optional(),
  featured: z.stringbool().optional(),
  /** Only what can be booked that day. Ignored when it has passed or is more than 90 days ahead. */
  date: localDate.optional(),
  ...pageInput,
})
const serviceList = z.object({
  items: z.array(serviceCard),
  total: z.int(),
  nextCursor: z.string().nullable(),
  /** Counted over the whole kind and not the filtered items, so that users can change a filter. */
  facets: z.object({
    places: z.array(z.object({ value: z.string(), count: z.int() })),
    durations: z.array(z.object({ value: z.enum(durations), count: z.int() })),
    /** Values of `type`; empty for kinds without one. `name`: the value in the reader's language, if the kind has it. */
    types: z.array(z.object({ value: z.string(), name: z.optional(z.string()), count: z.int() })),
    price: z.object({ min: z.int(), max: z.int(), currency: z.string() }).nullable(),
    /** The days that `date` can name; null for kinds without departures. */
    dates: z.object({ min: localDate, max: localDate }).nullable(),
  }),
  /** The day that the items were filtered by; null: none, or it was ignored. */
  date: localDate.nullable(),
})
export type ServiceList = z.infer<typeof serviceList>

/** An item in the back office's lists. `details` holds only the kind's short fields. */
const adminServiceRow = z.object({
  id,
  kind: z.string(),
  version: z.int(),
  slug: z.string(),
  href: z.string(),
  title: z.string(),
  status: z.enum(serviceStatuses),
  is_featured: z.boolean(),
  currency: z.string(),
  from: moneySchema.nullable(),
  was: moneySchema.nullable(),
  featured_image: z.string().nullable(),
  excerpt: z.string(),
  rating: z.number(),
  total_reviews: z.int(),
  details: z.record(z.string(), z.unknown()),
  created_at: instant,
  updated_at: instant,
  /** Null: neither archived nor in the trash. An item in the trash has the status 'archived'. */
  removed: z
    .object({
      is_in_trash: z.boolean(),
      /** Since when; null: archived by an earlier version. */
      at: instant.nullable(),
      /** Who moved it to the trash. */
      by: z.string().nullable(),
      /** Days until it is deleted for good; null: it is archived. */
      days_left: z.int().nullable(),
      /** Its status once it is restored. */
      restores_to: z.enum(serviceStatuses),
    })
    .nullable(),
  /** How far it is translated into each language; null: not counted yet. */
  translations: z.array(z.object({ language: languageCode, progress: translationProgress.nullable() })),
})
export type AdminServiceRow = z.infer<typeof adminServiceRow>

const adminService = adminServiceRow.omit({ excerpt: true, translations: true }).extend({
  summary: z.string(),
  seo_title: z.string().nullable(),
  seo_description: z.string().nullable(),
})
export type AdminService = z.infer<typeof adminService>

export const adminListInput = z.strictObject({
  kind: z.string(),
  q: line(100).optional(),
  /** 'archived' leaves out what is in the trash. Default: active and inactive. */
  status: z.enum([...serviceStatuses, 'trash']).optional(),
  translated: translationFilter.optional(),
  /** A shared column ('title', 'status', 'updated_at', ...) or a short field of the kind ('price_adult'). */
  sort: z.string().max(60).default('title'),
  direction: z.enum(['asc', 'desc']).default('asc'),
  page: z.coerce.number().int().min(1).max(10_000).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(25),
})

export const findInput = z.strictObject({
  q: line(100),
  limit: z.coerce.number().int().min(1).max(20).default(5),
})
const serviceMatch = adminServiceRow.pick({ id: true, kind: true, status: true }).extend({
  /** In the caller's language, or as written. */
  title: z.string(),
  /** The title with the words, where it is in another language. */
  matched: z.object({ language: languageCode, title: z.string() }).nullable(),
})
export type ServiceMatch = z.infer<typeof serviceMatch>

/** The kind's own fields. */
export const details = z.record(z.string().max(60), z.unknown())
const versioned = { id, version: z.int() }
/**
 * An item as it would be saved. With `id`, omitted fields are those of the stored item, and texts that are translated
 * into `language` are shown in it; left out, or not offered: the shop's first language.
 */
export const previewInput = z.strictObject({
  kind: z.string().max(60),
  language: z.string().max(10).optional(),
  id: id.optional(),
  ...sharedFields.shape,
  details: details.optional(),
})
export type PreviewInput = z.infer<typeof previewInput>
const item = 'staff:catalogue'
const trash = {
  restore: procedure(
    item,
    'POST /admin/services/{id}/restoration',
    'Brings an item back from the trash or the archive; repeats change nothing',
  )
    .input(z.strictObject(versioned))
    .output(adminService),
  remove: procedure(
    item,
    'DELETE /admin/trashed-services/{id}',
    'Deletes an item of the trash, or archives it where it was booked',
  )
    .input(z.strictObject(versioned))
    .output(z.object({ outcome: z.enum(['deleted', 'archived']) })),
}
const admin = {
  list: procedure(item, 'GET /admin/services', 'Items of a kind, searched, filtered, sorted, in pages')
    .input(adminListInput)
    .output(z.object({ items: z.array(adminServiceRow), total: z.int() })),
  find: procedure(
    item,
    'GET /admin/service-matches',
    'Items of any kind that have each word in any language, the closest titles first',
  )
    .input(findInput)
    .output(z.object({ items: z.array(serviceMatch) })),
  get: procedure(item, 'GET /admin/services/{id}', 'An item, whatever its status')
    .input(z.strictObject({ id }))
    .output(adminService),
  create: procedure(item, 'POST /admin/services', 'A new item')
    .input(z.strictObject({ kind: z.string(), ...sharedFields.shape, details: details.optional() }))
    .output(adminService),
  update: procedure(item, 'PATCH /admin/services/{id}', 'Changes what is sent of an item; the rest stays')
    .input(
      z.strictObject({
        ...versioned,
        ...sharedFields.shape,
        details: details.optional(),
        /** Of a refused change that staff want all the same: the fact `confirm` of the refusal. */
        confirmed: z.string().max(100).optional(),
      }),
    )
    .output(adminService),
  duplicate: procedure(item, 'POST /admin/services/{id}/copy', 'A copy that is not on sale yet')
    .input(z.strictObject({ id }))
    .output(adminService),
  remove: procedure(
    item,
    'DELETE /admin/services/{id}',
    'Moves an item to the trash for 30 days, or archives it where it was booked; repeats change nothing',
  )
    .input(z.strictObject(versioned))
    .output(z.object({ outcome: z.enum(['trashed', 'archived']), version: z.int() })),
  bulk: procedure(item, 'POST /admin/services/changes', 'One change of many items; each is done or refused by itself')
    .input(
      z.strictObject({
        action: z.enum(['activate', 'deactivate', 'feature', 'unfeature', 'duplicate', 'archive', 'delete', 'restore']),
        items: z.array(z.strictObject(versioned)).min(1).max(100),
      }),
    )
    .output(
      z.object({
        done: z.int(),
        refused: z.array(id),
        /** What was done, for an undo: the versions now. Of 'duplicate' the copies. */
        items: z.array(z.object({ ...versioned, status: z.enum(serviceStatuses), is_in_trash: z.boolean() })),
      }),
    ),
  checkSlug: procedure(item, 'GET /admin/service-slugs', 'Whether a slug can be given to an item')
    .input(z.strictObject({ kind: z.string(), slug: line(200), id: id.optional() }))
    .output(z.object({ isFree: z.boolean() })),
}

/** Those of the list's links and filters; neither words nor cursors, which have unlimited values. */
const sharedFilters = [
  'sort',
  'place',
  'duration',
  'type',
  'priceFrom',
  'priceTo',
  'currency',
  'featured',
  'date',
  'limit',
] as const satisfies readonly (keyof z.infer<typeof listInput>)[]

export const catalogueContract = {
  admin: {
    ...{ ...admin, trash, prices: pricesContract, trending: trendingContract, uploads: uploadContract },
    translations: translationsContract,
  },
  list: procedure('public', 'GET /services/{kind}', 'Active services of a kind, searched, filtered, sorted', {
    shared: { tags: ['catalogue', 'settings'], query: sharedFilters },
    closes: true,
  })
    .input(listInput)
    .output(serviceList),
  get: procedure(
    'public',
    'GET /services/{kind}/{idOrSlug}',
    'One active service; an earlier slug answers with movedTo',
    { closes: true },
  )
    .input(z.strictObject({ kind: z.string(), idOrSlug: z.string().max(120) }))
    .output(z.union([z.object({ service: serviceDetail }), z.object({ movedTo: z.string() })])),
  trending: procedure('public', 'GET /trending', 'Trending services of every kind, in the order of the back office', {
    closes: true,
  }).output(z.array(serviceCard)),
}
