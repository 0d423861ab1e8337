import { call } from '@orpc/server'
import type { KyselyPlugin } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestCore, testCore } from '../../../tests/support/database.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { listenForInvalidation } from '../../platform/cache-invalidation.server.ts'
import { anonymous, type Caller } from '../../platform/core.server.ts'
import { resolveTexts } from '../../platform/messages.server.ts'
import { listInput } from './contract.ts'
import {
  archiveService,
  countServices,
  findActiveService,
  getDetail,
  getService,
  implementCatalogue,
  listCards,
  listFeatured,
  listServices,
  listTrending,
  removeService,
  type SaveServiceInput,
  saveService,
  setServiceStatus,
} from './index.server.ts'
import { duplicateService } from './staff-commands.server.ts'

const admin: Caller = { ...anonymous('127.0.0.1'), role: 'admin', userId: 'admin-1', name: 'Asma' }
let core: TestCore

const details = {
  tour: { price_adult: 10_000, location: 'Dubai', duration: '6 hours' },
  package: { price_adult: 50_000, location: 'Abu Dhabi', days: 3, nights: 2 },
  ticket: { price_adult: 15_000, location: 'Dubai' },
  transfer: { base_price: 15_000, transfer_type: 'Airport Transfer' },
  visa: { country: 'UAE', visa_type: '30 days', price: 9_000 },
  umrah: { price: 120_000, duration_days: 10, duration_nights: 9, departure_city: 'Mumbai' },
}
/** Creates items a minute apart, so that 'newest' is defined. */
function add(kind: keyof typeof details, input: Partial<SaveServiceInput> = {}) {
  core.clock.advance(1)
  const { details: given, ...rest } = input
  return saveService(core, admin, { kind, title: `A ${kind}`, ...rest, details: { ...details[kind], ...given } })
}
const list = (input: Record<string, unknown>) => listServices(core, listInput.parse(input))
const titles = async (input: Record<string, unknown>) => (await list(input)).items.map((item) => item.title)

async function refusalOf(work: Promise<unknown>): Promise<Refusal> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (error instanceof Refusal) return error
  throw new Error(`expected a refusal, got ${error}`)
}

async function statementsOf(work: (counted: TestCore) => Promise<unknown>): Promise<number> {
  let count = 0
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      count++
      return result
    },
  }
  await work({ ...core, db: core.db.withPlugin(counter) })
  return count
}

beforeAll(async () => {
  core = await testCore()
})

