import { describe, expect, test } from 'vitest'
import { money } from '../kernel/money.ts'
import type { RouteAssets } from './assets.ts'
import { render } from './entry-server.tsx'
import {
  bookingId,
  bookingOf,
  bookingToken,
  cardOf,
  chromeOf,
  type FakeWorld,
  fakeApi,
  paymentOf,
  tourOf,
} from './testing/fake-api.ts'

const assets: RouteAssets = {
  script: '/assets/shop.js',
  styles: ['/assets/shop.css'],
  shared: ['/assets/frameworks.js'],
  parts: { 'src/shop/home/page.tsx': ['/assets/home.js'], 'src/shop/service-list/page.tsx': ['/assets/list.js'] },
}
const open = (path: string, world: FakeWorld = {}, currency = 'USD') =>
  render({ url: `https://shop.test${path}`, api: fakeApi(world), assets, currency })
/** What a person reads: without tags, and with entities as letters. */
const textOf = (html: string) =>
  html
    .replace(/<script[\s\S]*?<\/script>/g, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
/** The page as it is drawn, without the data that it was drawn from. */
const bodyOf = (html: string) => html.replace(/<script[\s\S]*?<\/script>/g, '')
/** 'name -> address' of every link. */
const linksOf = (html: string) =>
  [...html.matchAll(/<a ([^>]*)>([\s\S]*?)<\/a>/g)].map(
    ([, attributes = '', name = '']) => `${textOf(name).trim()} -> ${/href="([^"]*)"/.exec(attributes)?.[1] ?? ''}`,
  )
const withToken = `bookingId=${bookingId}&token=${bookingToken}`

describe('addresses', () => {
  test.each([
    ['/', 200],
    ['/tours', 200],
    ['/tickets', 200],
    ['/packages', 200],
    ['/umrah', 200],
    ['/transfers', 200],
    ['/visa', 200],
    ['/visas', 200],
    ['/login', 200],
    ['/register', 200],
    ['/auth', 200],
    ['/profile', 200],
    ['/about', 200],
    ['/contact', 200],
    ['/terms', 200],
    ['/booking-tracker', 200],
    ['/track-booking', 200],
  ])('[C001, C004, C005, C006] %s opens its screen', async (path, status) => {
    expect((await open(path)).status).toBe(status)
  })

  test('[C002, C003] a tour opens by id and by slug, as does its booking page', async () => {
    const { id, slug } = tourOf()
    for (const name of [id, slug]) {
      expect(textOf((await open(`/tours/${name}`)).html)).toContain('Evening Desert Safari')
      expect(textOf((await open(`/tours/${name}/booking`)).html)).toContain('Back to Tours')
    }
  })

  test('[C007, C159] /booking opens what type and id name, and says so where there is nothing', async () => {
    expect((await open(`/booking?type=tour&id=${tourOf().id}`)).status).toBe(200)
    for (const query of ['', '?type=tour', '?type=boat&id=1', '?type=tour&id=nothing']) {
      const page = await open(`/booking${query}`)
      expect(page.status).toBe(404)
      expect(textOf(page.html)).toContain("Service Not Found The service you're trying to book could not be found.")
    }
  })

  test('[C009] any other path is the not-found screen with a link home', async () => {
    const page = await open('/no/such/page')
    expect(page.status).toBe(404)
    expect(textOf(page.html)).toContain('404')
    expect(textOf(page.html)).toContain('Oops! Page not found')
    expect(linksOf(page.html)).toContain('Return to Home -> /')
  })

  test.each(['/tours?page=abc', '/tours?sort=cheapest', '/tours?priceFrom=-1', '/tours?page=999', '/tours/%E0%A4%A'])(
    '%s is malformed and answers 404',
    async (path) => {
      expect((await open(path)).status).toBe(404)
    },
  )

  test('a service whose slug has changed answers with its new address, on its booking page too', async () => {
    const world = { movedSlugs: { 'old-name': '/tours/evening-desert-safari' } }
    const page = await open('/tours/old-name', world)
    expect([page.status, page.headers.location]).toEqual([301, '/tours/evening-desert-safari'])
    const booking = await open('/tours/old-name/booking', world)
    expect(booking.headers.location).toBe('/tours/evening-desert-safari/booking')
  })

  test('[C265] /my-bookings leads to /booking-history', async () => {
    const page = await open('/my-bookings')
    expect([page.status, page.headers.location]).toEqual([301, '/booking-history'])
  })
})

describe('the frame', () => {
  test('[C013, C014] shows the default links and, to a visitor, Sign In and Sign Up', async () => {
    const { html } = await open('/')
    const header = /<header[\s\S]*?<\/header>/.exec(html)?.[0] ?? ''
    expect(linksOf(header).slice(1)).toEqual([
      'Tours -> /tours',
      'Packages -> /packages',
      'Umrah -> /umrah',
      'Visa -> /visa',
      'Tickets -> /tickets',
      'Transfers -> /transfers',
      'OK to Board -> /ok-to-board',
      'Track -> /booking-tracker',
      'Sign In -> /login',
      'Sign Up -> /register',
    ])
  })

  test('[C020, C021, C022] stored menus take the place of the defaults, without links that would run a script', async () => {
    const item = (name: string, href: string, newTab = false) => ({
      id: name,
      name,
      href,
      icon: '',
      newTab,
      children: [],
    })
    const menu = [
      item('Offers', '/tours?sort=price'),
      item('Blog', 'https://blog.example', true),
      item('Bad', 'JavaScript:alert(1)'),
    ]
    const { html } = await open('/', { chrome: chromeOf({ header: menu }) })
    const header = /<header[\s\S]*?<\/header>/.exec(html)?.[0] ?? ''
    expect(header).toContain('href="/tours?sort=price"')
    expect(header).toMatch(
      /href="https:\/\/blog\.example" [^>]*target="_blank"|target="_blank"[^>]*href="https:\/\/blog\.example"/,
    )
    expect(header).not.toContain('Packages')
    expect(bodyOf(html).toLowerCase()).not.toContain('javascript:')
  })

  test('[C023, C025, C026, C027] the footer shows tagline, services, contact and year, and no empty social link', async () => {
    const social = [
      { name: 'Instagram', href: '' },
      { name: 'YouTube', href: 'https://youtube.com/@safar' },
    ]
    const { html } = await open('/', { chrome: chromeOf({ social }) })
    const footer = textOf(/<footer[\s\S]*?<\/footer>/.exec(html)?.[0] ?? '')
    for (const part of [
      'Tours, visas and Umrah journeys.',
      '+91 22 5550 0142',
      'support@safar.example',
      'Umrah Packages',
      'YouTube',
    ])
      expect(footer).toContain(part)
    expect(footer).not.toContain('Instagram')
    expect(footer).toContain(`© ${new Date().getFullYear()} Safar Travel House`)
  })

  test('[C030] the bottom navigation marks the open page and no other', async () => {
    const { html } = await open('/tours')
    const bar = /<nav aria-label="Main pages"[\s\S]*?<\/nav>/.exec(html)?.[0] ?? ''
    expect(textOf(bar).trim()).toBe('Home Tours Visas Ok to Board Support')
    expect(bar.match(/aria-current="page"/g)).toHaveLength(1)
    expect(bar).toMatch(/href="\/tours"[^>]*aria-current="page"|aria-current="page"[^>]*href="\/tours"/)
  })

  test('[C033] while the shop is closed visitors get the maintenance page, administrators and sign-in do not', async () => {
    const chrome = chromeOf({ isMaintenance: true })
    const page = await open('/tours', { chrome })
    expect([page.status, page.headers['retry-after'], page.isPrivate]).toEqual([503, '600', true])
    expect(textOf(page.html)).not.toContain('Evening Desert Safari')
    expect((await open('/auth', { chrome })).status).toBe(200)
    const user = {
      id: '1',
      email: 'a@b.c',
      full_name: 'A',
      phone: null,
      role: 'admin' as const,
      is_admin: true,
      email_verified: true,
    }
    expect((await open('/tours', { chrome, user })).status).toBe(200)
  })
})

describe('what is sent', () => {
  test('[C012] the page asks for its own scripts late and for nobody else’s', async () => {
    const { html } = await open('/')
    expect(html).toContain('/assets/home.js')
    expect(html).not.toContain('/assets/list.js')
    expect(html.indexOf('src="/assets/shop.js"')).toBeGreaterThan(html.indexOf('</footer>'))
  })

  test('nothing inline is ever run, and hostile words stay words', async () => {
    const attack = encodeURIComponent('</script><script>alert(1)</script><!--')
    const { html } = await open(`/tours?q=${attack}`, {
      cards: [cardOf({ title: '</script><img src=x onerror=alert(1)>' })],
    })
    expect(html).not.toContain('<script>alert')
    expect(html).not.toContain('<img src=x')
    const inline = [...html.matchAll(/<script(?![^>]*\bsrc=)([^>]*)>/g)].map(([, attributes]) => attributes)
    expect(inline.every((attributes) => /type="application\/(ld\+)?json"/.test(attributes ?? ''))).toBe(true)
    expect(html).not.toMatch(/ style="| on[a-z]+="/)
  })

  test('a public page is the same for everybody, names its tags and asks for no session', async () => {
    const calls: string[] = []
    const page = await open('/tours/evening-desert-safari', { onCall: (name) => calls.push(name) })
    expect(page.isPrivate).toBe(false)
    expect(page.tags).toContain(`service:${tourOf().id}`)
    expect(calls).toEqual(['content.chrome', 'catalogue.get'])
  })

  test('private pages are neither kept nor indexed', async () => {
    const world = { payments: [paymentOf()], bookings: [bookingOf()] }
    for (const path of [
      `/booking-payment?${withToken}`,
      `/booking-confirmation?${withToken}`,
      '/booking-tracker',
      '/profile',
      '/login',
    ]) {
      const page = await open(path, world)
      expect([path, page.status, page.isPrivate]).toEqual([path, 200, true])
      expect(page.headers['cache-control']).toBe('private, no-store')
      expect(page.html).toContain('<meta name="robots" content="noindex, nofollow"/>')
      expect(page.html).not.toContain('rel="canonical"')
    }
  })

  test('[C036] a page with defaults in place of what could not be read is shown, and not kept', async () => {
    expect((await open('/', { home: { isComplete: false } })).isPrivate).toBe(true)
    expect((await open('/tours', { chrome: chromeOf({ isComplete: false }) })).isPrivate).toBe(true)
    expect((await open('/')).isPrivate).toBe(false)
  })

  test('a page that fails answers 500 and is not kept', async () => {
    const api = fakeApi()
    const broken = { ...api, content: { ...api.content, home: () => Promise.reject(new Error('gone')) } } as typeof api
    const page = await render({ url: 'https://shop.test/', api: broken, assets, currency: 'USD' })
    expect([page.status, page.isPrivate]).toEqual([500, true])
    expect(page.error).toBeInstanceOf(Error)
  })
})

describe('home', () => {
  test('[C034, C035] sliders lead where they say, in their colour', async () => {
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
      home: { sliders: [slider, { ...slider, id: 's2', title: 'Bad', linkUrl: ' javascript:alert(1)' }] },
    })
    expect(textOf(html)).toContain('Winter in Dubai Cool evenings Learn More')
    expect(html).toContain('fill="#3B82F6"')
    expect(html).toContain('fill-opacity="0.5"')
    expect(bodyOf(html)).not.toContain('javascript:')
  })

  test('[C036, C038] without sliders there is a hero, and a way to each product', async () => {
    const { html } = await open('/')
    expect(textOf(html)).toContain('Your journey starts here')
    for (const href of ['/tours', '/packages', '/visas', '/tickets', '/transfers', '/umrah', '/ok-to-board'])
      expect(html).toContain(`href="${href}"`)
  })

  test('[C037] trending products lead to their details, and at most six Umrah packages are featured', async () => {
    const umrah = Array.from({ length: 8 }, (_, n) =>
      cardOf({ id: `u${n}`, kind: 'umrah', title: `Umrah ${n}`, href: `/umrah/u-${n}` }),
    )
    const { html } = await open('/', { home: { trending: [cardOf()], featuredUmrah: umrah } })
    expect(html).toContain('href="/tours/evening-desert-safari"')
    expect(html.match(/href="\/umrah\/u-\d"/g)).toHaveLength(6)
  })
})

