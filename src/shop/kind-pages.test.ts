// The pages of packages, tickets, Umrah packages and transfers, as they come out of the server.
import { describe, expect, test } from 'vitest'
import { money } from '../kernel/money.ts'
import type { ServiceCard, ServiceDetail } from '../modules/catalogue/contract.ts'
import type { ServiceKind } from '../services/kind.ts'
import { tour } from '../services/tour/index.ts'
import { umrah } from '../services/umrah/index.ts'
import { visa } from '../services/visa/index.ts'
import { BookingPending, PaymentPending } from './pending.tsx'
import { serviceQuery } from './queries.ts'
import { createRouteTree } from './routes.tsx'
import { cardOf, chromeOf, type FakeWorld, fakeApi, tourOf } from './testing/fake-api.ts'
import { bodyOf, linksOf, open, textOf } from './testing/open-page.ts'

const read = async (path: string, world?: FakeWorld) => textOf((await open(path, world)).html)
const page = async (path: string, world?: FakeWorld) => bodyOf((await open(path, world)).html)
/** Fails as a database that is away would. */
const failing =
  (call: string): NonNullable<FakeWorld['onCall']> =>
  (name) => {
    if (name === call) throw new Error('away')
  }

const journey = {
  description: 'Ten days with direct flights. Six nights in Makkah, three in Madinah.',
  short_description: 'With a group leader from Mumbai.',
  price: 145_000,
  discount_price: 132_500,
  duration_days: 10,
  duration_nights: 9,
  departure_city: 'Mumbai',
  location: 'Makkah and Madinah',
  special_notes: '',
  hotel_category: '4-Star',
  transportation_type: 'Flight',
  group_size_min: 2,
  group_size_max: 45,
  includes: ['Saudi visa'],
  excludes: ['Shopping'],
  pickup_points: [],
  itinerary: [{ title: 'Arrival', description: 'Ihram before the Miqat.' }],
  cancellation_policy: '',
  terms_conditions: '',
  video_url: '',
}
const umrahCard = (more: Partial<ServiceCard> = {}): ServiceCard =>
  cardOf({
    kind: 'umrah',
    slug: 'ten-days',
    href: '/umrah/ten-days',
    title: 'Ten Days',
    location: 'Makkah and Madinah',
    from: money(132_500, 'USD'),
    was: money(145_000, 'USD'),
    durationMinutes: 14_400,
    featured_image: 'haram-1',
    details: journey,
    ...more,
  })
const umrahOf = (more: Partial<ServiceDetail> = {}): ServiceDetail => ({
  ...tourOf(),
  ...umrahCard(),
  images: [],
  schedule: { ...tourOf().schedule, timeRequired: false, slots: [], hasPickup: false },
  party: {
    adults: { min: 1, max: 45 },
    children: { max: 45, free: false },
    infants: { max: 45, free: false },
    together: 45,
  },
  isInstant: false,
  ...more,
})
const packageOf = (more: Record<string, unknown> = {}, rest: Partial<ServiceDetail> = {}): ServiceDetail =>
  tourOf({
    kind: 'package',
    slug: 'short-break',
    href: '/packages/short-break',
    title: 'Dubai Short Break',
    location: 'Dubai',
    schedule: { ...tourOf().schedule, timeRequired: false, slots: [], hasPickup: false },
    details: {
      ...tourOf().details,
      location: 'Dubai',
      days: 4,
      nights: 3,
      description: 'A long weekend.',
      overview: 'Two of the towers, one of the deserts.',
      highlights: ['A dhow by night'],
      whats_included: ['Breakfast'],
      exclusions: ['Visa'],
      cancellation_policy: 'Free until a week before.',
      ...more,
    },
    ...rest,
  })
const ticketOf = (more: Record<string, unknown> = {}, rest: Partial<ServiceDetail> = {}): ServiceDetail =>
  tourOf({
    kind: 'ticket',
    slug: 'frame',
    href: '/tickets/frame',
    title: 'Dubai Frame',
    location: 'Zabeel Park',
    currency: 'AED',
    from: money(5000, 'AED'),
    schedule: { ...tourOf().schedule, hasPickup: false },
    details: {
      ...tourOf().details,
      description: 'Old town on one side, new on the other.',
      price_adult: 5000,
      price_child: 2000,
      price_infant: 0,
      instant_delivery: true,
      ...more,
    },
    ...rest,
  })

