import { describe, expect, test } from 'vitest'
import { saveSettings } from '../../src/modules/settings/index.server.ts'
import { anonymous } from '../../src/platform/core.server.ts'
import { findKind } from '../../src/services/index.ts'
import { testApp } from '../support/app.ts'
import { testCore } from '../support/database.ts'
import { shopPages } from '../support/shop-pages.ts'

// Saves every field of every kind like the editor, reads it back, and checks what visitors see. There are no other
// items.
const core = await testCore()
const shop = await testApp({ core, pages: shopPages() })
const owner = (await shop.signIn('content')).headers
await saveSettings(core, { ...anonymous('local'), role: 'admin' }, { auto_currency_conversion: false })

type Item = { id: string; slug: string; version: number; details: Record<string, unknown> }
type Fields = Readonly<Record<string, unknown>>
/**
 * `words` appear on the page at `path` ('{slug}' is the item's slug); `price` appears there and in the staff list, with
 * its currency symbol.
 */
type Case = {
  kind: string
  title: string
  currency: string
  details: Fields
  path: string
  words: readonly string[]
  price: string
  from: number
  ids: string
}

const photo = (name: string) => `https://pictures.example/${name}.jpg`
const itinerary = [
  { title: 'First day of all', description: 'Text of the first' },
  { title: 'Day after it', description: 'Text of the second' },
]
const days = ['Day 1', 'First day of all', 'Text of the first', 'Day 2', 'Day after it', 'Text of the second']
const faq = [{ question: 'Is it far?', answer: 'Ten minutes on foot' }]
const visit = {
  ...{ faq, what_to_bring: ['A hat to bring'] },
  ...{ meeting_point: 'Below the clock tower', meeting_coordinates: '25.2684, 55.2962' },
}
const visited = ['Is it far?', 'Ten minutes on foot', 'A hat to bring', 'Below the clock tower', '25.2684, 55.2962']
const texts = { description: 'What it is, in short', overview: 'What it is, at length' }
const lists = {
  highlights: ['Highlight one', 'Highlight two'],
  whats_included: ['Included one', 'Included two'],
  exclusions: ['Excluded one', 'Excluded two'],
}
const policies = { cancellation_policy: 'Free until the day before', terms_conditions: 'Bring a passport' }
const ages = { price_adult: 43_100, price_child: 21_700, price_infant: 0 }
const switches = { instant_confirmation: true, free_cancellation: false }
const listed = Object.values(lists).flat()
const written = [...Object.values(texts), ...listed]
const bound = [...Object.values(policies)]

const boat = '0199e1c0-0000-7000-8000-000000000001'
await shop.core.db
  .insertInto('resources')
  .values({ id: boat, name: 'Boat', type: 'boat', units: 1, seats: null })
  .execute()