describe('lists', () => {
  it('hold active items only, newest first, for tours, packages, tickets and visas [C039, C058, C061, C071, C305]', async () => {
    for (const kind of ['tour', 'package', 'ticket', 'visa'] as const) {
      const first = await add(kind, {
        title: 'Order First',
        details: { ...(kind === 'visa' && { visa_type: 'First' }) },
      })
      const hidden = await add(kind, {
        title: 'Order Hidden',
        details: { ...(kind === 'visa' && { visa_type: 'Hidden' }) },
      })
      const last = await add(kind, { title: 'Order Last', details: { ...(kind === 'visa' && { visa_type: 'Last' }) } })
      await setServiceStatus(core, admin, { id: hidden.id, version: hidden.version, status: 'inactive' })
      const { items, total } = await list({ kind })
      expect(items.map((item) => item.id)).toEqual([last.id, first.id])
      expect(items[0]?.href).toBe(`/${core.kinds.find(kind)?.kind.path}/${last.slug}`)
      expect(total).toBe(2)
    }
  })

  it('return featured items only on request, but all visas [C058, C061, C071]', async () => {
    const featured = await add('ticket', { title: 'Featured Ticket', is_featured: true })
    expect((await list({ kind: 'ticket', featured: 'true' })).items.map((item) => item.id)).toEqual([featured.id])
    expect((await list({ kind: 'visa' })).items.every((item) => !item.is_featured)).toBe(true)
    expect((await list({ kind: 'visa' })).total).toBeGreaterThan(0)
  })

  it('can be paged to the last item in every order, without gaps or repetitions [A042]', async () => {
    for (let n = 0; n < 7; n++)
      await add('transfer', {
        title: `Page ${n}`,
        details: { base_price: 10_000 * (n % 3), duration_minutes: n % 2 ? 30 : 60 },
      })
    for (const sort of ['newest', 'price', 'price-desc', 'duration', 'rating']) {
      const seen: string[] = []
      let cursor: string | undefined
      do {
        const page = await list({ kind: 'transfer', sort, limit: 3, ...(cursor && { cursor }) })
        expect(page.total).toBe(7)
        seen.push(...page.items.map((item) => item.id))
        cursor = page.nextCursor ?? undefined
      } while (cursor)
      expect(new Set(seen).size, sort).toBe(7)
      expect(seen).toHaveLength(7)
    }
  })

  it('refuse an invalid cursor', async () => {
    for (const cursor of ['x', 'WyJhIiwiYiJd', btoa(JSON.stringify(["1'; drop table services", 'b']))])
      expect((await refusalOf(list({ kind: 'tour', cursor }))).code).toBe('catalogue/invalid')
  })

  it('refuse an unknown kind', async () => {
    expect((await refusalOf(list({ kind: 'cruise' }))).code).toBe('catalogue/unknown-kind')
  })

  it('take two statements, plus one for the rates and one for the time zone, for any number of items', async () => {
    const { items } = await list({ kind: 'tour' })
    const input = listInput.parse({ kind: 'tour', q: 'order', priceFrom: 1 })
    const ids = items.map((item) => item.id)
    const idOrSlug = items[0]?.slug ?? ''
    expect(await statementsOf((counted) => listServices(counted, input))).toBe(4)
    expect(await statementsOf((counted) => listTrending(counted))).toBe(1)
    expect(await statementsOf((counted) => listFeatured(counted, { kind: 'umrah', limit: 6 }))).toBe(1)
    expect(await statementsOf((counted) => listCards(counted, ids))).toBe(1)
    // The second one reads the settings for the time zone; a running node has them in memory.
    expect(await statementsOf((counted) => getDetail(counted, { kind: 'tour', idOrSlug }))).toBe(2)
    expect(await statementsOf((counted) => countServices(counted))).toBe(1)
  })

  it('cache rates and facets while the node listens, until the catalogue changes', async () => {
    const stop = await listenForInvalidation(core, () => undefined)
    const input = listInput.parse({ kind: 'tour' })
    await listServices(core, input)
    expect(await statementsOf((counted) => listServices(counted, input))).toBe(1)
    const { facets } = await listServices(core, input)
    await add('tour', { title: 'Remembered', details: { location: 'Ajman' } })
    const after = await listServices(core, input)
    expect(facets.places.some((place) => place.value === 'Ajman')).toBe(false)
    expect(after.facets.places).toContainEqual({ value: 'Ajman', count: 1 })
    await stop()
  })
})

describe('transfers', () => {
  it('appear when added and disappear when set inactive [C126]', async () => {
    const added = await add('transfer', { title: 'To Hatta' })
    expect(await titles({ kind: 'transfer', q: 'hatta' })).toEqual(['To Hatta'])
    await setServiceStatus(core, admin, { id: added.id, version: 1, status: 'inactive' })
    expect(await titles({ kind: 'transfer', q: 'hatta' })).toEqual([])
  })

  it('are filtered by search and by their own type [C128]', async () => {
    await add('transfer', { title: 'Sharjah ride', details: { transfer_type: 'City Transfer' } })
    await add('transfer', { title: 'Sharjah hotel ride', details: { transfer_type: 'Hotel Transfer' } })
    expect(await titles({ kind: 'transfer', q: 'SHARJAH', type: 'Hotel Transfer' })).toEqual(['Sharjah hotel ride'])
    expect(await titles({ kind: 'transfer', q: 'sharjah' })).toHaveLength(2)
    const { facets } = await list({ kind: 'transfer' })
    expect(facets.types.map((type) => type.value).sort()).toEqual([
      'Airport Transfer',
      'City Transfer',
      'Hotel Transfer',
    ])
  })

  it('are sorted by price, up or down, or by duration [C129]', async () => {
    const ride = (title: string, base_price: number, duration_minutes: number) =>
      add('transfer', { title, details: { base_price, duration_minutes } })
    await ride('Fujairah cheap long', 10_000, 120)
    await ride('Fujairah dear short', 30_000, 45)
    await ride('Fujairah mid', 20_000, 90)
    const order = (sort: string) => titles({ kind: 'transfer', q: 'fujairah', sort })
    expect(await order('price')).toEqual(['Fujairah cheap long', 'Fujairah mid', 'Fujairah dear short'])
    expect(await order('price-desc')).toEqual(['Fujairah dear short', 'Fujairah mid', 'Fujairah cheap long'])
    expect(await order('duration')).toEqual(['Fujairah dear short', 'Fujairah mid', 'Fujairah cheap long'])
  })
})

