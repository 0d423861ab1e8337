import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { diskStore } from '../../src/adapters/files/disk/index.server.ts'
import { languages } from '../../src/kernel/language.ts'
import { notTranslated, stateOf } from '../../src/kernel/translations.ts'
import { listDeparturesToday, readDepartureToCheckIn } from '../../src/modules/booking/check-in/read-check-in.server.ts'
import { listBookings, proveUses, readAdminBooking, readDashboard } from '../../src/modules/booking/index.server.ts'
import { admin } from '../../src/modules/booking/testing/fixtures.ts'
import { getService, searchItems } from '../../src/modules/catalogue/index.server.ts'
import { getTranslation } from '../../src/modules/catalogue/translations/queries.server.ts'
import { defaultPages, getPage, readChrome, readHome } from '../../src/modules/content/index.server.ts'
import { readAvailability } from '../../src/modules/inventory/index.server.ts'
import { shownWords, translatableWords } from '../../src/modules/payment/gateways/rules/translated-words.ts'
import { proveLedger } from '../../src/modules/payment/index.server.ts'
import { digestOf } from '../../src/platform/text-digest.server.ts'
import { kinds } from '../../src/services/index.ts'
import { loadKinds } from '../../src/services/loaded.server.ts'
import { cruise } from '../../src/services/testing/cruise/index.ts'
import { tour } from '../../src/services/tour/index.ts'
import { testCore } from '../../tests/support/database.ts'
import { DatabaseNotEmpty, isEmptyDatabase, type SeedDeps, seedWorld } from './index.server.ts'
import { seedMillion } from './million.server.ts'
import { seedTestItems, testItems } from './test-world.server.ts'
import { beginWorld } from './world.server.ts'

const folders: string[] = []
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))))

const ownKinds = await loadKinds(kinds)
/** As after `npm run gen`: with the template of new kinds. */
const withTemplate = await loadKinds([...kinds, { ...cruise, key: 'example' }])

async function emptyShop(): Promise<SeedDeps> {
  const folder = await mkdtemp(join(tmpdir(), 'safar-seed-'))
  folders.push(folder)
  return { ...(await testCore()), store: diskStore(folder), isSandbox: true }
}
/** Closes its connections after the test: the server has too few for the shops of all tests together. */
async function shopForOneTest(): Promise<SeedDeps> {
  const deps = await emptyShop()
  onTestFinished(() => deps.db.destroy())
  return deps
}
/** Compares the amounts of every booking with its kind's rules. Returns the number of bookings. */
async function expectConsistentBookings(deps: SeedDeps): Promise<number> {
  const bookings = await deps.db.selectFrom('bookings').selectAll().execute()
  for (const booking of bookings) {
    const service = await getService(deps.db, deps, booking.service_id)
    const kind = deps.kinds.find(service.kind)
    const party = { adults: booking.adults_count, children: booking.children_count, infants: booking.infants_count }
    const request = { party, date: booking.travel_date, time: booking.travel_time, booking: booking.details }
    const price = kind?.price(service, request)
    expect(booking.final_minor, booking.service_title).toBe(price?.final.minor)
    expect(booking.price_lines).toEqual(price?.lines)
    expect([booking.currency, booking.service_type]).toEqual([service.currency, service.kind])
    expect(booking.created_at <= deps.clock()).toBe(true)
    expect(booking.expires_at === null || booking.expires_at > deps.clock()).toBe(true)
  }
  return bookings.length
}
/** Counters that differ from the bookings. */
const wrongCounters = async (deps: SeedDeps) =>
  (
    await sql`
      select service_type, booking_status, payment_status, currency, sum(bookings) from booking_counters
      group by 1, 2, 3, 4 having sum(bookings) <> 0
      except select service_type, booking_status, payment_status, currency, count(*) from bookings group by 1, 2, 3, 4
    `.execute(deps.db)
  ).rows

