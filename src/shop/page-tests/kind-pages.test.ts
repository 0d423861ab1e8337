// The server-rendered pages of tours, packages and tickets.
import { describe, expect, test } from 'vitest'
import { money } from '../../kernel/money.ts'
import type { ServiceDetail } from '../../modules/catalogue/contract.ts'
import { say } from '../../platform/messages.server.ts'
import type { ServiceKind } from '../../services/kind.ts'
import { tour } from '../../services/tour/index.ts'
import { umrah } from '../../services/umrah/index.ts'
import { visa } from '../../services/visa/index.ts'
import { serviceQuery } from '../client/queries.ts'
import { BookingPending, PaymentPending } from '../page-states/pending.tsx'
import { createRouteTree } from '../routing/routes.tsx'
import { cardOf, fakeApi, tourOf } from '../testing/fake-api.ts'
import { bodyAt, bodyOf, dataOf, failing, linksOf, open, textAt, textOf } from '../testing/open-page.ts'

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

describe('a look-up without an id', () => {
  test('[C052, C076, C125] reports the missing id without calling the server', async () => {
    const calls: string[] = []
    const api = fakeApi({ onCall: (name) => calls.push(name) })
    const lookUp = (kind: ServiceKind, text: string) =>
      Promise.resolve().then(() => (serviceQuery(api, kind, text).queryFn as () => unknown)())
    const reason = (kind: ServiceKind, text: string) => lookUp(kind, text).catch((error: Error) => say(error.message))
    expect(await reason(tour, '')).toBe('Tour ID is required')
    expect(await reason(visa, '')).toBe('Visa ID is required')
    expect(await reason(umrah, ' ')).toBe('Slug is required')
    expect(calls).toEqual([])
  })

  test('[C051, C119] shows a missing tour or package', async () => {
    const { html, status } = await open('/tours/%20')
    expect([status, textOf(html).includes('Tour Not Found')]).toEqual([404, true])
    expect(await textAt('/umrah/%20')).toContain('Package Not Found')
  })
})