describe('Umrah packages', () => {
  it('are listed only while active, newest first [C102]', async () => {
    const first = await add('umrah', { title: 'Listed one' })
    await add('umrah', { title: 'Listed two' })
    expect(await titles({ kind: 'umrah', q: 'listed' })).toEqual(['Listed two', 'Listed one'])
    await setServiceStatus(core, admin, { id: first.id, version: 1, status: 'inactive' })
    expect(await titles({ kind: 'umrah', q: 'listed' })).toEqual(['Listed two'])
  })

  it('are found by any letters of title, description, departure city or features, and all without a search [C106]', async () => {
    await add('umrah', {
      title: 'Winter Journey',
      details: { departure_city: 'Lucknow', description: 'Quiet nights near the Haram', includes: ['Laundry service'] },
    })
    for (const q of ['INTER jour', 'uiet NIGHTS', 'lucKNOW', 'undry Serv'])
      expect(await titles({ kind: 'umrah', q }), q).toEqual(['Winter Journey'])
    expect((await list({ kind: 'umrah', q: '' })).total).toBe((await list({ kind: 'umrah' })).total)
  })

  it('show the start of the description on cards, cut after a whole word [C110]', async () => {
    const description = 'Ten days near the Haram with a leader. '.repeat(20)
    await add('umrah', { title: 'Described', details: { description } })
    const [card] = (await list({ kind: 'umrah', q: 'described' })).items
    const shown = String(card?.details.description)
    expect(shown.length).toBeLessThanOrEqual(201)
    expect(shown.endsWith('…')).toBe(true)
    expect(description.startsWith(shown.slice(0, -1))).toBe(true)
    expect(description.charAt(shown.length - 1)).toBe(' ')
  })

  it('have no rating or review count that staff can edit, and none without reviews [C112]', async () => {
    const made = await add('umrah', { title: 'Unrated' })
    for (const word of ['rating', 'total_reviews', 'totalReviews']) {
      const kind = 'umrah'
      const shared = saveService(core, admin, { kind, id: made.id, version: 1, [word]: 5 } as SaveServiceInput)
      expect((await refusalOf(shared)).code, word).toBe('catalogue/invalid')
      const own = saveService(core, admin, { kind, id: made.id, version: 1, details: { [word]: 5 } })
      expect((await refusalOf(own)).code, word).toBe('catalogue/invalid')
    }
    expect(await getService(core.db, core, made.id)).toMatchObject({ rating: 0, totalReviews: 0 })
  })
})

describe('search and filters', () => {
  it('find words in title, place and features, ignoring case and accents [C106]', async () => {
    await add('umrah', {
      title: 'Ramadan in the Haram',
      details: { departure_city: 'Jaipur', includes: ['Café breakfast 100%'] },
    })
    for (const q of ['ramadan', 'JAIPUR', 'cafe BREAKFAST', '100%'])
      expect(await titles({ kind: 'umrah', q }), q).toEqual(['Ramadan in the Haram'])
    expect(await titles({ kind: 'umrah', q: 'ramadan london' })).toEqual([])
    expect(await titles({ kind: 'umrah', q: '_' })).toEqual([])
  })

  it('compare prices in the requested currency by the rates', async () => {
    await add('tour', { title: 'Liwa dollars', currency: 'USD', details: { price_adult: 10_000 } })
    await add('tour', { title: 'Liwa dirhams', currency: 'AED', details: { price_adult: 40_000 } })
    await add('tour', { title: 'Liwa rupees', currency: 'INR', details: { price_adult: 500_000 } })
    const find = (filter: object) => titles({ kind: 'tour', q: 'liwa', sort: 'price', ...filter })
    // 100 USD, 400 AED = 108.99 USD, 5000 INR = 58.14 USD
    expect(await find({})).toEqual(['Liwa rupees', 'Liwa dollars', 'Liwa dirhams'])
    expect(await find({ priceFrom: 100, priceTo: 108 })).toEqual(['Liwa dollars'])
    expect(await find({ priceTo: 58 })).toEqual(['Liwa rupees'])
    expect(await find({ priceFrom: 400, currency: 'AED' })).toEqual(['Liwa dirhams'])
    expect(await find({ priceFrom: 367, priceTo: 400, currency: 'AED' })).toEqual(['Liwa dollars', 'Liwa dirhams'])
  })

  it('filter by place and duration, with facets over the whole kind', async () => {
    await add('package', { title: 'Long stay', details: { location: 'Muscat', days: 8, nights: 7 } })
    expect(await titles({ kind: 'package', place: 'Muscat', duration: 'several-days' })).toEqual(['Long stay'])
    expect(await titles({ kind: 'package', place: 'Muscat', duration: 'full-day' })).toEqual([])
    const { facets } = await list({ kind: 'package', place: 'Muscat', currency: 'AED' })
    expect(facets.places).toEqual([
      { value: 'Abu Dhabi', count: 2 },
      { value: 'Muscat', count: 1 },
    ])
    expect(facets.price).toEqual({ min: 1835, max: 1835, currency: 'AED' })
  })
})