describe('the Umrah list', () => {
  const cards = [umrahCard(), umrahCard({ id: 'u2', slug: 'u-2', href: '/umrah/u-2', title: 'Five Days' })]

  test('[C103] opens with a hero as tall as the window, whose film waits for the browser', async () => {
    const chrome = chromeOf({ heroVideo: '/media/makkah.mp4' })
    const html = await page('/umrah', { cards, chrome })
    expect(html).toContain('min-h-[calc(100svh-4rem)]')
    expect(html).toContain('opening-drift')
    expect(html).not.toContain('<video')
    expect(html.indexOf('Umrah packages')).toBeLessThan(html.indexOf('Ten Days'))
  })

  test('[C104] offers the sound where there is one, off at first, and fetches nothing of it', async () => {
    const html = await page('/umrah', { cards })
    expect(html).toContain('aria-label="Turn the sound on"')
    expect(html).toMatch(/<audio [^>]*preload="none"/)
    expect(html).not.toContain('autoplay')
    expect(await page('/umrah', { cards, chrome: chromeOf({ heroAudio: null }) })).not.toContain('Turn the sound on')
  })

  test('[C105] says how to search, and how many packages match', async () => {
    const html = await page('/umrah', { cards })
    expect(html).toContain('placeholder="Search packages by city, features..."')
    expect(html).toMatch(/<h2>2 sacred packages<\/h2>/)
    expect(await page('/umrah?q=five', { cards })).toMatch(/<h2>1 sacred package<\/h2>/)
  })

  test('[C108] says so when nothing matches', async () => {
    expect(await read('/umrah?q=zzz', { cards })).toContain(
      'No sacred packages found Try adjusting your search terms or clear the search to see all blessed journeys.',
    )
  })

  test('[C109] tells why, and the journey in its four steps, and leads to hotels, flights and guides', async () => {
    const html = await page('/umrah', { cards })
    expect(textOf(html)).toContain('Why choose us')
    const steps = [...html.matchAll(/<h3 class="text-xl">(.*?)<\/h3>/g)].map(([, step = '']) => textOf(step))
    expect(steps).toEqual(['Arrival & Ihram', "Tawaf & Sa'i", 'Hair Cutting', 'Spiritual Reflection'])
    for (const link of ['Hotels -> /hotels', 'Flights -> /flights', 'Guides -> /guides'])
      expect(linksOf(html)).toContain(link)
  })

  test('[C110] a card has picture, two lines of description, group size and price per person', async () => {
    const html = await page('/umrah', { cards: [umrahCard()] })
    expect(html).toContain('/pictures/haram-1-800.webp')
    expect(html).toMatch(/<p class="[^"]*line-clamp-2[^"]*">Ten days with direct flights\./)
    expect(textOf(html)).toContain('Up to 45 people')
    expect(textOf(html)).toContain('$1,325 per person')
    expect(await page('/umrah', { cards: [umrahCard({ featured_image: null })] })).toContain(
      '/pictures/kaaba-1-800.webp',
    )
  })

  test('[C111] a card has a rating only above 0, with the number of reviews', async () => {
    expect(await read('/umrah', { cards: [umrahCard()] })).not.toContain('review')
    expect(await read('/umrah', { cards: [umrahCard({ rating: 4.5, total_reviews: 12 })] })).toContain(
      '4.5 (12 reviews)',
    )
  })

  test('[C113] a card has the price struck through beside a lower one, and otherwise the price alone', async () => {
    const struck = (html: string) => [...html.matchAll(/<s[ >][\s\S]*?<\/s>/g)].map(([was]) => textOf(was).trim())
    expect(struck(await page('/umrah', { cards: [umrahCard()] })).join()).toContain('$1,450')
    expect(struck(await page('/umrah', { cards: [umrahCard({ was: null })] }))).toEqual([])
  })

  test('[C114] a card leads to the slug, or to the id where there is none', async () => {
    const id = umrahCard().id
    const html = await page('/umrah', { cards: [umrahCard(), umrahCard({ slug: '', href: `/umrah/${id}` })] })
    expect(linksOf(html)).toContain('Ten Days -> /umrah/ten-days')
    expect(linksOf(html)).toContain(`Ten Days -> /umrah/${id}`)
    expect((await open(`/umrah/${id}`, { services: [umrahOf()] })).status).toBe(200)
  })

  test('[C124] a list that cannot be read says so', async () => {
    const failed = await open('/umrah', { onCall: failing('catalogue.list') })
    expect(failed.status).toBe(500)
    expect(textOf(failed.html)).toContain('Failed to load Umrah packages')
  })
})

