import { describe, expect, test } from 'vitest'
import { cardOf, chromeOf, tourOf } from '../testing/fake-api.ts'
import { bodyOf, linksOf, open, textOf } from '../testing/open-page.ts'

const mainOf = (html: string) => /<main[\s\S]*?<\/main>/.exec(html)?.[0] ?? ''
/** Every block of structured data of a page. */
const dataOf = (html: string) =>
  [...html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)].map(
    ([, json]) => JSON.parse(json ?? '') as Record<string, unknown>,
  )
const dataNamed = (html: string, type: string) => dataOf(html).find((data) => [data['@type']].flat().includes(type))
const headOf = (html: string) => html.slice(0, html.indexOf('</head>'))
const metaOf = (html: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"/?>`).exec(headOf(html))?.[1]
const canonicalOf = (html: string) => /<link rel="canonical" href="([^"]*)"/.exec(headOf(html))?.[1]

describe('about', () => {
  test('[C275] tells the story and the four values', async () => {
    const { html } = await open('/about')
    const text = textOf(mainOf(html))
    expect(text).toContain('We arrange trips and everything that belongs to them')
    const values = [...mainOf(html).matchAll(/<h3[^>]*>([^<]*)<\/h3>/g)].map(([, name]) => name)
    expect(values).toEqual(['Expert Team', 'Best Prices', 'Global Reach', '24/7 Support'])
  })
})

describe('contact', () => {
  test('[C276, C278] shows phone, email, both offices, reply time and chat', async () => {
    const { html } = await open('/contact')
    const text = textOf(mainOf(html))
    for (const part of ['+91 22 5550 0142', 'support@safar.example', 'Mumbai, India', 'Dubai, United Arab Emirates'])
      expect(text).toContain(part)
    expect(text).toContain('Email replies within 24 hours')
    expect(linksOf(mainOf(html)).join()).toMatch(/Chat on WhatsApp -> https:\/\/wa\.me\/912255500142\?text=/)
  })

  test('[C279] has a form with name, email, phone, subject and message, all of them required', async () => {
    const form = /<form[\s\S]*?<\/form>/.exec(mainOf((await open('/contact')).html))?.[0] ?? ''
    const names = [...form.matchAll(/<(?:input|textarea)[^>]*>/g)].map(([tag]) => [
      /name="([^"]*)"/.exec(tag)?.[1],
      tag.includes(' required=""'),
    ])
    expect(names).toEqual([
      ['name', true],
      ['email', true],
      ['phone', true],
      ['subject', true],
      ['message', true],
      ['company_website', false],
    ])
  })

  test('[C233] the tracker has an example, an optional email field and a contact box', async () => {
    const main = mainOf((await open('/booking-tracker')).html)
    expect(textOf(main)).toMatch(/Booking reference.*For example TH\d{10}/)
    expect(textOf(main)).toContain('Email (optional)')
    const links = linksOf(main).join()
    for (const way of ['tel:+912255500142', 'mailto:support@safar.example', 'https://wa.me/912255500142'])
      expect(links).toContain(way)
  })

  test('[C277] hours and claims of support come from the settings, everywhere', async () => {
    const chrome = chromeOf({ businessHours: 'Every day 7 to 11', supportClaim: 'Help by phone', replyClaim: 'Soon' })
    for (const path of ['/', '/about', '/contact', '/hotels', '/booking?type=general', '/booking-tracker']) {
      const text = textOf(bodyOf((await open(path, { chrome })).html))
      expect(text, path).toContain('Every day 7 to 11')
      expect(text, path).not.toMatch(/24\/7|Monday to Saturday|within 24 hours/)
    }
    // Beside the hours the claim would contradict them.
    for (const path of ['/', '/contact', '/booking?type=general'])
      expect(textOf(mainOf((await open(path, { chrome })).html)), path).not.toContain('Help by phone')
    expect((await open('/about', { chrome })).html).toContain('Help by phone')
    const always = chromeOf({ businessHours: '', supportClaim: 'Help by phone' })
    expect((await open('/contact', { chrome: always })).html).toContain('Help by phone')
    const silent = textOf(mainOf((await open('/about', { chrome: chromeOf({ supportClaim: '' }) })).html))
    expect(silent).not.toContain('24/7')
  })
})