describe('an item', () => {
  it('opens by id and slug, and redirects from an earlier slug [A072]', async () => {
    const made = await add('tour', { title: 'Old Souk Walk' })
    expect(made.slug).toBe('old-souk-walk')
    const renamed = await saveService(core, admin, { kind: 'tour', id: made.id, version: 1, title: 'New Souk Walk' })
    expect(renamed.slug).toBe('old-souk-walk')
    await saveService(core, admin, { kind: 'tour', id: made.id, version: 2, slug: 'souk-walk' })
    expect(await getDetail(core, { kind: 'tour', idOrSlug: 'old-souk-walk' })).toEqual({ movedTo: '/tours/souk-walk' })
    for (const idOrSlug of [made.id, 'souk-walk'])
      expect(await getDetail(core, { kind: 'tour', idOrSlug })).toMatchObject({ service: { title: 'New Souk Walk' } })
    expect((await findActiveService(core, 'tour', 'old-souk-walk'))?.id).toBe(made.id)
    const other = await refusalOf(add('tour', { title: 'Other', slug: 'old-souk-walk' }))
    expect(other.code).toBe('catalogue/slug-taken')
  })

  it('gets a unique slug from its title, even an Arabic one [A069, A071]', async () => {
    const slugs = []
    for (const title of ['  Désert & Dunes -- 2026! ', 'Desert dunes 2026', 'رحلة', '***', '!!!'])
      slugs.push((await add('tour', { title })).slug)
    expect(slugs).toEqual(['desert-dunes-2026', 'desert-dunes-2026-2', 'rhlh', 'tour', 'tour-2'])
  })

  it('that is missing is reported in its kind’s own words [C076]', async () => {
    const factsOf = async (kind: string) =>
      resolveTexts((await refusalOf(getDetail(core, { kind, idOrSlug: 'nowhere' }))).facts, 'en')
    expect(await factsOf('visa')).toEqual({ sentence: 'Visa service not found' })
    expect(await factsOf('ticket')).toEqual({})
  })

  it('is not found when inactive or of another kind; archived items stay for their bookings [C305]', async () => {
    const made = await add('ticket', { title: 'Gone tower' })
    expect((await refusalOf(getDetail(core, { kind: 'tour', idOrSlug: made.id }))).code).toBe('catalogue/not-found')
    await archiveService(core, admin, { id: made.id, version: 1 })
    expect((await refusalOf(getDetail(core, { kind: 'ticket', idOrSlug: made.id }))).code).toBe('catalogue/not-found')
    expect(await findActiveService(core, 'ticket', made.slug)).toBeNull()
    expect(await listCards(core, [made.id])).toEqual([])
    expect(await getService(core.db, core, made.id)).toMatchObject({ status: 'archived', title: 'Gone tower' })
  })

  it('is deleted when nothing refers to it [A065]', async () => {
    const made = await add('ticket', { title: 'Never booked' })
    expect(await removeService(core, admin, { id: made.id, version: 1 })).toMatchObject({ outcome: 'trashed' })
    expect((await refusalOf(getDetail(core, { kind: 'ticket', idOrSlug: made.id }))).code).toBe('catalogue/not-found')
  })

  it('refuses invalid values with field and reason, and stores nothing [A052, A053]', async () => {
    const before = await countServices(core)
    const bad = await refusalOf(
      add('tour', { title: ' ', currency: 'JPY' as never, details: { price_adult: 'many', surprise: 1 } }),
    )
    expect(bad.code).toBe('catalogue/invalid')
    expect(bad.errors.map((error) => error.path).sort()).toEqual([
      'currency',
      'details.price_adult',
      'details.surprise',
    ])
    expect(resolveTexts((await refusalOf(add('tour', { title: '  ' }))).errors, 'en')).toEqual([
      { path: 'title', message: 'Title is required' },
    ])
    expect(await countServices(core)).toEqual(before)
  })

  it('is not overwritten by a save of an older version [A047]', async () => {
    const made = await add('tour', { title: 'Two editors' })
    await saveService(core, admin, { kind: 'tour', id: made.id, version: 1, summary: 'First' })
    const late = await refusalOf(saveService(core, admin, { kind: 'tour', id: made.id, version: 1, summary: 'Second' }))
    expect(late.code).toBe('catalogue/version-conflict')
    expect((await getService(core.db, core, made.id)).summary).toBe('First')
  })

  it('keeps omitted fields and its creation time on an update [A066]', async () => {
    const made = await add('tour', { title: 'Kept', summary: 'Stays', details: { overview: 'Stays too' } })
    core.clock.advance(60)
    const saved = await saveService(core, admin, {
      kind: 'tour',
      id: made.id,
      version: 1,
      details: { price_adult: 12_345 },
    })
    expect(saved).toMatchObject({ summary: 'Stays', from: { minor: 12_345 }, createdAt: made.createdAt })
    expect(saved.details).toMatchObject({ overview: 'Stays too', price_adult: 12_345 })
    expect(saved.updatedAt).toEqual(core.clock())
  })

  it('is unique for kinds that allow one active item [C135]', async () => {
    const clearance = (title: string) => saveService(core, admin, { kind: 'ok-to-board', title, details: {} })
    expect((await clearance('Ok to Board')).href).toBe('/ok-to-board')
    expect((await refusalOf(clearance('Second'))).code).toBe('catalogue/one-active')
    const input = { kind: 'ok-to-board', title: 'Second', status: 'inactive' as const, details: {} }
    const second = await saveService(core, admin, input)
    const turnedOn = setServiceStatus(core, admin, { id: second.id, version: 1, status: 'active' })
    expect((await refusalOf(turnedOn)).code).toBe('catalogue/one-active')
  })

  it('leaves an audit entry of its changes', async () => {
    const made = await add('tour', { title: 'Audited' })
    await saveService(core, admin, { kind: 'tour', id: made.id, version: 1, summary: 'New' })
    const entries = await core.db
      .selectFrom('audit_entries')
      .select(['action', 'actor_id', 'before', 'after'])
      .where('subject_id', '=', made.id)
      .orderBy('at')
      .orderBy('id')
      .execute()
    expect(entries.map((entry) => entry.action)).toEqual(['service.created', 'service.updated'])
    expect(entries[1]).toMatchObject({ actor_id: 'admin-1', before: { summary: '' }, after: { summary: 'New' } })
  })

  it('is stored even when a long text is cut inside a surrogate pair', async () => {
    // Two texts, one character apart: one of them is cut inside a surrogate pair.
    for (const start of ['', '.']) {
      const description = start + '🌴'.repeat(9_999)
      const overview = `${start}${'🐪'.repeat(9_999)}`
      const item = await add('tour', { title: `Tour${start}${'🕌'.repeat(97)}`, details: { description, overview } })
      expect(item.details).toMatchObject({ description, overview })
      const copy = await duplicateService(core, admin, item.id)
      expect(copy.title).toMatch(/^Tour\.?(🕌)+\ufffd? \(copy\)$/u)
    }
  })
})

