import { describe, expect, test } from 'vitest'
import { money } from '../../kernel/money.ts'
import type { Chrome } from '../../modules/content/contract.ts'
import { shownClaims } from '../../modules/content/rules/menu.ts'
import { defaultSettings, standardClaims } from '../../modules/settings/index.ts'
import {
  bookingId,
  bookingOf,
  bookingToken,
  cardOf,
  chromeOf,
  type FakeWorld,
  refusal,
  tourOf,
} from '../testing/fake-api.ts'
import { linksOf, open, textOf, withToken } from '../testing/open-page.ts'

const shared = {
  id: '0198c000-0000-7000-8000-000000000007',
  kind: 'ok_to_board',
  slug: 'ok-to-board',
  href: '/ok-to-board',
  title: 'Ok to Board Clearance',
  location: '',
  currency: 'INR',
  from: money(373_782, 'INR'),
  unit: 'clearance',
} as const
const details = {
  description: 'Your visa, on file with the airline.',
  base_price: 299_900,
  processing_fee: 19_900,
  processing_time: '48 hours',
  tax_rate: 0.175,
  requirements: ['Passport valid for six months'],
  features: ['Documents checked by a person'],
}
const clearance = tourOf({
  ...shared,
  details,
  party: { adults: { min: 1, max: 1 }, children: null, infants: null, together: 1 },
  schedule: { ...tourOf().schedule, slots: [], timeRequired: false, hasPickup: false },
})
function claimed(more: Partial<typeof defaultSettings> = {}): Partial<Chrome> {
  const settings = { ...defaultSettings, support_claim: '24/7 Support', claims: standardClaims, ...more }
  return { claims: shownClaims(settings, { values: { support_claim: settings.support_claim } }) }
}
const world = (chrome: Partial<Chrome> = claimed(), more: FakeWorld = {}): FakeWorld => ({
  cards: [cardOf({ ...shared, details: {} })],
  services: [clearance],
  chrome: chromeOf(chrome),
  ...more,
})
const show = async (given: FakeWorld = world()) => textOf((await open('/ok-to-board', given)).html)

