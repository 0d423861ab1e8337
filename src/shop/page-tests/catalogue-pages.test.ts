import { describe, expect, test } from 'vitest'
import { money } from '../../kernel/money.ts'
import type { ServiceCard } from '../../modules/catalogue/contract.ts'
import { say } from '../../platform/messages.server.ts'
import { termsRows } from '../../services/shared/cancellation-words.ts'
import { cardOf, tourOf } from '../testing/fake-api.ts'
import { bodyOf, linksOf, open, textOf } from '../testing/open-page.ts'

describe('home', () => {
  test('[C034, C035] sliders link to their target, in their colour', async () => {
    const slider = {
      id: 's1',
      title: 'Winter in Dubai',
      subtitle: 'Cool evenings',
      imageUrl: 'desert-1',
      linkUrl: '/tours',
      buttonText: 'Learn More',
      color: '#3B82F6',
      overlay: 0.5,
    }
    const { html } = await open('/', {
      home: {
        sliders: [
          slider,
          { ...slider, id: 's2', title: 'Bad', linkUrl: ' javascript:alert(1)' },
          {
            ...{ id: 's3', title: 'Ramadan', subtitle: 'Near the Haram', imageUrl: 'haram-1', linkUrl: '/umrah' },
            ...{ buttonText: 'See journeys', color: '#112233', overlay: 0.2 },
          },
        ],
      },
    })
    const [first = '', bad = '', own = ''] = [...html.matchAll(/<li[^>]*aria-label="\d of 3"[\s\S]*?<\/li>/g)].map(
      ([slide]) => slide,
    )
    expect(textOf(first)).toContain('Winter in Dubai Cool evenings Learn More')
    expect(linksOf(first)).toEqual(['Learn More -> /tours'])
    for (const part of ['/pictures/desert-1-', 'fill="#3B82F6"', 'fill-opacity="0.5"']) expect(first).toContain(part)
    expect(linksOf(bad)).toEqual([])
    expect(textOf(own)).toContain('Ramadan Near the Haram See journeys')
    expect(linksOf(own)).toEqual(['See journeys -> /umrah'])
    for (const part of ['/pictures/haram-1-', 'fill="#112233"', 'fill-opacity="0.2"']) expect(own).toContain(part)
    expect(bodyOf(html)).not.toContain('javascript:')
  })

  test('[C036, C038] without sliders there is a hero, with a link to each kind', async () => {
    const { html } = await open('/')
    expect(textOf(html)).toContain('Your journey starts here')
    // In the page's own part: header and footer link everywhere from every page.
    const main = /<main[\s\S]*<\/main>/.exec(bodyOf(html))?.[0] ?? ''
    const hrefs = linksOf(main).map((link) => link.split(' -> ')[1])
    for (const href of ['/tours', '/packages', '/visas', '/tickets', '/transfers', '/umrah', '/ok-to-board'])
      expect(hrefs).toContain(href)
  })

  test('[C037] trending items link to their details, and at most six Umrah packages are featured', async () => {
    const umrah = Array.from({ length: 8 }, (_, n) =>
      cardOf({ id: `u${n}`, kind: 'umrah', title: `Umrah ${n}`, href: `/umrah/u-${n}` }),
    )
    const visa = cardOf({ id: 'v', kind: 'visa', title: 'Oman 10-Day Visa', href: '/visas/oman' })
    const { html } = await open('/', { home: { trending: [visa, cardOf()], featuredUmrah: umrah } })
    const places = linksOf(html).filter((link) => /visas\/oman|evening-desert/.test(link))
    expect(places).toEqual(['Oman 10-Day Visa -> /visas/oman', 'Evening Desert Safari -> /tours/evening-desert-safari'])
    expect(html.match(/href="\/umrah\/u-\d"/g)).toHaveLength(6)
  })
})