describe("the agency's own pages", () => {
  test('[C284] /services, /privacy and /terms have their own pages', async () => {
    for (const [path, words] of [
      ['/services', 'Ok to Board'],
      ['/privacy', 'Your rights'],
      ['/terms', 'Changes and cancellations by you'],
    ] as const) {
      const page = await open(path)
      expect([path, page.status, page.isPrivate]).toEqual([path, 200, false])
      expect(textOf(mainOf(page.html))).toContain(words)
    }
    const links = linksOf(mainOf((await open('/services')).html)).map((link) => link.split(' -> ')[1])
    for (const place of ['/tours', '/packages', '/visas', '/tickets', '/transfers', '/umrah', '/ok-to-board'])
      expect(links).toContain(place)
  })

  test.each(['hotels', 'flights', 'guides'])(
    '[C285] /%s shows the text of the agency and an enquiry form',
    async (slug) => {
      const pages = { [slug]: { title: 'A title of staff', bodyHtml: '<p>Words of staff</p>' } }
      const text = textOf(mainOf((await open(`/${slug}`, { pages })).html))
      expect(text).toContain('A title of staff')
      expect(text).toContain('Words of staff')
      for (const label of ['Name', 'Email', 'Phone', 'Travel dates', 'Travellers', 'Message', 'Send message'])
        expect(text).toContain(label)
    },
  )

  test('/booking?type=general is a message to the agency', async () => {
    const page = await open('/booking?type=general')
    expect(page.status).toBe(200)
    expect(textOf(mainOf(page.html))).toContain('Tell us what you have in mind')
    expect(mainOf(page.html)).toContain('name="subject"')
  })

  test('all content is readable without JavaScript, and each form names another way to write', async () => {
    const written = ['/contact', '/hotels', '/booking?type=general']
    const used = ['/booking-tracker', '/login', '/register', '/auth', '/forgot-password', '/reset-password?token=abc']
    for (const path of [...written, ...used, `/tours/${tourOf().slug}/booking`]) {
      const { html } = await open(path, { services: [tourOf()] })
      expect(/<noscript data-form="">.*?<\/noscript>/.exec(mainOf(html))?.[0], path).toMatch(
        /support@safar\.example.*\+91 22 5550 0142/,
      )
    }
    for (const path of written) expect(bodyOf((await open(path)).html), path).not.toMatch(/class="[^"]*skeleton/)
    const { html } = await open('/', { cards: [cardOf()] })
    expect(textOf(html)).toContain('© ')
  })
})