describe('lists', () => {
  const many = Array.from({ length: 30 }, (_, n) =>
    cardOf({ id: `t${n}`, title: `Tour ${n}`, href: `/tours/t-${n}`, slug: `t-${n}` }),
  )

  test('[C039] the list leads to each item; further pages stand in the address', async () => {
    const first = await open('/tours', { cards: many })
    expect(first.html.match(/href="\/tours\/t-\d+"/g)).toHaveLength(24)
    expect(textOf(first.html)).toContain('24 of 30 shown')
    expect(first.html).toContain('href="/tours?page=2"')
    const second = await open('/tours?page=2', { cards: many })
    expect(second.html.match(/href="\/tours\/t-\d+"/g)).toHaveLength(30)
  })

  test('an empty result offers to clear the filters, in the words of the kind', async () => {
    expect(textOf((await open('/transfers')).html)).toContain(
      'No transfers found Try adjusting your search criteria Clear filters',
    )
    expect(textOf((await open('/umrah?q=zzz')).html)).toContain(
      'No sacred packages found Try adjusting your search terms or clear the search to see all blessed journeys.',
    )
  })

  test('[C295, C296] browsing prices are whole; one in another currency is marked as converted, its own is not', async () => {
    const cards = [cardOf({ from: money(129_950, 'USD') })]
    expect(textOf((await open('/tours', { cards })).html)).toContain('$1,300 per person')
    expect(textOf((await open('/tours', { cards }, 'INR')).html)).toContain('≈ ₹111,757 per person')
    expect(textOf((await open('/tours', { cards })).html)).not.toContain('≈')
  })

  test('[C292] a price whose rate is unknown stands in its own currency', async () => {
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

  test('[C041] the way back to the tours stays in view', async () => {
    const { html } = await open('/tours/evening-desert-safari/booking')
    const bar = /<div class="sticky[^"]*"><div class="wide">[\s\S]*?<\/div>/.exec(html)?.[0] ?? ''
    expect(linksOf(bar)).toEqual(['Back to Tours -> /tours'])
  })

  test('[C045, C046, C049] has its four tabs, days and the default cancellation sentence', async () => {
    const text = textOf((await open('/tours/evening-desert-safari')).html)
    expect(text).toContain("Overview What's Included Itinerary Cancellation")
    expect(text).toContain('Day 1: The desert')
    expect(text).toContain('Standard cancellation and refund policies apply. Contact us for more details.')
  })

  test('[C047] without an itinerary the tab says when it comes', async () => {
    const tour = tourOf()
    const services = [{ ...tour, details: { ...tour.details, itinerary: [] } }]
    const text = textOf((await open('/tours/evening-desert-safari', { services })).html)
    expect(text.toLowerCase()).toContain('detailed itinerary will be provided after booking confirmation')
  })

  test('[C043] shows the video, else the gallery, else the featured picture, else a placeholder', async () => {
    const media = async (more: Parameters<typeof tourOf>[0]) =>
      (await open('/tours/evening-desert-safari', { services: [tourOf(more)] })).html
    expect(await media({ videoId: 'abcdefghijk' })).toContain('aria-label="Play the video"')
    expect(await media({})).toContain('Open picture 1 of 2')
    expect(await media({ images: [] })).toContain('Open picture 1 of 1')
    expect(await media({ images: [], featuredImage: null })).toContain('data-placeholder')
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
    expect(textOf((await open('/tours/evening-desert-safari')).html)).toContain('Confirmed as soon as it is paid.')
  })

  test('search engines get a canonical address, a picture and the price', async () => {
    const { html } = await open(`/tours/${tourOf().id}`)
    expect(html).toContain('<link rel="canonical" href="https://shop.test/tours/evening-desert-safari"/>')
    expect(html).toContain('<meta property="og:image" content="https://shop.test/pictures/desert-1-800.webp"/>')
    expect(html).toContain('"price":"55.00","priceCurrency":"USD"')
    expect(html.indexOf('<title>')).toBeLessThan(html.indexOf('<body>'))
  })
})

describe('paying', () => {
  const page = (more: Parameters<typeof paymentOf>[0] = {}, query = withToken) =>
    open(`/booking-payment?${query}`, { payments: [paymentOf(more)] })

  test('[C191, C193, C194, C297] shows what is paid for and exactly how much', async () => {
    const text = textOf((await page()).html)
    for (const part of [
      'Back',
      'Complete Your Payment',
      'Tour Booking',
      'Evening Desert Safari',
      'Aisha Khan',
      'aisha@example.com',
      '+919876543210',
      'TH0123456789',
      '$155.00',
      'Your payment is secured with bank-level encryption',
    ])
      expect(text).toContain(part)
  })

  test('[C189, C190] names and amounts of an old address change nothing', async () => {
    const { html } = await page({}, `${withToken}&amount=1&customerName=Mallory&serviceTitle=Free`)
    expect(textOf(html)).not.toContain('Mallory')
    expect(textOf(html)).toContain('$155.00')
  })

  test('[C198, C200] methods are marked, and manual ones preview their instructions', async () => {
    const text = textOf((await page()).html)
    expect(text).toContain('Bank Transfer Manual Transfer the exact amount.')
    expect(text).toContain('Test Card Instant')
  })

  test('[C201] without a method there is a way to the agency', async () => {
    const { html } = await page({ methods: [] })
    expect(textOf(html)).toContain('No payment methods available')
    expect(linksOf(html)).toContain('Contact us -> /contact')
  })

  const transfer = {
    id: bookingId,
    provider: 'bank_transfer',
    state: 'requires_action' as const,
    failureMessage: null,
    bankDetails: {
      accountName: 'Safar Travel House',
      accountNumber: '0123456789',
      bankName: 'Demo Bank',
      branch: '',
      ifsc: '',
      upi: '',
      iban: 'AE070331234567890123456',
      swift: 'DEMOAEAD',
      transferReference: 'TH0123456789',
    },
    instructions: '',
  }

  test('[C214, C216] a chosen transfer shows its details again after a reload, without the empty ones', async () => {
    const text = textOf((await page({ attempt: transfer })).html)
    for (const part of [
      'Account Name',
      '0123456789',
      'AE070331234567890123456',
      'SWIFT',
      'within 24 hours',
      'Choose another method',
    ])
      expect(text).toContain(part)
    expect(text).not.toContain('IFSC Code')
    expect(text).not.toContain('Branch')
  })

  test('a proof that is there is pending verification; a question of the shop is shown with its reason', async () => {
    const waiting = await page({
      attempt: transfer,
      proof: { state: 'pending-verification', reason: null, versions: 1 },
    })
    expect(textOf(waiting.html)).toContain('Pending Verification')
    const asked = await page({
      attempt: transfer,
      proof: { state: 'new-proof-asked', reason: 'It cannot be read', versions: 1 },
    })
    expect(textOf(asked.html)).toContain('Please upload a new payment proof It cannot be read')
  })

  test('[C196, C213] after a decline or a cancellation it says so, and the booking can be paid again', async () => {
    const ended = { ...transfer, provider: 'sandbox_card', bankDetails: null }
    const declined = await page({ attempt: { ...ended, state: 'failed', failureMessage: 'Your card was declined' } })
    expect(textOf(declined.html)).toContain('Your card was declined')
    expect(textOf(declined.html)).toContain('Try again')
    const cancelled = await page({ attempt: { ...ended, state: 'cancelled' } })
    expect(textOf(cancelled.html)).toContain('Payment cancelled by user')
    expect(textOf(cancelled.html)).toContain('How would you like to pay?')
  })

  test('a booking that is paid or closed offers no payment', async () => {
    const paid = textOf((await page({ isPayable: false, payment_status: 'completed' })).html)
    expect(paid).toContain('This booking is paid')
    expect(paid).not.toContain('How would you like to pay?')
  })

  test('[C188, C227] without the token there is nothing to see', async () => {
    const found = await page({}, `bookingId=${bookingId}`)
    expect(found.status).toBe(404)
    expect(textOf(found.html)).toContain('Booking Not Found')
    expect(found.html).not.toContain('Aisha')
  })
})

describe('the confirmation', () => {
  const show = (more: Parameters<typeof bookingOf>[0] = {}, path = `/booking-confirmation?${withToken}`) =>
    open(path, { bookings: [bookingOf(more)] })

  test('[C008] opens by path, by booking and by bookingId', async () => {
    for (const path of [
      `/booking-confirmation/${bookingId}?token=${bookingToken}`,
      `/booking-confirmation?booking=${bookingId}&token=${bookingToken}`,
      `/booking-confirmation?${withToken}`,
    ])
      expect(textOf((await show({}, path)).html)).toContain('TH0123456789')
  })

  test('[C227] anything else is Booking Not Found with a way home', async () => {
    for (const path of [
      '/booking-confirmation',
      '/booking-confirmation/nonsense',
      `/booking-confirmation?bookingId=${bookingId}`,
    ]) {
      const page = await show({}, path)
      expect(page.status).toBe(404)
      expect(textOf(page.html)).toContain('Booking Not Found')
      expect(linksOf(page.html)).toContain('Go Home -> /')
      expect(page.html).not.toContain('aisha@example.com')
    }
  })

  test('[C228] shows booking, customer and payment in the booking’s currency', async () => {
    const text = textOf((await show()).html)
    for (const part of [
      'Monday, 23 November 2026',
      '03:00 PM',
      '2 adults, 1 child',
      'Aisha Khan',
      '2 adults × $55.00',
      '$155.00',
    ])
      expect(text).toContain(part)
  })

  test('[C229] says what is stored, whatever the address claims', async () => {
    const text = textOf((await show({}, `/booking-confirmation?${withToken}&status=success`)).html)
    expect(text).toContain('Booking received, payment due')
    expect(text).not.toContain('Payment received')
  })

  test('[C209, C231] cash is paid on arrival, and the next tour is a link away', async () => {
    const { html } = await show({ payment_method: 'cash_on_arrival' })
    expect(textOf(html)).toContain('Pay on arrival')
    expect(linksOf(html)).toContain('Book Another Tour -> /tours')
    expect(textOf((await show({ service_type: 'visa' })).html)).toContain('Apply for Another Visa')
  })

  test('[C056] who is picked up is told to be there 15 minutes before', async () => {
    expect(textOf((await show()).html)).toContain('15 minutes before the pickup')
    expect(textOf((await show({ has_pickup: false })).html)).not.toContain('15 minutes')
  })
})

describe('signing in', () => {
  test('[C252] the admin screen has two tabs, a toggle for the password and the note', async () => {
    const { html } = await open('/auth')
    const text = textOf(html)
    expect(text).toContain('Login Sign Up')
    expect(html).toContain('aria-label="Show password"')
    expect(text).toContain('Admin accounts are managed by the system administrator.')
    const login = /<div[^>]*role="tabpanel"[\s\S]*?<\/form>/.exec(html)?.[0] ?? ''
    expect(textOf(login)).not.toContain('Full name')
  })

  test('[C262] the profile waits for the session, and shows nobody’s data on the way', async () => {
    const page = await open('/profile')
    expect(page.html).toContain('aria-busy="true"')
  })
})