describe('an Umrah package', () => {
  const services = [umrahOf()]

  test('[C115] opens with picture, title, short description, days and nights, city and group size', async () => {
    const html = await page('/umrah/ten-days', { services })
    const hero = /<header class="relative isolate[\s\S]*?<\/header>/.exec(html)?.[0] ?? ''
    expect(hero).toContain('/pictures/haram-1-800.webp')
    expect(hero).toMatch(/<h1[^>]*>Ten Days<\/h1>/)
    expect(textOf(hero)).toContain('With a group leader from Mumbai.')
    expect(textOf(hero)).toContain('10 days, 9 nights From Mumbai Up to 45 people')
  })

  test('[C111, C118] the card beside it has price, hotel, transport, group size, rating, the way to book and help', async () => {
    const aside = async (more: Partial<ServiceDetail>) => {
      const html = await page('/umrah/ten-days', { services: [umrahOf(more)] })
      return /<aside class="grid[\s\S]*?<\/aside>/.exec(html)?.[0] ?? ''
    }
    const card = textOf(await aside({ rating: 4.6, total_reviews: 31 }))
    for (const words of [
      '$1,325 per person',
      '4.6 out of 5 (31 reviews)',
      'Hotel category 4-Star',
      'Transport type Flight',
      'Group size 2 to 45 people',
      'Need Help',
    ])
      expect(card).toContain(words)
    expect(linksOf(await aside({}))).toContain('Book Now -> /umrah/ten-days/booking')
    expect(textOf(await aside({}))).not.toContain('review')
  })

  test('[C122] Book Now leads to a form for date, travellers and contact', async () => {
    const text = await read('/umrah/ten-days/booking', { services })
    for (const part of [
      'Travel date',
      'Adults 12+ years',
      'Children',
      'Infants',
      'Customer name',
      'Email address',
      'Phone',
    ])
      expect(text).toContain(part)
    expect(text).toContain('1 adult × $1,325.00')
  })

  test('[C119] one that is missing says so with status 404 and leads to all packages', async () => {
    for (const path of ['/umrah/nothing', '/umrah/nothing/booking']) {
      const missing = await open(path)
      expect(missing.status).toBe(404)
      expect(textOf(missing.html)).toContain('Package Not Found')
      expect(linksOf(missing.html)).toContain('View All Packages -> /umrah')
    }
  })

  test('[C124] one that cannot be read says so', async () => {
    const failed = await open('/umrah/ten-days', { services, onCall: failing('catalogue.get') })
    expect(failed.status).toBe(500)
    expect(textOf(failed.html)).toContain('Failed to load Umrah package')
    expect(textOf(failed.html)).not.toContain('Failed to load Umrah packages')
  })
})

describe('a look-up without an address', () => {
  test('[C052, C076, C125] asks nobody, and says what is missing', async () => {
    const calls: string[] = []
    const api = fakeApi({ onCall: (name) => calls.push(name) })
    const lookUp = (kind: ServiceKind, text: string) =>
      Promise.resolve().then(() => (serviceQuery(api, kind, text).queryFn as () => unknown)())
    await expect(lookUp(tour, '')).rejects.toThrow(/^Tour ID is required$/)
    await expect(lookUp(visa, '')).rejects.toThrow(/^Visa ID is required$/)
    await expect(lookUp(umrah, ' ')).rejects.toThrow(/^Slug is required$/)
    expect(calls).toEqual([])
  })

  test('[C051, C119] is shown as a tour or package that is not there', async () => {
    const found = await open('/tours/%20')
    expect([found.status, textOf(found.html).includes('Tour Not Found')]).toEqual([404, true])
    expect(await read('/umrah/%20')).toContain('Package Not Found')
  })
})

