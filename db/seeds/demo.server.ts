import { addDays, addHours, dateIn } from '../../src/kernel/dates.ts'
import { type CatalogueService, saveService } from '../../src/modules/catalogue/index.server.ts'
import { addDeparture } from '../../src/modules/inventory/index.server.ts'
import { saveRates, saveSettings } from '../../src/modules/settings/index.server.ts'
import { defaultSettings } from '../../src/modules/settings/index.ts'
import { newId } from '../../src/platform/crypto/keyring.server.ts'
import type { Trx } from '../../src/platform/db/database.server.ts'
import type { SeedService } from '../../src/services/kind.ts'
import type { StoredResource } from '../../src/services/shared/stored-resources.ts'
import { seedBookings } from './bookings.server.ts'
import { demoRates, demoSettings, enquiries, menuItems, sliders } from './content.ts'
import { seedContentTranslations } from './content-translations.server.ts'
import { demoItem } from './demo-item.ts'
import { seedDepartureStates } from './departures.server.ts'
import { seedBankAccounts, seedManualGateways, seedMethodTranslations } from './gateways.server.ts'
import { demoPages } from './pages.ts'
import { seedResources } from './resources.server.ts'
import { seedTranslations } from './translations.server.ts'
import { at, type SeedDeps, seeder } from './world.server.ts'

/** An agency that is open for business. */
export async function seedDemo(deps: SeedDeps): Promise<void> {
  await saveSettings(deps, seeder, demoSettings)
  await saveRates(deps, seeder, demoRates)
  await deps.db.transaction().execute(async (trx) => {
    await seedManualGateways(trx, deps)
    await seedMethodTranslations(trx)
    await seedBankAccounts(trx, deps)
    await seedContent(trx, deps)
    await seedPromoCodes(trx, deps)
  })
  await seedContentTranslations(deps)
  const services = await seedServices(deps)
  await seedTranslations(
    deps,
    services.map(({ service }) => service),
  )
  await seedGroups(deps, services)
  await seedTrending(deps, services)
  await seedBookings(
    deps,
    services.filter(({ service }) => service.status === 'active').map(({ service }) => service),
  )
  await seedDepartureStates(deps)
}

async function seedContent(trx: Trx, deps: SeedDeps): Promise<void> {
  const now = deps.clock()
  await trx
    .insertInto('homepage_sliders')
    .values(
      sliders.map((slider, place) => ({
        ...slider,
        id: newId(now),
        display_order: place,
        created_at: now,
        updated_at: now,
      })),
    )
    .execute()
  await trx
    .insertInto('menu_items')
    .values(
      menuItems.map((item, place) => ({
        ...item,
        id: newId(now),
        order_index: place,
        created_at: now,
        updated_at: now,
      })),
    )
    .execute()
  await trx
    .insertInto('pages')
    .values(demoPages.map((page) => ({ ...page, seo_title: null, updated_at: now })))
    .execute()
  const written = enquiries.map(({ hoursAgo, ...enquiry }) => {
    const { isAnswered, ...message } = { isAnswered: false, ...enquiry }
    const created = addHours(now, -hoursAgo)
    const handled = isAnswered && { handled_at: addHours(created, 2), handled_by: seeder.name }
    return { ...message, ...handled, id: newId(created), created_at: created }
  })
  await trx.insertInto('contact_messages').values(written).execute()
}

async function seedPromoCodes(trx: Trx, deps: SeedDeps): Promise<void> {
  const now = deps.clock()
  const dates = { created_at: now, updated_at: now }
  await trx
    .insertInto('promo_codes')
    .values([
      {
        ...dates,
        id: newId(now),
        code: 'WELCOME10',
        description: '10 % off the first booking',
        percent_hundredths: 1_000,
        customer_limit: 1,
      },
      {
        ...dates,
        id: newId(now),
        code: 'FAMILYVISA',
        description: '20 USD off visas, the first 200 bookings',
        amount_minor: 2_000,
        currency: 'USD',
        usage_limit: 200,
        kinds: ['visa'],
      },
    ])
    .execute()
}

type Seeded = { readonly seed: SeedService; readonly service: CatalogueService }

/** Hours between two items of a kind, so that lists show them in the order of their seed files. */
const hoursBetween = 61
/** The newest item is older than any booking. */
const hoursOfNewest = 2_000

async function seedServices(deps: SeedDeps): Promise<readonly Seeded[]> {
  const resourcesOf = await seedResources(deps)
  const all: Seeded[] = []
  for (const [place, kind] of deps.kinds.all.entries()) {
    const seeds = (await kind.kind.seed?.())?.seed ?? []
    const ofKind: Seeded[] = []
    // Oldest first: ids contain the time.
    for (let n = seeds.length - 1; n >= 0; n--) {
      const seed = seeds[n]
      if (!seed) continue
      const created = addHours(deps.clock(), -hoursOfNewest - hoursBetween * n - 5 * place)
      const item = demoItem(kind.key, withResources(seed, resourcesOf(seed.slug)))
      ofKind.unshift({ seed, service: await saveService(at(deps, created), seeder, item) })
    }
    all.push(...ofKind)
  }
  return all
}

const withResources = (seed: SeedService, resources: readonly StoredResource[]): SeedService =>
  resources.length === 0 ? seed : { ...seed, details: { ...seed.details, resources } }

async function seedGroups(deps: SeedDeps, services: readonly Seeded[]): Promise<void> {
  const today = dateIn(defaultSettings.time_zone, deps.clock())
  for (const { seed, service } of services)
    for (const { inDays, nights, places, travelMode, carrier, prices = null } of seed.groups ?? []) {
      const date = addDays(today, typeof inDays === 'number' ? inDays : inDays(today))
      const trip = { return_date: addDays(date, nights), travel_mode: travelMode, carrier }
      const rest = { time: null, note: null, guide: null }
      await addDeparture(deps, seeder, { service_id: service.id, date, capacity: places, prices, ...trip, ...rest })
    }
}

/** The first item of each kind, then the second of each, so that the list begins with variety. */
async function seedTrending(deps: SeedDeps, services: readonly Seeded[]): Promise<void> {
  const trending = services.filter(({ seed, service }) => seed.trending && service.status === 'active')
  const turn = new Map<string, number>()
  const ordered = trending
    .map(({ service }) => {
      const round = turn.get(service.kind) ?? 0
      turn.set(service.kind, round + 1)
      return { service, round }
    })
    .sort((a, b) => a.round - b.round)
  if (ordered.length === 0) return
  const now = deps.clock()
  await deps.db
    .insertInto('trending_products')
    .values(
      ordered.map(({ service }, place) => ({
        id: newId(now),
        service_id: service.id,
        display_order: place + 1,
        created_at: now,
      })),
    )
    .execute()
}
