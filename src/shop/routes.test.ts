import { describe, expect, test } from 'vitest'
import { render } from './entry-server.tsx'
import { bookingOf, cardOf, chromeOf, fakeApi, paymentOf, tourOf } from './testing/fake-api.ts'
import { assets, bodyOf, linksOf, open, textOf, withToken } from './testing/open-page.ts'

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
    ['/services', 200],
    ['/hotels', 200],
    ['/flights', 200],
    ['/guides', 200],
    ['/privacy', 200],
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
      areas: [],
      must_set_up_two_factor: false,
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
    expect(html.indexOf('"/assets/shop.js"')).toBeGreaterThan(html.indexOf('</footer>'))
  })

  test('a page to be read fetches only the starter beside itself, which begins the rest later', async () => {
    for (const path of ['/', '/tours', '/tours/evening-desert-safari', '/about']) {
      const { html } = await open(path)
      const fetched = [...html.matchAll(/<(?:script|link)[^>]*(?:src|href)="([^"]+\.js)"/g)].map(
        ([, address]) => address,
      )
      expect(fetched, path).toEqual(['/assets/starter.js'])
      const named = JSON.parse(/id="shop-modules">([^<]*)</.exec(html)?.[1] ?? '[]')
      expect(named.slice(0, 2), path).toEqual(['/assets/shop.js', '/assets/frameworks.js'])
    }
  })

  test.each(['/tours/evening-desert-safari/booking', '/booking?type=tour&id=evening-desert-safari', '/login'])(
    '%s is there to be filled in: its script does not wait',
    async (path) => {
      const { html } = await open(path)
      expect(html).toContain('<script type="module" fetchpriority="low" src="/assets/shop.js"></script>')
      expect(html).not.toContain('shop-modules')
      expect(html).toContain('src="/assets/starter.js"')
    },
  )

  test.each([
    ...['/', '/tours', '/login', '/register', '/forgot-password', '/contact', '/booking-tracker'],
    '/tours/evening-desert-safari/booking',
  ])('%s has no form that a browser alone would send into the address', async (path) => {
    const forms = [...(await open(path)).html.matchAll(/<form[^>]*>/g)].map(([form]) => form)
    expect(forms.length, path).toBeGreaterThan(0)
    for (const form of forms) expect(form).toMatch(/ (action="\/tours"|method="post")/)
  })

  test.each([
    ...['/', '/tours', '/login', '/register', '/forgot-password', '/contact', '/booking-tracker'],
    '/tours/evening-desert-safari/booking',
  ])('%s has no form that a browser alone would send into the address', async (path) => {
    const forms = [...(await open(path)).html.matchAll(/<form[^>]*>/g)].map(([form]) => form)
    expect(forms.length, path).toBeGreaterThan(0)
    for (const form of forms) expect(form).toMatch(/ (action="\/tours"|method="post")/)
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
      // Their addresses carry tokens. The tracker has two addresses and names its first one, which carries none.
      const canonical = path === '/booking-tracker' ? ['https://shop.test/booking-tracker'] : []
      expect([...page.html.matchAll(/rel="canonical" href="([^"]*)"/g)].map(([, address]) => address)).toEqual(
        canonical,
      )
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