describe.each([
  ['the demo world', ownKinds],
  ['the demo world with a new kind', withTemplate],
])('%s', (_, kinds) => {
  let deps: SeedDeps
  beforeAll(async () => {
    deps = { ...(await emptyShop()), kinds }
    await seedWorld(deps, 'demo')
  })

  it('is loaded into an empty database only', async () => {
    await expect(seedWorld(deps, 'demo')).rejects.toBeInstanceOf(DatabaseNotEmpty)
    await expect(seedWorld(deps, 'test')).rejects.toBeInstanceOf(DatabaseNotEmpty)
  })

  it('has an Umrah package with three group departures, one nearly full', async () => {
    const groups = await deps.db
      .selectFrom('departures')
      .innerJoin('services', 'services.id', 'departures.service_id')
      .selectAll('departures')
      .where('is_added', '=', true)
      .where('slug', '=', 'umrah-groups-from-dubai')
      .orderBy('local_date')
      .execute()
    expect(groups.map(({ capacity, taken }) => Number(capacity) - taken)).toEqual([3, 40, 30])
    expect(groups[0]?.taken).toBeGreaterThan(25)
    expect(groups.every(({ return_date, travel_mode, carrier }) => return_date && travel_mode && carrier)).toBe(true)
    const service = await getService(deps.db, deps, groups[0]!.service_id)
    expect([service.kind, service.details.group_departures_only]).toEqual(['umrah', true])
  })

  it('has a boat whose tour closes another one within 30 days, and units that agree with the bookings', async () => {
    expect(await proveUses(deps.db, deps)).toEqual([])
    const { rows } = await sql<{ day: string }>`
      select d.local_date as day from resource_uses u join resources r on r.id = u.resource_id
      join departures d on d.id = u.departure_id join services s on s.id = d.service_id
      where r.type = 'boat' and s.slug = 'musandam-dhow-and-snorkelling-day' and d.local_date between '2026-11-22' and '2026-12-21' order by 1`.execute(
      deps.db,
    )
    const [used] = rows
    if (!used) throw new Error('no departure uses the boat')
    const other = { kind: 'tour', idOrSlug: 'yacht-morning-from-dubai-marina' }
    const { days } = await readAvailability(deps, { ...other, from: used.day, to: used.day })
    expect(days).toMatchObject([{ state: 'sold_out' }])
  })

  it('has the title and summary of each item in every language of the shop', async () => {
    const scripts = { ar: /\p{Script=Arabic}/u, hi: /\p{Script=Devanagari}/u, ur: /\p{Script=Arabic}/u }
    expect(Object.keys(scripts).toSorted()).toEqual(languages.filter((code) => code !== 'en').toSorted())
    for (const { key, kind } of deps.kinds.all) {
      const { seed = [], translations } = (await kind.seed?.()) ?? {}
      for (const language of ['ar', 'hi', 'ur'] as const) {
        const items = translations?.[language] ?? {}
        expect(Object.keys(items).toSorted(), `${key} in ${language}`).toEqual(seed.map(({ slug }) => slug).toSorted())
        for (const { title, summary } of Object.values(items))
          for (const text of [title, summary]) expect(text).toMatch(scripts[language])
      }
    }
    const reader = { language: 'ar', original: 'en' } as const
    const [tours] = (await searchItems(deps, { q: 'سفاري', perKind: 3, reader })).kinds
    const { translations } = await tour.seed()
    expect(tours?.cards[0]?.title).toBe(translations.ar?.['evening-desert-safari-with-bbq-dinner']?.title)
    expect(tours?.cards[0]?.languages).not.toHaveProperty('title')
  })

  it('has every text of two items of each kind, the first of its list among them, in every language of the shop', async () => {
    for (const { key } of deps.kinds.all) {
      const items = await deps.db
        .selectFrom('services')
        .select(['id', 'slug'])
        .where('kind', '=', key)
        .orderBy('created_at', 'desc')
        .execute()
      for (const language of languages.filter((code) => code !== 'en')) {
        const translated = await Promise.all(items.map(({ id }) => getTranslation(deps, { id, language })))
        const complete = translated.filter(({ progress }) => progress.translated === progress.total)
        expect(complete.length, `${key} in ${language}`).toBeGreaterThanOrEqual(Math.min(2, items.length))
        expect(complete[0]?.id, `${key} in ${language}`).toBe(items[0]?.id)
        for (const { fields } of complete)
          for (const { path, original, value } of fields.filter(({ state }) => state === 'translated'))
            expect(Array.isArray(value) ? value.length : typeof value, `${key} ${path} in ${language}`).toBe(
              Array.isArray(original) ? original.length : 'string',
            )
      }
    }
  })

  it('has its pages, sliders, menus and sentences in every language of the shop', async () => {
    const chromeDeps = { ...deps, mailer: async () => ({ send: async () => {} }) }
    for (const language of languages.filter((code) => code !== 'en')) {
      const chrome = await readChrome(chromeDeps, language)
      expect(chrome.lang, language).toBeUndefined()
      for (const entry of [...chrome.header, ...chrome.footer, ...chrome.claims])
        expect(entry).not.toHaveProperty('lang')
      for (const { languages: left } of (await readHome(deps, language)).sliders) expect(left).toBeUndefined()
      for (const { slug } of defaultPages) {
        const page = await getPage(deps, slug, language)
        expect([language, slug, page.languages, page.seoDescription]).toEqual([
          language,
          slug,
          undefined,
          expect.any(String),
        ])
      }
    }
  })

  it('has sliders, menus, pages, bank accounts and manual gateways', async () => {
    const home = await readHome(deps, 'en')
    expect(home.sliders).toHaveLength(3)
    const { header, footer } = await readChrome({ ...deps, mailer: async () => ({ send: async () => {} }) })
    expect([header.length, footer.length]).toEqual([8, 9])
    expect(header.map(({ icon }) => icon)).not.toContain('')
    const gateways = await deps.db.selectFrom('payment_gateways').select(['name', 'enabled']).orderBy('name').execute()
    expect(gateways).toEqual(
      ['bank_transfer', 'cash_on_arrival', 'sandbox_card'].map((name) => ({ name, enabled: true })),
    )
    const accounts = await deps.db.selectFrom('bank_accounts').select('currency').orderBy('currency').execute()
    expect(accounts.map(({ currency }) => currency)).toEqual(['AED', 'INR', 'USD'])
  })

  it('has the instructions of its payment methods in every language of the shop', async () => {
    const gateways = await deps.db.selectFrom('payment_gateways').selectAll().where('type', '=', 'manual').execute()
    expect(gateways.map(({ name }) => name).toSorted()).toEqual(['bank_transfer', 'cash_on_arrival'])
    for (const language of languages.filter((code) => code !== 'en'))
      for (const gateway of gateways) {
        const stored = gateway.translations[language] ?? notTranslated
        const [words] = translatableWords(gateway).filter(({ original }) => original !== '')
        expect(stateOf('manual_instructions', digestOf(words?.original), stored), language).toBe('translated')
        expect(shownWords(gateway, { language, original: 'en' }), language).not.toHaveProperty('languages')
      }
  })

  it('has bookings in every state, priced by their kind, and writes no event', async () => {
    const services = await deps.db.selectFrom('services').select('id').execute()
    if (services.length > 0) {
      expect(await expectConsistentBookings(deps)).toBeGreaterThan(40)
      const states = await deps.db
        .selectFrom('bookings')
        .select(['booking_status', 'payment_status'])
        .distinct()
        .execute()
      expect(states.length).toBeGreaterThanOrEqual(8)
    }
    expect(await wrongCounters(deps)).toEqual([])
    expect(await deps.db.selectFrom('events').select('id').execute()).toEqual([])
    expect(await deps.db.selectFrom('mail_messages').select('id').execute()).toEqual([])
  })

  it('has bookings with missing documents and with a visa, in the stage that their documents imply', async () => {
    const { needsAction } = await readDashboard(deps)
    expect(needsAction.missingDocuments).toBe(4)
    const listed = await listBookings(deps, {
      documents: 'missing',
      sort: 'created_at',
      direction: 'desc',
      limit: 50,
    })
    expect(new Set(listed.items.map(({ service_type }) => service_type))).toEqual(new Set(['visa', 'ok_to_board']))
    const { rows } = await sql<{ id: string; stage: string }>`
      select id, case_stage as stage from bookings where case_stage is not null`.execute(deps.db)
    expect(new Set(rows.map(({ stage }) => stage)).size).toBe(3)
    for (const { id, stage } of rows) {
      const { service_type, service_id, adults_count, children_count, ...view } = await readAdminBooking(deps, id)
      const people = adults_count + children_count
      const documents = deps.kinds.find(service_type)?.documents(await getService(deps.db, deps, service_id)) ?? []
      const required = documents.filter((each) => each.required)
      const complete = required.reduce((sum, { perTraveller }) => sum + (perTraveller ? people : 1), 0)
      expect(view.documents.length).toBe(stage === 'waiting_for_documents' ? 0 : complete)
      const delivered = view.issuing?.items.filter(({ deliveredAt }) => deliveredAt !== null) ?? []
      expect(delivered.length).toBe(stage === 'document_delivered' ? people : 0)
    }
  })

  it('has a departure today that is half checked in', async () => {
    const { departures } = await listDeparturesToday(deps)
    expect(departures).toMatchObject([{ service_type: 'tour', first_time: '08:00', people: 20, arrived: 8 }])
    const id = departures[0]?.departure_id ?? ''
    const { parties } = await readDepartureToCheckIn(deps, admin, id)
    const parts = parties.map(({ people }) => people.filter(({ arrival }) => arrival !== null).length / people.length)
    expect(parts.toSorted()).toEqual([0, 0, 0, 0, 0.5, 1, 1, 1])
    expect(parties.filter(({ to_collect }) => to_collect !== null)).toHaveLength(1)
  })

  it('has reviews of past trips only, and ratings computed from them', async () => {
    const { rows: early } = await sql`
      select r.id from reviews r join bookings b on b.id = r.booking_id where b.booking_status <> 'completed'
        or b.service_id <> r.service_id or r.written_at::date <= b.travel_date or r.written_at > ${deps.clock()}`.execute(
      deps.db,
    )
    expect(early).toEqual([])
    const { rows: states } = await sql<{ status: string }>`select distinct status from reviews order by 1`.execute(
      deps.db,
    )
    expect(states.map(({ status }) => status)).toEqual(['published', 'waiting'])
    const { rows: wrong } = await sql`
      select s.id from services s left join reviews r on r.service_id = s.id and r.status = 'published'
      group by s.id having s.total_reviews <> count(r.id) or s.rating <> coalesce(round(avg(r.rating), 1), 0)`.execute(
      deps.db,
    )
    expect(wrong).toEqual([])
  })

  it('has histories in order of time, and attempts that agree with their bookings', async () => {
    const { rows: backwards } = await sql`
      select id from (select id, at, lag(at) over (partition by booking_id order by id) as before from booking_history) h
      where at < before`.execute(deps.db)
    expect(backwards).toEqual([])
    const { rows: different } = await sql`
      select b.id from bookings b join payment_attempts a on a.booking_id = b.id
      where a.captured_minor <> b.paid_minor or a.refunded_minor <> b.refunded_minor or a.currency <> b.currency`.execute(
      deps.db,
    )
    expect(different).toEqual([])
    expect(await proveLedger(deps.db)).toEqual([])
  })
})