describe('search engines and shared links', () => {
  test('[C346] every page is in English and has the theme colour', async () => {
    for (const path of ['/', '/tours', '/contact', '/profile', '/no/such/page']) {
      const { html } = await open(path)
      expect(html, path).toContain('<html lang="en"')
      expect(metaOf(html, 'theme-color'), path).toBe('#2563eb')
    }
    expect(metaOf((await open('/')).html, 'og:locale')).toBe('en_US')
  })

  test('[C347] the structured data names the agency, its area and its enabled languages', async () => {
    for (const path of ['/', '/tours', '/contact', '/tours/evening-desert-safari']) {
      const agency = dataNamed((await open(path)).html, 'TravelAgency')
      expect(agency, path).toMatchObject({ areaServed: 'AE', knowsLanguage: ['English'] })
    }
    const chrome = chromeOf({ languages: ['en', 'en-XA', 'ar-XB'] })
    expect(dataNamed((await open('/', { chrome })).html, 'TravelAgency')).toMatchObject({
      knowsLanguage: ['English', 'English (Pseudo-Accents)', 'Arabic (Pseudo-Bidi)'],
    })
  })

  test("the agency's logo has an absolute address in one of its widths", async () => {
    const logoOf = async (siteLogo: string) =>
      dataNamed((await open('/', { chrome: chromeOf({ siteLogo }) })).html, 'TravelAgency')?.logo
    const uploaded = '/media/0198c000-0000-7000-8000-000000000001-1600x400'
    expect(await logoOf(`${uploaded}-1600.webp#UklGRj4A`)).toBe(`https://shop.test${uploaded}-800.webp`)
    expect(await logoOf('/noor.svg')).toBe('https://shop.test/noor.svg')
    expect(await logoOf('https://cdn.example/noor.svg')).toBe('https://cdn.example/noor.svg')
  })

  test('[C348] a page without its own description uses the settings, else the defaults', async () => {
    const seo = { title: 'Meta title', description: 'Meta description', keywords: 'one, two' }
    const { html } = await open('/', { chrome: chromeOf({ seo }) })
    expect(html).toContain('<title>Meta title</title>')
    expect([metaOf(html, 'description'), metaOf(html, 'keywords')]).toEqual(['Meta description', 'one, two'])
    const plain = {
      services: [tourOf({ summary: '', seoTitle: null, seoDescription: null })],
      chrome: chromeOf({ seo }),
    }
    const tour = (await open('/tours/evening-desert-safari', plain)).html
    expect([metaOf(tour, 'description'), metaOf(tour, 'keywords')]).toEqual(['Meta description', 'one, two'])
    const fallback = (await open('/')).html
    expect(fallback).toMatch(/<title>[^<]{10,} \| Safar Travel House<\/title>/)
    expect(metaOf(fallback, 'description')).toBe('Tours, visas and Umrah journeys.')
    expect(metaOf(fallback, 'keywords')).toContain('UAE visa')
  })

  test("[C349] an item's own title and description are served and safely escaped", async () => {
    const own = { seoTitle: 'Dunes & <dinner>', seoDescription: 'Red "sand" </head><script>alert(1)</script>' }
    const { html } = await open('/tours/evening-desert-safari', { services: [tourOf(own)] })
    expect(html).toContain('<title>Dunes &amp; &lt;dinner&gt;</title>')
    expect(metaOf(html, 'description')).toContain('Red &quot;sand&quot; &lt;/head&gt;')
    expect(html).not.toContain('<script>alert')
    expect(html.match(/<\/head>/g)).toHaveLength(1)
  })

  test('[C350] two addresses of one screen have the same canonical address', async () => {
    const { id, slug } = tourOf()
    const same = async (...paths: string[]) => {
      const named = await Promise.all(paths.map(async (path) => canonicalOf((await open(path)).html)))
      expect(named[0], paths[0]).toMatch(/^https:\/\/shop\.test\//)
      expect(new Set(named).size, String(named)).toBe(1)
      return named[0]
    }
    expect(await same('/visas', '/visa', '/visa?sort=price')).toBe('https://shop.test/visas')
    expect(await same(`/tours/${slug}`, `/tours/${id}`)).toBe(`https://shop.test/tours/${slug}`)
    expect(await same(`/tours/${slug}`, `/tours/${slug}/booking`, `/booking?type=tour&id=${id}`)).toBe(
      `https://shop.test/tours/${slug}`,
    )
    expect(await same('/booking-tracker', '/track-booking', '/track-booking?reference=TH1')).toBe(
      'https://shop.test/booking-tracker',
    )
    expect(await same('/contact', '/contact?utm_source=x')).toBe('https://shop.test/contact')
  })

  test('a shared link shows a picture that every messenger accepts', async () => {
    const own = (await open('/tours/evening-desert-safari')).html
    expect(metaOf(own, 'og:image')).toBe('https://shop.test/og/desert-1.jpg')
    expect([metaOf(own, 'og:image:width'), metaOf(own, 'og:image:height')]).toEqual(['1200', '630'])
    expect([metaOf(own, 'twitter:card'), metaOf(own, 'twitter:image')]).toEqual([
      'summary_large_image',
      'https://shop.test/og/desert-1.jpg',
    ])
    expect(metaOf(own, 'og:title')).toBe('Evening Desert Safari')
    expect(metaOf((await open('/contact')).html, 'og:image')).toBe('https://shop.test/og.jpg')
    const elsewhere = { services: [tourOf({ images: ['https://cdn.example/a.jpg'] })] }
    const { html } = await open('/tours/evening-desert-safari', elsewhere)
    expect([metaOf(html, 'og:image'), metaOf(html, 'og:image:width')]).toEqual(['https://cdn.example/a.jpg', undefined])
  })

  test('a shared link to an item with an uploaded picture shows its JPEG card, and search engines get the picture', async () => {
    const stem = '/media/0198c000-0000-7000-8000-00000000abcd-1600x900'
    const world = { services: [tourOf({ images: [`${stem}-1600.webp#UklGRj4A`] })] }
    const { html } = await open('/tours/evening-desert-safari', world)
    expect(metaOf(html, 'og:image')).toBe(`https://shop.test${stem}-card.jpg`)
    expect(metaOf(html, 'twitter:image')).toBe(`https://shop.test${stem}-card.jpg`)
    expect([metaOf(html, 'og:image:width'), metaOf(html, 'og:image:height')]).toEqual(['1200', '630'])
    expect(dataNamed(html, 'Product')).toMatchObject({ image: `https://shop.test${stem}-800.webp` })
  })

  test('an item is a product with an offer, a journey also a trip, each with breadcrumbs', async () => {
    const { html } = await open('/tours/evening-desert-safari')
    expect(dataNamed(html, 'Product')).toMatchObject({
      '@type': ['Product', 'TouristTrip'],
      url: 'https://shop.test/tours/evening-desert-safari',
      offers: { price: '55.00', priceCurrency: 'USD', url: 'https://shop.test/tours/evening-desert-safari' },
    })
    expect(dataNamed(html, 'Product')).not.toHaveProperty('aggregateRating')
    const crumbs = dataNamed(html, 'BreadcrumbList')?.itemListElement as { name: string; item: string }[]
    expect(crumbs.map(({ name, item }) => `${name} ${item}`)).toEqual([
      'Home https://shop.test/',
      'Tours https://shop.test/tours',
      'Evening Desert Safari https://shop.test/tours/evening-desert-safari',
    ])
  })

  test('questions are marked up only on pages that have some', async () => {
    const services = dataNamed((await open('/services')).html, 'FAQPage')?.mainEntity as { name: string }[]
    expect(services.map(({ name }) => name)).toContain('How can I pay?')
    expect(dataNamed((await open('/terms')).html, 'FAQPage')).toBeUndefined()
  })

  test('no content can break out of a data block', async () => {
    const attack = '</script><script>alert(1)</script>'
    const world = {
      chrome: chromeOf({ siteTitle: attack, address: attack }),
      services: [tourOf({ title: attack, summary: attack })],
      pages: { services: { questions: [{ question: attack, answer: attack }] } },
    }
    for (const path of ['/', '/services', '/tours/evening-desert-safari']) {
      const { html } = await open(path, world)
      expect(html, path).not.toContain('<script>alert')
      expect(dataOf(html).length, path).toBeGreaterThan(0)
    }
  })
})