describe('a tour', () => {
  test('[C051] that cannot be read is shown as not found, and the answer is not kept', async () => {
    for (const path of ['/tours/evening-desert-safari', '/tours/evening-desert-safari/booking']) {
      const failed = await open(path, { onCall: failing('catalogue.get') })
      expect([failed.status, failed.isPrivate]).toEqual([500, true])
      expect(textOf(failed.html)).toContain('Tour Not Found')
      expect(linksOf(failed.html)).toContain('Back to Tours -> /tours')
    }
  })

  test('[C050, C201] its booking page and the payment have sentences of their own while they load', () => {
    const routes = createRouteTree().children as unknown as readonly {
      options: { path: string; pendingComponent?: unknown }
    }[]
    const booking = routes.find((route) => route.options.path === '/tours/$idOrSlug/booking')
    expect(booking?.options.pendingComponent).toBe(BookingPending)
    const payment = routes.find((route) => route.options.path === '/booking-payment')
    expect(payment?.options.pendingComponent).toBe(PaymentPending)
  })
})

describe('a package', () => {
  test('[C059] shows all that there is to know, by id and by slug, and starts its booking', async () => {
    const services = [packageOf()]
    const html = await page('/packages/short-break', { services })
    for (const words of [
      'Dubai Short Break',
      'Dubai',
      '4 days, 3 nights',
      'A long weekend.',
      'Two of the towers, one of the deserts.',
      'A dhow by night',
      'Breakfast',
      'Not included Visa',
      'Day 1: The desert',
      'Adults 12+ years · $55.00 each',
      'Children 2-11 years · $45.00 each',
      'Free until a week before.',
    ])
      expect(textOf(html)).toContain(words)
    expect(html).toContain('Open picture 1 of 2')
    expect(html).toMatch(/<button[^>]*type="submit"[^>]*>Continue<\/button>/)
    expect(await read(`/packages/${packageOf().id}`, { services })).toContain('Dubai Short Break')
    const film = [packageOf({}, { videoId: 'abcdefghijk' })]
    expect(await page('/packages/short-break', { services: film })).toContain('aria-label="Play the video"')
  })
})

describe('a ticket', () => {
  test('[C062] shows title, description, place, prices by age and pictures or film, and starts its booking', async () => {
    const html = await page('/tickets/frame', { services: [ticketOf()] })
    for (const words of [
      'Dubai Frame',
      'Old town on one side, new on the other.',
      'Zabeel Park',
      '50.00 each (≈ $14)',
      '20.00 each (≈ $5)',
      'Infants Under 2 years · Free',
    ])
      expect(textOf(html)).toContain(words)
    expect(html).toContain('Open picture 1 of 2')
    expect(html).toMatch(/<button[^>]*type="submit"[^>]*>Continue<\/button>/)
    const film = [ticketOf({}, { videoId: 'abcdefghijk' })]
    expect(await page('/tickets/frame', { services: film })).toContain('aria-label="Play the video"')
  })
})

describe.each([
  ['tour', '/tours/evening-desert-safari', () => tourOf()],
  ['package', '/packages/short-break', () => packageOf()],
  ['ticket', '/tickets/frame', () => ticketOf()],
] as const)('the counters of a %s', (_kind, path, make) => {
  const counters = async (child: number | null, infant: number | null) => {
    const made = make()
    const offer = (price: number | null) => (price === null ? null : { max: 50, free: price === 0 })
    const services = [
      {
        ...made,
        currency: 'USD',
        details: { ...made.details, price_child: child, price_infant: infant },
        party: { ...made.party, children: offer(child), infants: offer(infant) },
      },
    ]
    return read(path, { services })
  }
  test('[C054, C067] are hidden without a price, free at 0 and priced above it', async () => {
    const hidden = await counters(null, null)
    expect(hidden).toContain('Adults 12+ years')
    expect(hidden).not.toContain('Children 2-11 years')
    expect(hidden).not.toContain('Infants Under 2 years')
    const both = await counters(0, 700)
    expect(both).toContain('Children 2-11 years · Free')
    expect(both).toContain('Infants Under 2 years · $7.00 each')
  })
})

