import { describe, expect, test } from 'vitest'
import { render } from '../entry-server.tsx'
import { bookingOf, cardOf, chromeOf, fakeApi, paymentOf, tourOf } from '../testing/fake-api.ts'
import { assets, bodyOf, linksOf, open, textOf, withToken } from '../testing/open-page.ts'

const headingsOf = (html: string) =>
  [...bodyOf(html).matchAll(/<h1[^>]*>([\s\S]*?)<\/h1>/g)].map(([, words = '']) => textOf(words))
const partOf = (html: string, name: 'main' | 'header' | 'footer') =>
  new RegExp(`<${name}[ >][\\s\\S]*?</${name}>`).exec(bodyOf(html))?.[0] ?? ''
const mainOf = (html: string) => /<main[\s\S]*<\/main>/.exec(bodyOf(html))?.[0] ?? ''

describe('addresses', () => {
  test.each([
    ['/', 'Your journey starts here'],
    ['/tours', 'Tours'],
    ['/tickets', 'Attraction tickets'],
    ['/packages', 'Packages'],
    ['/umrah', 'Umrah packages'],
    ['/transfers', 'Transfers'],
    ['/visa', 'Visas'],
    ['/visas', 'Visas'],
    ['/login', 'Sign in'],
    ['/register', 'Create an account'],
    ['/auth', 'Admin Access'],
    ['/profile', 'Profile'],
    ['/about', 'About us'],
    ['/contact', 'Contact'],
    ['/booking-tracker', 'Track your booking'],
    ['/track-booking', 'Track your booking'],
  ])('[C001, C004, C005, C006] %s opens its screen', async (path, title) => {
    const { status, html } = await open(path)
    expect([status, ...headingsOf(html)]).toEqual([200, title])
  })

  test.each(['services', 'hotels', 'flights', 'guides', 'privacy', 'terms'])('/%s opens', async (path) => {
    expect((await open(`/${path}`)).status).toBe(200)
  })

  test('[C001] each list shows its own kind only', async () => {
    const kinds = { tour: 'tours', ticket: 'tickets', package: 'packages', umrah: 'umrah', transfer: 'transfers' }
    const cards = Object.keys(kinds).map((kind) => cardOf({ id: kind, kind, title: `The ${kind}`, href: `/x/${kind}` }))
    for (const [kind, path] of Object.entries(kinds)) {
      const main = linksOf(mainOf((await open(`/${path}`, { cards })).html)).join()
      for (const { title } of cards)
        expect([path, title, main.includes(title)]).toEqual([path, title, title.endsWith(` ${kind}`)])
    }
  })

  test('[C004] two addresses of one screen show the same', async () => {
    const cards = [cardOf({ kind: 'visa', title: 'Oman 10-Day Visa', href: '/visas/oman-10-day' })]
    for (const [one, other] of [
      ['/visa', '/visas'],
      ['/track-booking', '/booking-tracker'],
    ] as const) {
      const [first, second] = [await open(one, { cards }), await open(other, { cards })]
      expect(textOf(mainOf(first.html)).length).toBeGreaterThan(100)
      expect(mainOf(first.html)).toBe(mainOf(second.html))
    }
  })

  test.each([
    ['tour', 'tours'],
    ['ticket', 'tickets'],
    ['package', 'packages'],
    ['visa', 'visas'],
    ['umrah', 'umrah'],
  ])('[C002] a %s opens by id and by slug as one page', async (kind, path) => {
    const details = { ...tourOf().details, country: 'Oman', visa_type: 'Visa', price: 4000, duration_days: 10 }
    const services = [tourOf({ kind, slug: 'the-one', title: 'The one', href: `/${path}/the-one`, details })]
    const [byId, bySlug] = [
      await open(`/${path}/${tourOf().id}`, { services }),
      await open(`/${path}/the-one`, { services }),
    ]
    for (const { status, html } of [byId, bySlug]) expect([status, ...headingsOf(html)]).toEqual([200, 'The one'])
    expect(textOf(mainOf(byId.html))).toBe(textOf(mainOf(bySlug.html)))
  })

  test('[C002, C003] a tour opens by id and by slug, as does its booking page', async () => {
    const { id, slug } = tourOf()
    for (const name of [id, slug]) {
      expect(textOf((await open(`/tours/${name}`)).html)).toContain('Evening Desert Safari')
      expect(textOf((await open(`/tours/${name}/booking`)).html)).toContain('Back to Tours')
    }
  })

  test('[C007, C159] /booking opens the item of type and id, or reports that there is none', async () => {
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

  test.each(['/tours/%E0%A4%A', '/tours/%00%E0'])('%s is malformed and answers 404', async (path) => {
    expect((await open(path)).status).toBe(404)
  })

  test.each([
    'page=abc',
    'page=0',
    'page=999',
    'sort=cheapest',
    'priceFrom=-1',
    'priceFrom=1.5',
    'q=%00',
    `q=${'x'.repeat(101)}`,
    'duration=a-week',
  ])('/tours?%s shows the whole list, with its canonical address', async (query) => {
    const { status, html } = await open(`/tours?${query}`)
    expect(status).toBe(200)
    expect(html).toContain('<link rel="canonical" href="https://shop.test/tours"/>')
    expect(textOf(mainOf(html))).toContain('Evening Desert Safari')
  })

  test('a changed slug redirects to the new address, on the booking page too', async () => {
    const world = { movedSlugs: { 'old-name': '/tours/evening-desert-safari' } }
    const page = await open('/tours/old-name', world)
    expect([page.status, page.headers.location]).toEqual([301, '/tours/evening-desert-safari'])
    const booking = await open('/tours/old-name/booking', world)
    expect(booking.headers.location).toBe('/tours/evening-desert-safari/booking')
  })

  test('a redirect keeps the query', async () => {
    const world = { movedSlugs: { 'old-name': '/tours/evening-desert-safari' } }
    const locationOf = async (path: string) => (await open(path, world)).headers.location
    const query = '?utm_source=mail&date=2026-12-20'
    expect(await locationOf(`/tours/old-name${query}`)).toBe(`/tours/evening-desert-safari${query}`)
    expect(await locationOf(`/tours/old-name/booking${query}`)).toBe(`/tours/evening-desert-safari/booking${query}`)
    expect(await locationOf(`/my-bookings${query}`)).toBe(`/booking-history${query}`)
    expect(await locationOf('/booking?type=tour&id=old-name&date=2026-12-20')).toBe(
      '/booking?type=tour&id=evening-desert-safari&date=2026-12-20',
    )
    expect(await locationOf('/booking?type=ok_to_board&id=x&utm_source=mail')).toBe('/ok-to-board?utm_source=mail')
  })

  test.each([
    ['/t%6furs?q=dune&utm_source=mail', '/tours?q=dune&utm_source=mail'],
    ['/tours/evening%2Ddesert-safari', '/tours/evening-desert-safari'],
    ['/tours/%d8%af', '/tours/%D8%AF'],
    ['/tours/a%27b', "/tours/a'b"],
    ['/tours/a%7Cb', '/tours/a|b'],
  ])('another spelling of an address, %s, redirects to %s', async (path, location) => {
    const page = await open(path)
    expect([page.status, page.headers.location]).toEqual([301, location])
    expect((await open(location)).status).not.toBe(301)
  })

  test.each(['/.//%65vil.com', '/%2e//%5cevil.com', '/.//evil.com', '/.//%2fevil.com'])(
    '%s does not leave the shop',
    async (path) => {
      const { status, headers } = await open(path)
      expect([301, 404]).toContain(status)
      expect(new URL(headers.location ?? '/', 'https://shop.test').origin).toBe('https://shop.test')
    },
  )

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

  test('[C020, C021, C022] stored menus replace the defaults, without links that would run a script', async () => {
    const item = (name: string, href: string, newTab = false) => ({ id: name, name, href, icon: '', newTab })
    const top = (name: string, href: string, newTab = false, children: ReturnType<typeof item>[] = []) => ({
      ...item(name, href, newTab),
      children,
    })
    const header = [
      top('Offers', '/tours?sort=price', false, [item('Last minute', '/tours?q=soon'), item('Worse', 'javascript:1')]),
      top('Blog', 'https://blog.example', true),
      top('Bad', 'JavaScript:alert(1)'),
    ]
    const footer = [
      top('Imprint', '/imprint'),
      top('Partner', 'https://partner.example', true),
      top('Bad', 'javascript:1'),
    ]
    const { html } = await open('/', { chrome: chromeOf({ header, footer }) })
    const places = (part: string) => linksOf(part).filter((link) => !/^Safar|Sign/.test(link))
    expect(places(partOf(html, 'header'))).toEqual([
      'Offers -> /tours?sort=price',
      'Last minute -> /tours?q=soon',
      'Blog -> https://blog.example',
    ])
    // Child items are in their parent's list, which opens with it.
    expect(textOf(/<details name="header-menu"[\s\S]*?<\/details>/.exec(html)?.[0] ?? '').trim()).toBe(
      'Offers Offers Last minute',
    )
    const quick = /<nav aria-label="Quick links">[\s\S]*?<\/nav>/.exec(html)?.[0] ?? ''
    expect(linksOf(quick)).toEqual(['Imprint -> /imprint', 'Partner -> https://partner.example'])
    const opensNewTab = (href: string) => new RegExp(`<a [^>]*href="${href}"[^>]*>`).exec(html)?.[0].includes('_blank')
    expect(['https://blog.example', 'https://partner.example'].map(opensNewTab)).toEqual([true, true])
    expect(['/imprint', '/tours\\?q=soon'].map(opensNewTab)).toEqual([false, false])
    expect(bodyOf(html).toLowerCase()).not.toContain('javascript:')
  })

  test('[C019] is the same on About and Contact as on every other page', async () => {
    const [home, about, contact] = await Promise.all(
      ['/', '/about', '/contact'].map(async (path) => (await open(path)).html),
    )
    for (const part of ['header', 'footer'] as const) {
      const same = linksOf(partOf(home ?? '', part))
      expect(same.length).toBeGreaterThan(8)
      for (const html of [about, contact]) expect(linksOf(partOf(html ?? '', part))).toEqual(same)
    }
  })

  test('[C029] shows the logo from the settings, or the shop’s name and mark without one', async () => {
    const logo = partOf(
      (await open('/', { chrome: chromeOf({ siteTitle: 'Noor', siteLogo: '/media/noor.svg' }) })).html,
      'header',
    )
    expect(logo).toMatch(
      /<img [^>]*src="\/media\/noor\.svg"[^>]*alt="Noor"|<img [^>]*alt="Noor"[^>]*src="\/media\/noor\.svg"/,
    )
    // In an unexpected shape.
    expect(logo).not.toMatch(/<img [^>]*(width|srcset)=/i)
    const plain = partOf((await open('/', { chrome: chromeOf({ siteTitle: 'Noor' }) })).html, 'header')
    expect(plain).not.toContain('<img')
    expect(textOf(plain)).toMatch(/^ ?Noor/)
  })

  test('[C029] an uploaded logo loads in the width it needs, with its space reserved', async () => {
    const stem = '/media/0198c000-0000-7000-8000-000000000001-1600x400'
    const chrome = chromeOf({ siteLogo: `${stem}-1600.webp#UklGRj4A` })
    const [image = ''] = /<img [^>]*>/.exec(partOf((await open('/', { chrome })).html, 'header')) ?? []
    expect(image).toMatch(new RegExp(`srcset="${stem}-400\\.webp 400w, ?${stem}-800\\.webp 800w`, 'i'))
    for (const part of ['sizes="10rem"', 'width="1600"', 'height="400"', `src="${stem}-800.webp"`])
      expect(image).toContain(part)
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
      'Office 12, Mumbai, India',
      'Shop 4, Dubai, United Arab Emirates',
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
    const chrome = chromeOf({ state: 'maintenance' })
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

describe('the document', () => {
  test('[C012] a page loads its scripts late and none from other hosts', async () => {
    const { html } = await open('/')
    expect(html).toContain('/assets/home.js')
    expect(html).not.toContain('/assets/list.js')
    expect(html.indexOf('"/assets/shop.js"')).toBeGreaterThan(html.indexOf('</footer>'))
  })

  test('a page to be read loads only the starter, which loads the rest later', async () => {
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

  test.each([
    ...['/tours/evening-desert-safari/booking', '/booking?type=tour&id=evening-desert-safari', '/profile'],
    ...['/login?redirect=%2Fprofile', '/track-booking?reference=TH0123456789'],
  ])('%s is there to be filled in: its script does not wait', async (path) => {
    const { html } = await open(path)
    expect(html).toContain('<script type="module" fetchpriority="low" src="/assets/shop.js"></script>')
    expect(html).not.toContain('shop-modules')
    expect(html).toContain('src="/assets/starter.js"')
  })

  test.each(['/login', '/register', '/auth', '/forgot-password', '/track-booking', '/booking-tracker'])(
    '%s has a few fields only: its script waits until the page is there, or is touched',
    async (path) => {
      const { html } = await open(path)
      expect(html).toContain('shop-modules')
      expect(html).not.toContain('src="/assets/shop.js"')
    },
  )

  test.each([
    ...['/', '/tours', '/login', '/register', '/forgot-password', '/contact', '/booking-tracker'],
    '/tours/evening-desert-safari/booking',
  ])('%s has no form that a browser alone would send into the address', async (path) => {
    const forms = [...(await open(path)).html.matchAll(/<form[^>]*>/g)].map(([form]) => form)
    expect(forms.length, path).toBeGreaterThan(0)
    for (const form of forms) expect(form).toMatch(/ (action="\/(search|tours)"|method="post")/)
  })

  test.each([
    ...['/', '/tours', '/login', '/register', '/forgot-password', '/contact', '/booking-tracker'],
    '/tours/evening-desert-safari/booking',
  ])('%s has no form that a browser alone would send into the address', async (path) => {
    const forms = [...(await open(path)).html.matchAll(/<form[^>]*>/g)].map(([form]) => form)
    expect(forms.length, path).toBeGreaterThan(0)
    for (const form of forms) expect(form).toMatch(/ (action="\/(search|tours)"|method="post")/)
  })

  test('no inline script runs, and hostile text stays text', async () => {
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

  test('a public page is the same for everyone, has cache tags and reads no session', async () => {
    const calls: string[] = []
    const page = await open('/tours/evening-desert-safari', { onCall: (name) => calls.push(name) })
    expect(page.isPrivate).toBe(false)
    expect(page.tags).toContain(`service:${tourOf().id}`)
    expect(calls).toEqual(['content.chrome', 'catalogue.get'])
  })

  test('private pages are neither cached nor indexed', async () => {
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
      // Their addresses carry tokens. The tracker has two addresses; its canonical one carries none.
      const canonical = path === '/booking-tracker' ? ['https://shop.test/booking-tracker'] : []
      expect([...page.html.matchAll(/rel="canonical" href="([^"]*)"/g)].map(([, address]) => address)).toEqual(
        canonical,
      )
    }
  })

  test('[C036] a page that falls back to defaults is shown but not cached', async () => {
    expect((await open('/', { home: { isComplete: false } })).isPrivate).toBe(true)
    expect((await open('/tours', { chrome: chromeOf({ isComplete: false }) })).isPrivate).toBe(true)
    expect((await open('/')).isPrivate).toBe(false)
  })

  test('a failing page answers 500 and is not cached', async () => {
    const api = fakeApi()
    const broken = { ...api, content: { ...api.content, home: () => Promise.reject(new Error('gone')) } } as typeof api
    const page = await render({ url: 'https://shop.test/', api: broken, assets, currency: 'USD', language: 'en' })
    expect([page.status, page.isPrivate]).toEqual([500, true])
    expect(page.error).toBeInstanceOf(Error)
  })
})