describe('featured and trending', () => {
  it('return at most six active featured Umrah packages, newest first [C314, A118]', async () => {
    const made = []
    for (let n = 0; n < 8; n++) made.push(await add('umrah', { title: `Featured ${n}`, is_featured: true }))
    await setServiceStatus(core, admin, { id: made[7]?.id ?? '', version: 1, status: 'inactive' })
    const cards = await listFeatured(core, { kind: 'umrah', limit: 6 })
    expect(cards.map((card) => card.title)).toEqual([6, 5, 4, 3, 2, 1].map((n) => `Featured ${n}`))
  })

  it('return active featured visas, newest first [C313]', async () => {
    const made = []
    for (const visa_type of ['First', 'Second', 'Third'])
      made.push(await add('visa', { is_featured: true, details: { visa_type } }))
    await add('visa', { details: { visa_type: 'Plain' } })
    await setServiceStatus(core, admin, { id: made[1]?.id ?? '', version: 1, status: 'inactive' })
    const answer = await list({ kind: 'visa', featured: 'true' })
    expect(answer.items.map((item) => item.id)).toEqual([made[2]?.id, made[0]?.id])
  })

  it('return trending items of every kind in display_order, without inactive ones [C037]', async () => {
    const tour = await add('tour', { title: 'Trending tour' })
    const visa = await add('visa', { details: { visa_type: 'Trending' } })
    const gone = await add('ticket', { title: 'Trending gone' })
    const off = await add('ticket', { title: 'Trending off' })
    await setServiceStatus(core, admin, { id: gone.id, version: 1, status: 'inactive' })
    await core.db
      .insertInto('trending_products')
      .values(
        [visa, gone, tour, off].map((item, place) => ({
          id: crypto.randomUUID(),
          service_id: item.id,
          display_order: place,
          is_active: item !== off,
        })),
      )
      .execute()
    expect((await listTrending(core)).map((card) => card.title)).toEqual(['UAE Trending', 'Trending tour'])
  })
})

