import { addHours } from '../../src/kernel/dates.ts'
import { type CatalogueService, type SaveServiceInput, saveService } from '../../src/modules/catalogue/index.server.ts'
import { saveSettings } from '../../src/modules/settings/index.server.ts'
import type { ServiceKind } from '../../src/services/kind.ts'
import { demoSettings } from './content.ts'
import { demoItem } from './demo-item.ts'
import { seedBankAccounts, seedManualGateways } from './gateways.server.ts'
import { at, type SeedDeps, seeder } from './world.server.ts'

const dubaiTour = {
  location: 'Dubai',
  duration: '6 hours',
  overview: 'Dunes, camels and dinner.',
  highlights: ['Dune drive', 'Camel ride'],
  whats_included: ['Pickup', 'Dinner'],
  exclusions: ['Drinks'],
  itinerary: [{ title: 'Into the desert', description: 'Over the dunes' }],
}

/** One or two items of the kinds that tests know by name. Oldest first. Amounts are minor units. */
const namedItems: readonly SaveServiceInput[] = [
  {
    kind: 'tour',
    slug: 'city-tour',
    title: 'City Tour',
    summary: 'Half a day in the old town',
    featured_image: 'old-town',
    details: { location: 'Dubai', duration: '4 hours', price_adult: 5_000, instant_confirmation: false },
  },
  {
    kind: 'tour',
    slug: 'desert-safari',
    title: 'Desert Safari',
    summary: 'Dunes and dinner',
    is_featured: true,
    featured_image: 'desert-dunes',
    details: { ...dubaiTour, price_adult: 10_000, price_child: 6_000, price_infant: 0, instant_confirmation: true },
  },
  {
    kind: 'package',
    slug: 'dubai-three-days',
    title: 'Dubai in Three Days',
    summary: 'Hotel, city and desert',
    featured_image: 'skyline-dusk',
    details: { location: 'Dubai', days: 3, nights: 2, price_adult: 50_000, price_child: 30_000, price_infant: 0 },
  },
  {
    kind: 'visa',
    slug: 'uae-30-days',
    title: 'United Arab Emirates 30 days',
    summary: 'Single entry',
    featured_image: 'visa-navy',
    details: {
      country: 'United Arab Emirates',
      visa_type: '30 days',
      price: 9_000,
      child_price: 7_000,
      processing_time: '3-4 working days',
      requirements: ['Passport scan', 'Photo'],
    },
  },
  {
    kind: 'ticket',
    slug: 'tower-ticket',
    title: 'Tower Ticket',
    summary: 'The view from the top',
    featured_image: 'skyline-frame',
    details: { location: 'Dubai', price_adult: 15_000, price_child: 12_000, price_infant: 0 },
  },
  {
    kind: 'transfer',
    slug: 'airport-to-city',
    title: 'Airport to City',
    summary: 'A saloon car for up to four',
    featured_image: 'transfer-airport',
    details: {
      transfer_type: 'Airport Transfer',
      vehicle_type: 'Sedan',
      base_price: 15_000,
      max_passengers: 4,
      duration_minutes: 45,
      pickup_locations: ['Dubai International Airport'],
      dropoff_locations: ['Dubai'],
    },
  },
  {
    kind: 'umrah',
    slug: 'umrah-ten-days',
    title: 'Umrah in Ten Days',
    summary: 'Makkah and Madinah',
    is_featured: true,
    featured_image: 'umrah-dawn',
    details: {
      short_description: 'Makkah and Madinah',
      price: 120_000,
      discount_price: 100_000,
      duration_days: 10,
      duration_nights: 9,
      departure_city: 'Mumbai',
      hotel_category: '4-Star',
      transportation_type: 'Bus',
    },
  },
  {
    kind: 'ok_to_board',
    slug: 'ok-to-board',
    title: 'Ok to Board',
    summary: 'Clearance for flights from India',
    featured_image: 'boarding-gate',
    details: { features: ['SMS and email'], requirements: ['Passport', 'Visa', 'Flight booking'] },
  },
]

/** Items of every kind with fixed slugs and prices: those above, and the first demo item of each other kind. */
export async function testItems(kinds: readonly ServiceKind[]): Promise<readonly SaveServiceInput[]> {
  const named = namedItems.filter((item) => kinds.some(({ key }) => key === item.kind))
  const others = kinds.filter(({ key }) => !named.some((item) => item.kind === key))
  const first = others.map(async ({ key, seed }) =>
    ((await seed?.())?.seed ?? []).slice(0, 1).map((item) => demoItem(key, item)),
  )
  return [...named, ...(await Promise.all(first)).flat()]
}

/** The world of tests: default settings, no bookings, manual gateways enabled. */
export async function seedTest(deps: SeedDeps): Promise<void> {
  await saveSettings(deps, seeder, demoSettings)
  await deps.db.transaction().execute(async (trx) => {
    await seedManualGateways(trx, deps)
    await seedBankAccounts(trx, deps)
  })
  await seedTestItems(deps)
}

export async function seedTestItems(deps: SeedDeps): Promise<readonly CatalogueService[]> {
  const items = await testItems(deps.kinds.all.map(({ kind }) => kind))
  const saved: CatalogueService[] = []
  for (const [place, item] of items.entries())
    saved.push(await saveService(at(deps, addHours(deps.clock(), place - items.length)), seeder, item))
  return saved
}