describe('lists', () => {
  const many = Array.from({ length: 30 }, (_, n) =>
    cardOf({ id: `t${n}`, title: `Tour ${n}`, href: `/tours/t-${n}`, slug: `t-${n}` }),
  )

  test('[C039] the list links to each item; further pages are in the address', async () => {
    const first = await open('/tours', { cards: many })
    expect(first.html.match(/href="\/tours\/t-\d+"/g)).toHaveLength(24)
    expect(textOf(first.html)).toContain('24 of 30 shown')
    expect(first.html).toContain('href="/tours?page=2"')
    const second = await open('/tours?page=2', { cards: many })
    expect(second.html.match(/href="\/tours\/t-\d+"/g)).toHaveLength(30)
  })

  test('cards name the next day on sale, or say that there is none, and nothing while it is not known', async () => {
    const of = (availability: ServiceCard['availability'], title: string) => cardOf({ id: title, title, availability })
    const cards = [
      of({ next_day: '2026-12-05', day_note: '' }, 'Soon'),
      of({ next_day: null, day_note: '' }, 'Later'),
      of(null, 'Unknown'),
    ]
    const { html } = await open('/tours', { cards })
    const shown = (html.match(/<article[\s\S]*?<\/article>/g) ?? []).map((card) => textOf(card))
    expect(shown.map((text) => /Next: Sat 5 Dec|No dates on sale/.exec(text)?.[0])).toEqual([
      'Next: Sat 5 Dec',
      'No dates on sale',
      undefined,
    ])
  })

  test('a list is filtered by a day with a plain form that keeps the other filters', async () => {
    const facets = { dates: { min: '2026-11-21', max: '2027-02-18' } }
    const { html } = await open('/tours?date=2026-12-05&place=Dubai', { cards: many, facets })
    const form = /<form[^>]*>(?:(?!<\/form>)[\s\S])*name="date"[\s\S]*?<\/form>/.exec(html)?.[0] ?? ''
    expect(/^<form[^>]*>/.exec(form)?.[0]).toContain('action="/tours"')
    expect(form).not.toMatch(/method=/)
    expect(form).toMatch(/<input type="hidden" name="place" value="Dubai"/)
    const field = /<input[^>]*name="date"[^>]*>/.exec(form)?.[0]
    for (const part of ['min="2026-11-21"', 'max="2027-02-18"', 'value="2026-12-05"']) expect(field).toContain(part)
    expect(html).toContain('href="/tours?place=Dubai&amp;date=2026-12-05&amp;page=2"')
    expect((await open('/visas', {})).html).not.toContain('name="date"')
  })

  test('an empty result names the kind and offers to clear the filters', async () => {
    expect(textOf((await open('/transfers')).html)).toContain(
      'No transfers found Try adjusting your search criteria Clear filters',
    )
    expect(textOf((await open('/umrah?q=zzz')).html)).toContain(
      'No sacred packages found Try adjusting your search terms or clear the search to see all blessed journeys.',
    )
  })

  test('[C295, C296, A286] browsing prices are whole; only converted ones are marked', async () => {
    const cards = [cardOf({ from: money(129_950, 'USD') })]
    expect(textOf((await open('/tours', { cards })).html)).toContain('$1,300 per person')
    expect(textOf((await open('/tours', { cards }, 'INR')).html)).toContain('≈ ₹111,757 per person')
    expect(textOf((await open('/tours', { cards })).html)).not.toContain('≈')
  })

  test('[C292, A286] a price with an unknown rate stays in its own currency', async () => {
    const cards = [cardOf({ currency: 'JPY', from: money(9000, 'JPY') })]
    const text = textOf((await open('/tours', { cards })).html)
    expect(text).toContain('JPY 9,000')
    expect(text).not.toContain('≈')
  })
})