describe('the API', () => {
  const context = {
    caller: anonymous('127.0.0.1'),
    idempotencyKey: null,
    requestId: 'test',
    cookies: '',
    userAgent: '',
    language: 'en' as const,
  }

  it('returns active items only, with the contract’s fields and no database columns [C305]', async () => {
    const router = implementCatalogue(core)
    for (const { key } of core.kinds.all) {
      const page = await call(router.list, { kind: key, limit: 100 }, { context })
      for (const card of page.items) {
        const answer = await call(router.get, { kind: key, idOrSlug: card.slug }, { context })
        expect(answer).toMatchObject({ service: { id: card.id, title: card.title, from: card.from } })
        expect((await getService(core.db, core, card.id)).status).toBe('active')
      }
      expect(JSON.stringify(page)).not.toMatch(/search_text|searchText|"status"|overview/)
    }
    expect(await call(router.trending, undefined, { context })).toHaveLength(2)
  })

  it.each([
    [
      'C306',
      'visa',
      'country visa_type price child_price processing_time estimated_days overview requirements whats_included',
    ],
    [
      'C307',
      'umrah',
      'description short_description departure_city hotel_category transportation_type duration_days duration_nights group_size_min group_size_max price discount_price price_child price_infant video_url itinerary includes excludes cancellation_policy terms_conditions',
    ],
    [
      'C309',
      'tour',
      'price_adult price_child price_infant overview highlights whats_included exclusions itinerary duration location cancellation_policy terms_conditions video_url gallery_images',
    ],
    [
      'C310',
      'package',
      'description days nights price_adult price_child price_infant overview highlights whats_included exclusions itinerary location cancellation_policy terms_conditions video_url gallery_images',
    ],
    ['C311', 'ticket', 'description location price_adult price_child price_infant video_url image_urls'],
    ['C312', 'ok_to_board', 'processing_time features base_price processing_fee tax_rate'],
  ])(
    '%s: a %s has the field names of the specification [C306, C307, C309, C310, C311, C312]',
    async (_id, kind, own) => {
      const router = implementCatalogue(core)
      const [first] = (await call(router.list, { kind, limit: 1 }, { context })).items
      const answer = await call(router.get, { kind, idOrSlug: first?.id ?? '' }, { context })
      const service = 'service' in answer ? answer.service : null
      const shared = 'id slug title featured_image is_featured rating total_reviews status is_active created_at'.split(
        ' ',
      )
      expect(Object.keys(service ?? {})).toEqual(expect.arrayContaining(shared))
      expect(Object.keys(service?.details ?? {})).toEqual(expect.arrayContaining(own.split(' ')))
      expect([service?.status, service?.is_active]).toEqual(['active', true])
      expect('duration' in (service?.details ?? {})).toBe(kind === 'tour')
    },
  )
})