describe('the Ok to Board page', () => {
  test('[C005, C135, C138, C141] shows the one active service with badges, cards, facts and reasons', async () => {
    const page = await open('/ok-to-board', world())
    expect(page.status).toBe(200)
    expect(page.html).toMatch(/<h1[^>]*>Ok to Board Clearance<\/h1>/)
    const text = textOf(page.html)
    for (const words of [
      'Fast Processing',
      'Guaranteed Approval',
      'Secure Process',
      'Why Choose',
      '48 hours',
      'Passport valid for six months',
      'Documents checked by a person',
    ])
      expect(text).toContain(words)
    const badges = /<ul aria-label="Service highlights"[\s\S]*?<\/ul>/.exec(page.html)?.[0] ?? ''
    expect(textOf(badges)).toContain('99% approval rate 48 hours 24/7 Support Documents encrypted')
  })

  test('[C137] reports that there is no active service', async () => {
    const page = await open('/ok-to-board', world(claimed(), { cards: [], services: [] }))
    expect(page.status).toBe(404)
    expect(textOf(page.html)).toContain('Service Not Available OK to Board service is currently not available.')
  })

  test('[C136] keeps the frame and offers a retry when the details fail to load', async () => {
    const onCall = (name: string) => {
      if (name.startsWith('catalogue.')) throw new Error('no database')
    }
    const page = await open('/ok-to-board', world(claimed(), { onCall }))
    expect(page.status).toBe(500)
    expect(textOf(page.html)).toContain('Error Failed to load service details. Try again')
    expect(linksOf(page.html)).toContain('Tours -> /tours')
  })

  test('a service removed meanwhile is unavailable, not an error', async () => {
    const onCall = (name: string) => {
      if (name === 'catalogue.get') throw refusal('catalogue/not-found')
    }
    expect((await open('/ok-to-board', world(claimed(), { onCall }))).status).toBe(404)
  })

  test('[C139] shows the four claims by default, as edited, and none that is switched off', async () => {
    const claims = [
      '99% approval rate',
      'Guaranteed Approval',
      '24/7 Support',
      'Money-back guarantee if clearance cannot be processed',
    ]
    const text = await show()
    for (const claim of claims) expect(text).toContain(claim)
    for (const [at, claim] of claims.entries()) {
      const changed = (next: object) =>
        claimed({ claims: standardClaims.map((each, place) => (place === at ? { ...each, ...next } : each)) })
      expect(await show(world(changed({ is_on: false })))).not.toContain(claim)
      const edited = await show(world(changed({ text: 'Our own words' })))
      expect(edited).toContain('Our own words')
      expect(edited).not.toContain(claim)
    }
  })

  test('[C139, C277] promises support by the support settings', async () => {
    const weekdays = await show(world(claimed({ support_claim: 'Support from Monday to Saturday' })))
    expect(weekdays).toContain('Support from Monday to Saturday')
    expect(weekdays).not.toContain('24/7')
    expect(await show(world(claimed({ support_claim: '' })))).not.toContain('24/7')
  })

  test('[C140] promises email updates, and SMS only if they are sent', async () => {
    expect(await show()).toContain('Email status updates')
    expect(await show()).not.toContain('SMS')
    expect(await show(world(claimed({ sms_provider: 'Twilio' })))).toContain('SMS status updates')
  })

  test('[C142, C143, C148] asks for passenger, contact and documents, and breaks the price down', async () => {
    const { html } = await open('/ok-to-board', world())
    const legends = [...html.matchAll(/<legend[^>]*>([^<]+)<\/legend>/g)].map(([, words]) => words)
    expect(legends.filter((words) => words !== 'Phone')).toEqual([
      'Passenger Information',
      'Contact Information',
      'Required Documents',
    ])
    const labels = [...html.matchAll(/<label[^>]*class="field-label"[^>]*>([\s\S]*?)<\/label>/g)].map(([, words]) =>
      textOf(words ?? '').trim(),
    )
    expect(labels).toEqual([
      'Passenger name',
      'Passport number',
      'Nationality',
      'Flight number',
      'Airline',
      'PNR (optional)',
      'Departure date',
      'Email address',
      'Special requests (optional)',
    ])
    const text = textOf(html)
    for (const words of [
      'Passport first page JPG, PNG or PDF',
      'Passport last page (optional)',
      'Visa JPG, PNG or PDF',
      'Flight booking page 1 JPG, PNG or PDF',
      'Flight booking page 2 (optional)',
      'Price Breakdown',
      'Book Now',
    ])
      expect(text).toContain(words)
  })

  test('[C154] shows each part of the price, and the tax rate with up to two decimals', async () => {
    const text = textOf((await open('/ok-to-board', world(), 'INR')).html)
    for (const words of ['Base price ₹2,999.00', 'Processing fee ₹199.00', 'Tax 17.5% ₹524.83', '₹3,722.83'])
      expect(text).toContain(words)
  })

  test('[C154, C296] shows each part in the chosen currency, and the rupees that are charged beneath the total', async () => {
    const text = await show()
    const parts = ['Base price ≈ $34.87', 'Processing fee ≈ $2.32', 'Tax 17.5% ≈ $6.10', '≈ $43.29 ₹3,722.83']
    for (const words of parts) expect(text).toContain(words)
  })

  test('[C150] has a disabled button until everything is filled in, and lists what is missing', async () => {
    const { html } = await open('/ok-to-board', world())
    const buttons = [...html.matchAll(/<button[^>]*type="submit"[^>]*>/g)].map(([button]) => button)
    expect(buttons.filter((button) => button.includes('btn-lg'))).toHaveLength(2)
    for (const button of buttons.filter((each) => each.includes('btn-lg')))
      expect(button).toContain('aria-disabled="true"')
  })

  test('is the only page for it: /booking redirects there', async () => {
    const page = await open('/booking?type=ok-to-board', world())
    expect([page.status, page.headers.location]).toEqual([301, '/ok-to-board'])
  })

  test('[C232] is linked from the confirmation for another passenger, with the booking to copy from', async () => {
    const bookings = [bookingOf({ service_type: 'ok_to_board' })]
    const { html } = await open(`/booking-confirmation?${withToken}`, { bookings })
    const query = `bookingId=${bookingId}&amp;token=${bookingToken}`
    expect(linksOf(html)).toContain(`Book for another passenger -> /ok-to-board?${query}`)
  })
})