const resources = [{ resource_id: boat, minutes: 45, setup_minutes: 10, turnaround_minutes: 5 }]
const winter = {
  ...{ from: '2026-11-01', to: null, weekdays: [1, 2, 3], starts: 'times', times: ['13:10', '18:40'], hours: null },
  ...{ capacity: 12, cut_off_hours: 3, prices: { price_adult: 43_100, price_child: 0 } },
}
const tour = {
  schedules: [winter, { ...winter, starts: 'closed', times: [], capacity: null, prices: {} }],
  resources,
  ...{ location: 'Al Qudra', duration: 'Seven hours', category: 'desert', languages: ['English', 'Tagalog'] },
  ...{ ...texts, ...lists, ...visit, ...policies, ...ages, ...switches, itinerary, has_pickup: true },
  ...{
    cancellation_terms: [{ days: 2, percent: 100 }],
    gallery_images: [photo('gallery')],
    video_url: '',
    time_zone: 'Asia/Muscat',
  },
  ...{ time_slots: ['13:10', '18:40'], slot_capacity: 12, advance_booking_hours: 3 },
}
const {
  duration: _,
  has_pickup: __,
  time_slots: ___,
  slot_capacity: ____,
  advance_booking_hours: _____,
  ...alsoOfPackages
} = tour
const cases: readonly Case[] = [
  {
    ids: '[A073, A074, A078]',
    ...{ kind: 'tour', title: 'Whole tour', currency: 'EUR', path: '/tours/{slug}', price: '€431', from: 43_100 },
    details: tour,
    words: [
      ...written,
      ...visited,
      ...bound,
      ...days,
      'Al Qudra',
      'Seven hours',
      'Tagalog',
      '01:10 PM',
      photo('gallery'),
    ],
  },
  {
    ids: '[A080]',
    ...{ kind: 'package', title: 'Whole package', currency: 'GBP', path: '/packages/{slug}', price: '£431' },
    details: {
      ...alsoOfPackages,
      location: 'Ras Al Khaimah',
      days: 4,
      nights: 3,
      group_departures_only: true,
      on_request: true,
    },
    words: [...written, ...visited, ...bound, ...days, 'Ras Al Khaimah', '4 days, 3 nights', photo('gallery')],
    from: 43_100,
  },
  {
    ids: '[A085]',
    ...{ kind: 'visa', title: 'Oman Long visit', currency: 'INR', path: '/visas/{slug}', price: '₹431', from: 43_100 },
    details: {
      ...{
        visa_type: 'Long visit',
        country: 'Oman',
        price: 43_100,
        child_price: 0,
        estimated_days: 9,
        max_stay_days: 90,
        nationality_rules: [
          {
            ...{ nationalities: ['IN', 'PK'], residences: ['AE'], is_available: true, next_step: '' },
            ...{ price: 50_000, child_price: 0, processing_days: 12, max_stay_days: 30, validity_days: 60 },
            documents: ['residence_permit'],
          },
          {
            ...{ nationalities: ['AF'], residences: [], is_available: false, next_step: 'Call us first' },
            ...{ price: null, child_price: null, processing_days: null, max_stay_days: null, validity_days: null },
            documents: [],
          },
        ],
      },
      ...{ ...texts, ...lists, faq, processing_time: 'Nine working days', requirements: ['A photo', 'A letter'] },
      gallery_images: [photo('gallery')],
    },
    words: [
      ...written,
      ...visited.slice(0, 2),
      'Oman',
      'Long visit',
      'Nine working days',
      'A photo',
      'A letter',
      photo('gallery'),
    ],
  },
  {
    ids: '[A090, A091, A093]',
    ...{ kind: 'ticket', title: 'Whole ticket', currency: 'EUR', path: '/tickets/{slug}', price: '€431', from: 43_100 },
    details: {
      ...{
        ...texts,
        ...lists,
        ...visit,
        ...policies,
        ...ages,
        ...switches,
        location: 'Museum Square',
        instant_delivery: true,
      },
      ...{ schedules: [], resources },
      ...{ image_urls: [photo('gallery')], video_url: '', time_slots: ['11:20'], time_zone: '' },
      ...{ slot_capacity: 40, advance_booking_hours: 1, cancellation_terms: [{ days: 1, percent: 90 }] },
    },
    words: [...written, ...visited, ...bound, 'Museum Square', 'Instant delivery', '11:20 AM', photo('gallery')],
  },
  {
    ids: '[A097, A098]',
    ...{ kind: 'transfer', title: 'Whole transfer', currency: 'GBP', path: '/booking?type=transfer&id={slug}' },
    details: {
      ...{ schedules: [], resources },
      ...{ landing_minutes: 60, check_in_minutes: 150, offers_return: true, return_price: 18_000 },
      ...{ ...texts, faq, transfer_type: 'Hotel Transfer', vehicle_type: 'Sprinter van', base_price: 10_000 },
      ...{ price_per_km: 200, price_per_hour: 3_000, distance_km: 140, duration_minutes: 110, max_passengers: 9 },
      ...{ pickup_locations: ['Deira'], dropoff_locations: ['Hatta'], features: ['Tolls paid'], amenities: ['Wi-Fi'] },
      ...{ available_hours: { from: '07:00', to: '21:30' }, advance_booking_hours: 5, instant_confirmation: true },
      ...{
        image_urls: [photo('gallery')],
        video_url: '',
        cancellation_terms: [{ days: 1, percent: 50 }],
        time_zone: '',
      },
    },
    words: [
      ...Object.values(texts),
      'Hotel Transfer',
      'Sprinter van',
      '9 seats',
      'Deira',
      'Hatta',
      'Tolls paid',
      'Wi-Fi',
    ],
    ...{ price: '£435', from: 43_500 },
  },
  {
    ids: '[A107]',
    ...{ kind: 'umrah', title: 'Whole journey', currency: 'EUR', path: '/umrah/{slug}', price: '€431', from: 43_100 },
    details: {
      ...{ schedules: [], resources },
      ...{ faq, what_to_bring: visit.what_to_bring },
      ...{ description: 'A calm journey', short_description: 'Calm, in short', price: 51_000, discount_price: 43_100 },
      ...{ price_child: 33_300, price_infant: 7_700, group_departures_only: true, on_request: true },
      ...{ duration_days: 11, duration_nights: 10, departure_city: 'Kochi', location: 'Makkah and Madinah' },
      ...{ hotel_category: '4-Star', transportation_type: 'Private Bus', group_size_min: 3, group_size_max: 17 },
      ...{
        special_notes: 'A shawl is needed',
        includes: ['Visa fee'],
        excludes: ['Laundry'],
        pickup_points: ['Aluva'],
      },
      ...{
        ...policies,
        cancellation_terms: [{ days: 30, percent: 100 }],
        video_url: '',
        time_zone: 'Asia/Riyadh',
        itinerary,
      },
    },
    words: [
      ...['A calm journey', 'Calm, in short', '€510', '11 days, 10 nights', 'Kochi', 'Makkah and Madinah', '4-Star'],
      ...[
        'Private Bus',
        '3 to 17',
        'A shawl is needed',
        'Visa fee',
        'Laundry',
        'Aluva',
        ...visited.slice(0, 3),
        ...bound,
        ...days,
      ],
    ],
  },
  {
    ids: '[A121, A127]',
    ...{
      kind: 'ok_to_board',
      title: 'Whole clearance',
      currency: 'AED',
      path: '/ok-to-board',
      price: '431',
      from: 43_100,
    },
    details: {
      faq,
      ...{ description: 'Clearance in words', base_price: 30_000, processing_fee: 10_100, processing_time: '30 hours' },
      ...{ tax_rate: 0.1, requirements: ['A valid visa'], features: ['Checked twice'], cancellation_terms: [] },
    },
    words: [...visited.slice(0, 2), 'Clearance in words', '30 hours', '10%', 'A valid visa', 'Checked twice'],
  },
]

