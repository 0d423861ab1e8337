// The server-rendered list of Umrah packages and page of one.
import { describe, expect, test } from 'vitest'
import { money } from '../../kernel/money.ts'
import type { ServiceCard, ServiceDetail } from '../../modules/catalogue/contract.ts'
import { cardOf, chromeOf, tourOf } from '../testing/fake-api.ts'
import { bodyAt, failing, linksOf, open, textAt, textOf } from '../testing/open-page.ts'

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

describe('the Umrah list', () => {
  const cards = [umrahCard(), umrahCard({ id: 'u2', slug: 'u-2', href: '/umrah/u-2', title: 'Five Days' })]

  test('[C103] starts with a full-height hero, whose video waits until the page is alive', async () => {
    const chrome = chromeOf({ heroVideo: '/media/makkah.mp4' })
    const html = await bodyAt('/umrah', { cards, chrome })
    expect(html).toContain('min-h-[calc(100svh-4rem)]')
    expect(html).toContain('opening-drift')
    expect(html).not.toContain('<video')
    expect(html.indexOf('Umrah packages')).toBeLessThan(html.indexOf('Ten Days'))
  })

  test('[C104] offers sound if there is any, off by default and not preloaded', async () => {
    const html = await bodyAt('/umrah', { cards })
    expect(html).toContain('aria-label="Turn sound on"')
    expect(html).toMatch(/<audio [^>]*preload="none"/)
    expect(html).not.toContain('autoplay')
    expect(await bodyAt('/umrah', { cards, chrome: chromeOf({ heroAudio: null }) })).not.toContain('Turn sound on')
  })

  test('[C105] has a search with a hint, and the number of matches', async () => {
    const html = await bodyAt('/umrah', { cards })
    expect(html).toContain('placeholder="Search packages by city, features..."')
    expect(html).toMatch(/<h2>2 sacred packages<\/h2>/)
    expect(await bodyAt('/umrah?q=five', { cards })).toMatch(/<h2>1 sacred package<\/h2>/)
  })

  test('[C108] shows an empty state when nothing matches', async () => {
    expect(await textAt('/umrah?q=zzz', { cards })).toContain(
      'No sacred packages found Try adjusting your search terms or clear the search to see all blessed journeys.',
    )
  })

  test('[C109] shows the reasons, the journey in four steps, and links to hotels, flights and guides', async () => {
    const html = await bodyAt('/umrah', { cards })
    expect(textOf(html)).toContain('Why choose us')
    const steps = [...html.matchAll(/<h3 class="text-xl">(.*?)<\/h3>/g)].map(([, step = '']) => textOf(step))
    expect(steps).toEqual(['Arrival & Ihram', "Tawaf & Sa'i", 'Hair Cutting', 'Spiritual Reflection'])
    for (const link of ['Hotels -> /hotels', 'Flights -> /flights', 'Guides -> /guides'])
      expect(linksOf(html)).toContain(link)
  })

  test('[C110] a card has picture, two lines of description, group size and price per person', async () => {
    const html = await bodyAt('/umrah', { cards: [umrahCard()] })
    expect(html).toContain('/pictures/haram-1-800.webp')
    expect(html).toMatch(/<p class="[^"]*line-clamp-2[^"]*">Ten days with direct flights\./)
    expect(textOf(html)).toContain('Up to 45 people')
    expect(textOf(html)).toContain('$1,325 per person')
    expect(await bodyAt('/umrah', { cards: [umrahCard({ featured_image: null })] })).toContain(
      '/pictures/kaaba-1-800.webp',
    )
  })

  test('[C111] a card has a rating only above 0, with the number of reviews', async () => {
    expect(await textAt('/umrah', { cards: [umrahCard()] })).not.toContain('review')
    expect(await textAt('/umrah', { cards: [umrahCard({ rating: 4.5, total_reviews: 12 })] })).toContain(
      '4.5 (12 reviews)',
    )
  })

  test('[C113] a card shows the earlier price struck through beside a lower one, else the price alone', async () => {
    const struck = (html: string) => [...html.matchAll(/<s[ >][\s\S]*?<\/s>/g)].map(([was]) => textOf(was).trim())
    expect(struck(await bodyAt('/umrah', { cards: [umrahCard()] })).join()).toContain('$1,450')
    expect(struck(await bodyAt('/umrah', { cards: [umrahCard({ was: null })] }))).toEqual([])
  })

  test('[C114] a card links to the slug, or to the id without one', async () => {
    const id = umrahCard().id
    const html = await bodyAt('/umrah', { cards: [umrahCard(), umrahCard({ slug: '', href: `/umrah/${id}` })] })
    expect(linksOf(html)).toContain('Ten Days -> /umrah/ten-days')
    expect(linksOf(html)).toContain(`Ten Days -> /umrah/${id}`)
    expect((await open(`/umrah/${id}`, { services: [umrahOf()] })).status).toBe(200)
  })

  test('[C124] a list that fails to load shows an error', async () => {
    const failed = await open('/umrah', { onCall: failing('catalogue.list') })
    expect(failed.status).toBe(500)
    expect(textOf(failed.html)).toContain('Failed to load Umrah packages')
  })
})

describe('an Umrah package', () => {
  const services = [umrahOf()]

  test('[C115] opens with picture, title, short description, days and nights, city and group size', async () => {
    const html = await bodyAt('/umrah/ten-days', { services })
    const hero = /<header class="relative isolate[\s\S]*?<\/header>/.exec(html)?.[0] ?? ''
    expect(hero).toContain('/pictures/haram-1-800.webp')
    expect(hero).toMatch(/<h1[^>]*>Ten Days<\/h1>/)
    expect(textOf(hero)).toContain('With a group leader from Mumbai.')
    expect(textOf(hero)).toContain('10 days, 9 nights From Mumbai Up to 45 people')
  })

  test('[C111, C118] its card has price, hotel, transport, group size, rating, booking link and help', async () => {
    const aside = async (more: Partial<ServiceDetail>) => {
      const html = await bodyAt('/umrah/ten-days', { services: [umrahOf(more)] })
      return /<aside data-later="" class="grid[\s\S]*?<\/aside>/.exec(html)?.[0] ?? ''
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
    const text = await textAt('/umrah/ten-days/booking', { services })
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

  test('[C119] a missing package answers 404 and links to all packages', async () => {
    for (const path of ['/umrah/nothing', '/umrah/nothing/booking']) {
      const missing = await open(path)
      expect(missing.status).toBe(404)
      expect(textOf(missing.html)).toContain('Package Not Found')
      expect(linksOf(missing.html)).toContain('View All Packages -> /umrah')
    }
  })

  test('[C124] a package that fails to load shows an error', async () => {
    const failed = await open('/umrah/ten-days', { services, onCall: failing('catalogue.get') })
    expect(failed.status).toBe(500)
    expect(textOf(failed.html)).toContain('Failed to load Umrah package')
    expect(textOf(failed.html)).not.toContain('Failed to load Umrah packages')
  })
})