describe('a tour', () => {
  test('[C042] the booking page has the title, the place and the panel with the form', async () => {
    const text = textOf((await open('/tours/evening-desert-safari/booking')).html)
    expect(text).toContain('Evening Desert Safari Lahbab Desert, Dubai')
    expect(text).toContain('Book Your Experience Secure your spot with easy booking')
  })

  test('[C040] detail and booking page have the same form', async () => {
    const detail = textOf((await open('/tours/evening-desert-safari')).html)
    const booking = textOf((await open('/tours/evening-desert-safari/booking')).html)
    for (const part of [
      'Travel date',
      '09:00 AM',
      '04:00 PM',
      'Adults 12+ years',
      'Infants Under 2 years · Free',
      '1 adult × $55.00',
    ])
      for (const text of [detail, booking]) expect(text).toContain(part)
  })

  test('[C041] the link back to the tours stays in view', async () => {
    const { html } = await open('/tours/evening-desert-safari/booking')
    const bar = /<div class="sticky[^"]*"><div class="wide">[\s\S]*?<\/div>/.exec(html)?.[0] ?? ''
    expect(linksOf(bar)).toEqual(['Back to Tours -> /tours'])
  })

  test('[C045, C046, C049] has its four tabs, days and the default cancellation sentence', async () => {
    for (const path of ['/tours/evening-desert-safari', '/tours/evening-desert-safari/booking']) {
      const text = textOf((await open(path)).html)
      expect(text).toContain("Overview What's Included Itinerary Cancellation")
      expect(text).toContain('Day 1: The desert Pickup, drive, dinner.')
      expect(text).toContain('Standard cancellation and refund policies apply. Contact us for more details.')
    }
  })

  test('[C121] shows the terms of a cancellation as a table, before the text', async () => {
    const steps = [
      { days: 30, percent: 100 },
      { days: 1, percent: 50 },
    ]
    const rows = (...given: Parameters<typeof termsRows>) =>
      termsRows(...given).map(([when, back]): [string, string] => [say(when), say(back)])
    const text = async (given: Parameters<typeof tourOf>[0]) =>
      textOf((await open('/tours/evening-desert-safari', { services: [tourOf(given)] })).html)
    expect(await text({ terms: rows(steps) })).toContain(
      'Your refund if you cancel Until 30 days before the start 100% Until the day before the start 50% Later Nothing',
    )
    expect(await text({ terms: rows([{ days: 0, percent: 100 }]) })).toContain('Until the start 100% Later Nothing')
    expect(await text({ terms: rows([{ days: 0, percent: 0 }]) })).toContain('refund if you cancel At any time Nothing')
    expect(await text({ terms: null })).not.toContain('If you cancel')
  })

  test('[C047] without an itinerary the tab says when it comes', async () => {
    const tour = tourOf()
    const services = [{ ...tour, details: { ...tour.details, itinerary: [] } }]
    const text = textOf((await open('/tours/evening-desert-safari', { services })).html)
    expect(text.toLowerCase()).toContain('detailed itinerary will be provided after booking confirmation')
  })

  test('[C043] shows the video, else the gallery, else the featured picture, else a placeholder', async () => {
    for (const path of ['/tours/evening-desert-safari', '/tours/evening-desert-safari/booking']) {
      const media = async (more: Parameters<typeof tourOf>[0]) => (await open(path, { services: [tourOf(more)] })).html
      expect(await media({ videoId: 'abcdefghijk' })).toContain('aria-label="Play the video"')
      expect(await media({ videoId: 'abcdefghijk' })).not.toContain('Open picture')
      expect(await media({})).toContain('Open picture 1 of 2')
      expect(await media({ images: [] })).toContain('Open picture 1 of 1')
      expect(await media({ images: [], featured_image: null })).toContain('data-placeholder')
    }
  })

  test('[C051] a tour that is missing says so with status 404 and leads back', async () => {
    for (const path of ['/tours/nothing', '/tours/nothing/booking']) {
      const page = await open(path)
      expect(page.status).toBe(404)
      expect(textOf(page.html)).toContain(
        "Tour Not Found The tour you're looking for doesn't exist or has been removed. Back to Tours",
      )
      expect(linksOf(page.html)).toContain('Back to Tours -> /tours')
    }
  })

  test('[C060] other kinds have not-found screens of their own', async () => {
    expect(textOf((await open('/packages/nothing')).html)).toContain('Package Not Found')
    expect(textOf((await open('/tickets/nothing')).html)).toContain('Ticket Not Found')
    expect(textOf((await open('/visas/nothing')).html)).toContain('Visa Service Not Found')
    expect(textOf((await open('/umrah/nothing')).html)).toContain('View All Packages')
  })

  test('[C057] promises show only where they are set', async () => {
    const tour = tourOf()
    const details = { ...tour.details, instant_confirmation: false, free_cancellation: false }
    const text = textOf((await open('/tours/evening-desert-safari', { services: [{ ...tour, details }] })).html)
    expect(text).not.toContain('Instant confirmation')
    expect(text).not.toContain('Free cancellation')
    const promised = { ...tour.details, instant_confirmation: true, free_cancellation: true }
    const { html } = await open('/tours/evening-desert-safari', { services: [{ ...tour, details: promised }] })
    expect(textOf(html)).toContain('Confirmed as soon as you pay.')
    for (const promise of ['Instant confirmation', 'Free cancellation'])
      expect(textOf(html).split(promise), promise).toHaveLength(2)
  })

  test('search engines get a canonical address, a picture and the price', async () => {
    const { html } = await open(`/tours/${tourOf().id}`)
    expect(html).toContain('<link rel="canonical" href="https://shop.test/tours/evening-desert-safari"/>')
    expect(html).toContain('<meta property="og:image" content="https://shop.test/og/desert-1.jpg"/>')
    expect(html).toContain('"price":"55.00","priceCurrency":"USD"')
    expect(html.indexOf('<title>')).toBeLessThan(html.indexOf('<body>'))
  })
})
