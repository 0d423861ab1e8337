// The server-rendered list of transfers and booking of one.
import { describe, expect, test } from 'vitest'
import { money } from '../../kernel/money.ts'
import type { ServiceCard, ServiceDetail } from '../../modules/catalogue/contract.ts'
import { cardOf, tourOf } from '../testing/fake-api.ts'
import { bodyAt, bodyOf, open, textAt, textOf } from '../testing/open-page.ts'

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

  test('[C128] can be searched by text and filtered by type', async () => {
    const types = ['Airport Transfer', 'City Transfer', 'Hotel Transfer']
    const world = { cards: [ride()], facets: { types: types.map((value) => ({ value, count: 1 })) } }
    const html = await bodyAt('/transfers', world)
    expect(html).toMatch(/<input[^>]*type="search"/)
    const chips = /<ul aria-label="Popular filters"[\s\S]*?<\/ul>/.exec(html)?.[0] ?? ''
    const names = [...chips.matchAll(/<button[\s\S]*?<\/button>/g)].map(([chip]) => textOf(chip).trim())
    expect(names).toEqual(['All Types', ...types])
  })

  test('[C129] can be sorted by price and duration only', async () => {
    const html = await bodyAt('/transfers', { cards: [ride()] })
    const sort = /<select[\s\S]*?<\/select>/.exec(html)?.[0] ?? ''
    expect(textOf(sort).trim()).toBe('Newest Price low to high Price high to low Duration')
  })

  test('[C130] show an empty state when none matches', async () => {
    expect(await textAt('/transfers?q=zzz', { cards: [ride()] })).toContain(
      'No transfers found Try adjusting your search criteria',
    )
  })

  test('[C131] a card has all facts, and a badge only where it is set', async () => {
    const html = await bodyAt('/transfers', { cards: [ride()] })
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
    expect(await textAt('/transfers', { cards: later })).not.toContain('Instant confirmation')
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