/** The visible text and picture URLs, without script data. */
const shownBy = (html: string) =>
  html
    .replace(/<script[\s\S]*?<\/script>/g, '')
    .replace(/<!--.*?-->/g, '')
    .replace(/\s+/g, ' ')

describe('an item saved by staff', () => {
  test.each(cases)(
    'of kind $kind reads back unchanged and is shown in the shop $ids [A060, A061, A068, A261]',
    async (each) => {
      const { kind, title, currency, details } = each
      const shared = {
        ...{ currency, summary: `In a word: ${kind}`, featured_image: photo('featured') },
        ...{ seo_title: `Found as ${kind}`, seo_description: `Described as ${kind}` },
      }
      const made = await shop.call('POST /api/admin/services', { kind, title, details, ...shared }, owner)
      expect(made.status, made.text).toBe(200)
      const { id, slug } = made.json() as Item
      const stored = (await shop.call(`GET /api/admin/services/${id}`, undefined, owner)).json()
      expect(stored).toMatchObject({ ...shared, title, status: 'active' })
      expect(stored.details).toEqual(details)
      const list = await shop.call(`GET /api/admin/services?kind=${kind}`, undefined, owner)
      expect(list.json().items).toMatchObject([{ from: { minor: each.from, currency } }])

      const answer = await shop.call(`GET ${each.path.replace('{slug}', slug)}`)
      expect(answer.status, answer.text.slice(0, 300)).toBe(200)
      // What it needs is for staff.
      expect(answer.text).not.toContain(boat)
      const page = shownBy(answer.text)
      const isSingle = kind === 'ok_to_board'
      const cards = isSingle ? photo('featured') : shownBy((await shop.call(`GET ${findKind(kind)?.listHref}`)).text)
      const words = [...each.words, each.price, photo('featured')]
      expect(words.filter((word) => !page.includes(word) && !cards.includes(word))).toEqual([])
      if (!isSingle) expect(cards).toContain(title)
      if (kind !== 'transfer') {
        expect(page).toContain(`<title>Found as ${kind}`)
        expect(page).toContain(`<meta name="description" content="Described as ${kind}"`)
      }

      const opened = async () => {
        const { status, text } = await shop.call(`GET ${each.path.replace('{slug}', slug)}`)
        const list = isSingle ? '' : (await shop.call(`GET ${findKind(kind)?.listHref}`)).text
        return [status, shownBy(text).includes(each.words[0] ?? ''), shownBy(list).includes(title)]
      }
      const turn = async (version: number, status: string) =>
        expect((await shop.call(`PATCH /api/admin/services/${id}`, { version, status }, owner)).status).toBe(200)
      await turn(1, 'inactive')
      expect(await opened()).toEqual([404, false, false])
      await turn(2, 'active')
      expect(await opened()).toEqual([200, true, !isSingle])
    },
  )
})

const required: Readonly<Record<string, readonly [paths: readonly string[], ids: string]>> = {
  tour: [['title', 'price_adult'], '[A076]'],
  package: [['title', 'location', 'days', 'nights', 'price_adult'], '[A081]'],
  visa: [['visa_type', 'country', 'price'], '[A086]'],
  ticket: [['title', 'price_adult'], '[A092]'],
  transfer: [['title', 'base_price', 'transfer_type'], '[A101]'],
  umrah: [['title', 'price', 'duration_days', 'duration_nights'], '[A108]'],
}
test.each(Object.entries(required).map(([kind, [names, ids]]) => ({ kind, names, ids })))(
  'a $kind cannot be saved without each of $names $ids',
  async ({ kind, names }) => {
    const { title, details = {} } = cases.find((each) => each.kind === kind) ?? {}
    const count = async () =>
      (await core.db.selectFrom('services').select('id').where('kind', '=', kind).execute()).length
    const before = await count()
    for (const name of names)
      for (const nothing of name === 'title' || typeof details[name] === 'string' ? ['', '  ', null] : [null, '']) {
        const given =
          name === 'title' ? { title: nothing, details } : { title, details: { ...details, [name]: nothing } }
        const answer = await shop.call('POST /api/admin/services', { kind, ...given }, owner)
        expect([name, nothing, answer.status], answer.text).toEqual([name, nothing, 422])
        const paths = (answer.json().errors as { path: string }[]).map(({ path }) => path)
        expect(paths).toContain(name === 'title' ? 'title' : `details.${name}`)
      }
    expect(await count()).toBe(before)
  },
)