describe('the test world', () => {
  it.each([[ownKinds], [withTemplate]])('has an item of every kind under a fixed slug', async (kinds) => {
    const deps = { ...(await shopForOneTest()), kinds }
    await seedWorld(deps, 'test')
    const { rows } = await sql<{ kind: string }>`select distinct kind from services order by kind`.execute(deps.db)
    expect(rows.map(({ kind }) => kind)).toEqual(deps.kinds.all.map(({ key }) => key).sort())
  })
})

describe('an interrupted seeding', () => {
  it('is restarted, and two nodes that start together load one world', async () => {
    const deps = await shopForOneTest()
    await beginWorld(deps)
    await seedTestItems(deps)
    expect(await isEmptyDatabase(deps.db)).toBe(true)
    await Promise.all([seedWorld(deps, 'test'), seedWorld(deps, 'test')])
    expect(await isEmptyDatabase(deps.db)).toBe(false)
    const services = await deps.db.selectFrom('services').select('slug').execute()
    const items = await testItems(deps.kinds.all.map(({ kind }) => kind))
    expect(services.map(({ slug }) => slug).sort()).toEqual(items.map(({ slug }) => slug).sort())
  })
})

describe('the check for an empty database', () => {
  it('does not block a node that starts seeding', async () => {
    const deps = await shopForOneTest()
    for (let round = 0; round < 15; round++) {
      const looks = Array.from({ length: 8 }, () => isEmptyDatabase(deps.db))
      const [, ...answers] = await Promise.all([beginWorld(deps), ...looks])
      expect(answers).toEqual(looks.map(() => true))
    }
  })
})

describe('the million world', () => {
  it.each([[ownKinds], [withTemplate]])(
    'creates the requested number of consistent items and bookings',
    async (kinds) => {
      const deps = { ...(await shopForOneTest()), kinds }
      await seedMillion(deps, { bookings: 900, services: 100 })
      const items = await deps.db.selectFrom('services').selectAll().execute()
      expect(items).toHaveLength(100)
      for (const item of items) {
        const kind = deps.kinds.find(item.kind)
        expect(kind?.details.safeParse(item.details).error, item.title).toBeUndefined()
        expect(kind?.startingPrice(item).from.minor, item.title).toBe(item.from_minor)
      }
      expect(await expectConsistentBookings(deps)).toBe(900)
      expect(await wrongCounters(deps)).toEqual([])
      expect(await proveLedger(deps.db)).toEqual([])
      const { rows } = await sql`select 1 from pg_indexes where indexname = 'bookings_search_person'`.execute(deps.db)
      expect(rows).toHaveLength(1)
    },
  )
})