describe('transfers', () => {
  const details = {
    transfer_type: 'Airport Transfer',
    vehicle_type: 'Sedan',
    max_passengers: 4,
    pickup_locations: ['Dubai International Airport'],
    dropoff_locations: ['Downtown Dubai'],
    features: ['Tolls included'],
    instant_confirmation: true,
  }
  const ride = (more: Partial<ServiceCard> = {}) =>
    cardOf({
      kind: 'transfer',
      slug: 'airport',
      href: '/transfers/airport',
      title: 'Airport to City',
      location: 'Dubai International Airport',
      currency: 'AED',
      from: money(15_000, 'AED'),
      unit: 'vehicle',
      durationMinutes: 45,
      featured_image: 'transfer-1',
      details,
      ...more,
    })

  test('[C128] are searched by words, and chosen by type', async () => {
    const types = ['Airport Transfer', 'City Transfer', 'Hotel Transfer']
    const world = { cards: [ride()], facets: { types: types.map((value) => ({ value, count: 1 })) } }
    const html = await page('/transfers', world)
    expect(html).toMatch(/<input[^>]*type="search"/)
    const chips = /<ul aria-label="Popular filters"[\s\S]*?<\/ul>/.exec(html)?.[0] ?? ''
    const names = [...chips.matchAll(/<button[\s\S]*?<\/button>/g)].map(([chip]) => textOf(chip).trim())
    expect(names).toEqual(['All Types', ...types])
  })

  test('[C129] can be ordered by price and duration, and by nothing that they have not', async () => {
    const html = await page('/transfers', { cards: [ride()] })
    const sort = /<select[\s\S]*?<\/select>/.exec(html)?.[0] ?? ''
    expect(textOf(sort).trim()).toBe('Newest Price low to high Price high to low Duration')
  })

  test('[C130] none that matches: the page says so', async () => {
    expect(await read('/transfers?q=zzz', { cards: [ride()] })).toContain(
      'No transfers found Try adjusting your search criteria',
    )
  })

  test('[C131] a card has all facts, and the mark only where it is set', async () => {
    const html = await page('/transfers', { cards: [ride()] })
    expect(html).toContain('/pictures/transfer-1-800.webp')
    for (const words of [
      'Airport to City',
      'From Dubai International Airport',
      'To Downtown Dubai',
      'Tolls included',
      'Airport Transfer 45 minutes Sedan 4 seats Instant confirmation',
      '≈ $41 per vehicle',
    ])
      expect(textOf(html)).toContain(words)
    const later = [ride({ details: { ...details, instant_confirmation: false } })]
    expect(await read('/transfers', { cards: later })).not.toContain('Instant confirmation')
  })

  test('[C132] is booked at /booking?type=transfer with its id', async () => {
    const service: ServiceDetail = {
      ...tourOf(),
      ...ride(),
      details: { ...details, base_price: 15_000 },
      images: [],
      schedule: { ...tourOf().schedule, slots: [], hours: { from: '05:00', to: '23:00' }, noticeMinutes: 120 },
      party: {
        adults: { min: 1, max: 4 },
        children: { max: 4, free: false },
        infants: { max: 4, free: false },
        together: 4,
      },
    }
    const opened = await open(`/booking?type=transfer&id=${service.id}`, { services: [service] })
    expect(opened.status).toBe(200)
    const text = textOf(opened.html)
    for (const part of [
      'Airport to City',
      'Travel date',
      'From 05:00 AM to 11:00 PM',
      '4 people at most',
      'Pickup location',
    ])
      expect(text).toContain(part)
    expect(bodyOf(opened.html)).toContain('<option value="Dubai International Airport"')
  })
})