describe('a tour', () => {
  test('[C051] that fails to load is shown as not found and not cached', async () => {
    for (const path of ['/tours/evening-desert-safari', '/tours/evening-desert-safari/booking']) {
      const failed = await open(path, { onCall: failing('catalogue.get') })
      expect([failed.status, failed.isPrivate]).toEqual([500, true])
      expect(textOf(failed.html)).toContain('Tour Not Found')
      expect(linksOf(failed.html)).toContain('Back to Tours -> /tours')
    }
  })

  test('[C050, C201] its booking page and the payment have their own loading messages', () => {
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
  test('[C059] shows all its facts, by id and by slug, and starts its booking', async () => {
    const services = [packageOf()]
    const html = await bodyAt('/packages/short-break', { services })
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
    expect(await textAt(`/packages/${packageOf().id}`, { services })).toContain('Dubai Short Break')
    const film = [packageOf({}, { videoId: 'abcdefghijk' })]
    expect(await bodyAt('/packages/short-break', { services: film })).toContain('aria-label="Play the video"')
  })
})

describe('a ticket', () => {
  test('[C062] shows title, description, place, prices by age and pictures or video, and starts its booking', async () => {
    const html = await bodyAt('/tickets/frame', { services: [ticketOf()] })
    for (const words of [
      'Dubai Frame',
      'Old town on one side, new on the other.',
      'Zabeel Park',
      '≈ $13.62 each AED 50.00',
      '≈ $5.45 each AED 20.00',
      'Infants Under 2 years · Free',
    ])
      expect(textOf(html)).toContain(words)
    expect(html).toContain('Open picture 1 of 2')
    expect(html).toMatch(/<button[^>]*type="submit"[^>]*>Continue<\/button>/)
    const film = [ticketOf({}, { videoId: 'abcdefghijk' })]
    expect(await bodyAt('/tickets/frame', { services: film })).toContain('aria-label="Play the video"')
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
    return textAt(path, { services })
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

describe('similar items', () => {
  const near = cardOf({ id: 's1', title: 'Dune Dinner', href: '/tours/dune-dinner' })

  test('stand below an item as cards, and a change of one drops the page', async () => {
    const page = await open('/tours/evening-desert-safari', { services: [tourOf({ similar: [near] })] })
    const part = /<section aria-labelledby="similar"[\s\S]*?<\/section>/.exec(page.html)?.[0] ?? ''
    expect(textOf(part)).toMatch(/^ ?You may also like.*Dune Dinner.*\$55/)
    expect(linksOf(part)).toEqual(['Dune Dinner -> /tours/dune-dinner'])
    expect(page.tags.slice(-2)).toEqual([`service:${tourOf().id}`, 'service:s1'])
  })

  test('without any there is no heading', async () => {
    expect(await bodyAt('/tours/evening-desert-safari', { services: [tourOf()] })).not.toContain('You may also like')
  })
})

describe('good to know', () => {
  const visit = {
    ...tourOf().details,
    meeting_point: 'Below the clock tower',
    meeting_coordinates: '25.2684, 55.2962',
    what_to_bring: ['A hat'],
    faq: [{ question: 'Is it far?', answer: 'Ten minutes on foot.' }],
  }
  const path = '/tours/evening-desert-safari'
  const partOf = (html: string, id: string) =>
    new RegExp(`<section aria-labelledby="${id}"[\\s\\S]*?</section>`).exec(html)?.[0] ?? ''

  test('the meeting point has a link to the map where its coordinates are known', async () => {
    const { html } = await open(path, { services: [tourOf({ details: visit })] })
    const part = partOf(html, 'meeting-point')
    expect(textOf(part)).toContain('Meeting point Below the clock tower 25.2684, 55.2962 Pickup is offered too')
    expect(part).toMatch(
      /<a href="https:\/\/www\.google\.com\/maps\/search\/\?api=1&amp;query=25\.2684%2C55\.2962" target="_blank" rel="noopener"/,
    )
    const without = { ...visit, meeting_coordinates: '', has_pickup: false }
    const plain = partOf((await open(path, { services: [tourOf({ details: without })] })).html, 'meeting-point')
    expect(textOf(plain).trim()).toBe('Meeting point Below the clock tower')
    expect(linksOf(plain)).toEqual([])
  })

  test('questions open without scripts, and search engines get exactly those that are shown', async () => {
    const { html } = await open(path, { services: [tourOf({ details: visit })] })
    expect(textOf(partOf(html, 'what-to-bring'))).toContain('What to bring A hat')
    const part = partOf(html, 'questions')
    expect(textOf(part)).toContain('Frequently asked questions Is it far? Ten minutes on foot.')
    expect(part).toMatch(/<details[^>]*><summary><span>Is it far\?/)
    const faq = dataOf(html).find((data) => data['@type'] === 'FAQPage')
    expect(faq?.mainEntity).toEqual([
      {
        '@type': 'Question',
        name: 'Is it far?',
        acceptedAnswer: { '@type': 'Answer', text: 'Ten minutes on foot.' },
      },
    ])
  })

  test('an item that says nothing of them has no headings and no data', async () => {
    const { html } = await open(path, { services: [tourOf()] })
    expect(bodyOf(html)).not.toMatch(/Meeting point|What to bring|Frequently asked/)
    expect(html).not.toContain('FAQPage')
  })

  test('structured data says sold out where nothing is on sale in the days ahead', async () => {
    const stateOf = async (availability: ServiceDetail['availability']) => {
      const { html } = await open(path, { services: [tourOf({ availability })] })
      const offers = dataOf(html).flatMap(({ offers }) => (offers as { availability: string } | undefined) ?? [])
      return offers.map((offer) => offer.availability.split('/').at(-1))
    }
    expect(await stateOf({ next_day: null, day_note: '' })).toEqual(['SoldOut'])
    expect(await stateOf({ next_day: '2026-12-05', day_note: '' })).toEqual(['InStock'])
    expect(await stateOf(null)).toEqual(['InStock'])
  })
})
