import { afterEach, describe, expect, test } from 'vitest'
import { demoSettings } from '../../db/seeds/content.ts'
import { seedWorld } from '../../db/seeds/index.server.ts'
import { sweepPayments } from '../../src/modules/payment/index.server.ts'
import { findOrIssueInvoice } from '../../src/modules/printouts/index.server.ts'
import { defaultSettings, type SettingKey, standardClaims } from '../../src/modules/settings/index.ts'
import { testApp } from '../support/app.ts'
import { testCore } from '../support/database.ts'
import { safariForTwo } from '../support/requests.ts'
import { shopPages } from '../support/shop-pages.ts'
import { anyAddress } from './database-state.ts'

// The effect of each saved setting on the shop, through the real server and renderer.
const core = await testCore()
const shop = await testApp({
  core,
  trustProxy: 1,
  pages: shopPages(
    async () => ((await shop.call('GET /api/settings')).json() as { display_currency: string }).display_currency,
  ),
})
await seedWorld(shop.shop.deps, 'test')
const staff = (await shop.signIn('manager')).headers
const save = async (settings: Record<string, unknown>, rates: Record<string, string> = {}): Promise<void> => {
  const answer = await shop.call('PUT /api/admin/settings', { settings, rates }, staff)
  expect(answer.status, answer.text).toBe(200)
}
const agency = { ...defaultSettings, ...demoSettings }
afterEach(() => save(agency, { INR: '86' }))
const words = (html: string) =>
  html.replace(/<script(?![^>]*ld\+json)[\s\S]*?<\/script>/g, '').replace(/<!--.*?-->/g, '')
const page = async (path: string, headers: Record<string, string> = {}): Promise<string> => {
  const answer = await shop.call(`GET ${path}`, undefined, { accept: 'text/html', ...headers })
  expect(answer.status, path).toBe(200)
  return words(answer.text)
}
const header = (html: string) => /<header[\s\S]*?<\/header>/.exec(html)?.[0] ?? ''
const footer = (html: string) => /<footer[\s\S]*<\/footer>/.exec(html)?.[0] ?? ''
const main = (html: string) => /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? ''
const all = (html: string) => html
const book = async () => {
  const body = {
    ...safariForTwo,
  }
  const answer = await shop.call('POST /api/bookings', body, anyAddress())
  return answer.json() as { booking: { id: string; booking_reference: string; expires_at: string }; token: string }
}

const desertSafari = '/tours/desert-safari'

type Row = {
  key: SettingKey
  value: unknown
  path: string
  shows: string
  where?: (html: string) => string
  ids?: string
}
/** A setting, its value, and the words that appear on a page only with it. */
const shown: readonly Row[] = [
  { key: 'site_title', value: 'Noor Journeys', path: '/tours', shows: 'Noor Journeys', where: header, ids: '[A258]' },
  {
    key: 'site_logo',
    value: '/pictures/noor.png',
    path: '/tours',
    shows: '/pictures/noor.png',
    where: header,
    ids: '[A258]',
  },
  { key: 'site_description', value: 'Dubai, gently.', path: '/', shows: 'Dubai, gently.', ids: '[A258]' },
  { key: 'contact_email', value: 'desk@noor.example', path: '/tours', shows: 'desk@noor.example', where: footer },
  { key: 'contact_phone', value: '+971 4 555 0100', path: '/contact', shows: '+971 4 555 0100' },
  { key: 'address', value: 'Noor House\nSharjah', path: '/contact', shows: 'Noor House' },
  { key: 'business_hours', value: 'Sunday only', path: '/contact', shows: 'Sunday only' },
  { key: 'support_claim', value: 'Support until ten', path: '/about', shows: 'Support until ten' },
  { key: 'reply_claim', value: 'Answers within a week', path: '/contact', shows: 'Answers within a week' },
  { key: 'meta_title', value: 'Noor of Dubai', path: '/', shows: '<title>Noor of Dubai</title>' },
  { key: 'meta_description', value: 'From one house.', path: '/', shows: 'content="From one house."' },
  { key: 'meta_keywords', value: 'noor', path: '/tours', shows: '<meta name="keywords" content="noor"' },
  { key: 'theme_color', value: '#123456', path: '/', shows: '#123456' },
  { key: 'sms_provider', value: 'Noor SMS', path: '/ok-to-board', shows: 'SMS status updates', ids: '[A266]' },
  {
    key: 'social_links',
    value: [
      { name: 'Instagram', href: 'https://social.example/noor' },
      { name: 'Nowhere', href: '' },
    ],
    path: '/tours',
    shows: 'https://social.example/noor',
    where: footer,
    ids: '[A267]',
  },
  { key: 'display_currency', value: 'EUR', path: '/tours', shows: '€' },
  { key: 'whatsapp', value: '97145550100', path: '/contact', shows: 'wa.me/97145550100', where: main },
  { key: 'whatsapp_message', value: 'Salam, Noor!', path: '/contact', shows: 'Salam%2C%20Noor!', where: main },
  {
    key: 'payment_note',
    value: 'Noor keeps your money safe',
    path: desertSafari,
    shows: 'Noor keeps your money safe',
    ids: '[A265]',
  },
  { key: 'hero_audio', value: '/sounds/noor.mp3', path: '/umrah', shows: '/sounds/noor.mp3', where: main },
]

describe('a saved setting takes effect in the shop', () => {
  test.each(shown)('$key on $path $ids', async ({ key, value, path, shows, where = all }) => {
    expect(where(await page(path))).not.toContain(shows)
    await save({ [key]: value })
    const now = where(await page(path))
    expect(now).toContain(shows)
    expect(now).not.toContain('Nowhere')
  })

  test('business hours and the support claim appear where the shop mentions them, and SMS only with a provider [A266]', async () => {
    await save({ business_hours: 'Sunday only', support_claim: 'Support until ten' })
    expect(await page('/contact')).toContain('Sunday only')
    expect(await page('/about')).toContain('Support until ten')
    await save({ business_hours: '' })
    expect(await page('/contact')).toContain('Support until ten')
    expect(await page('/ok-to-board')).not.toContain('SMS status updates')
    await save({ sms_provider: 'Noor SMS' })
    expect(await page('/ok-to-board')).toContain('SMS status updates')
  })

  test('a claim that is switched off appears nowhere', async () => {
    const claim = standardClaims.find(({ key }) => key === 'money_back')
    expect(await page('/ok-to-board')).toContain(claim?.text)
    await save({ claims: standardClaims.map((each) => ({ ...each, is_on: each.key !== 'money_back' })) })
    expect(await page('/ok-to-board')).not.toContain(claim?.text)
  })

  test.each(standardClaims.map(({ key }) => key))(
    'the claim %s appears in the shop with its edited text, and not when switched off [A265]',
    async (of) => {
      const paths = ['/', '/ok-to-board', '/about', '/contact', desertSafari]
      const shownOn = async (words: string) => {
        const pages = await Promise.all(paths.map((path) => page(path)))
        return paths.filter((_, at) => pages[at]?.includes(words))
      }
      const other = standardClaims.filter(({ key }) => key !== of)
      const write = (is_on: boolean) =>
        save({
          support_claim: agency.support_claim,
          claims: [...other, { key: of, text: `Our word on ${of}`, is_on }],
        })
      const { text = '' } = standardClaims.find(({ key }) => key === of) ?? {}
      await save({ sms_provider: 'Noor SMS', ...(of === 'support' && { support_claim: text }) })
      expect(await shownOn(text)).toContain('/ok-to-board')
      await write(true)
      expect(await shownOn(`Our word on ${of}`)).toContain('/ok-to-board')
      await write(false)
      expect([await shownOn(`Our word on ${of}`), await shownOn(text)]).toEqual([[], []])
    },
  )

  test('the structured data lists exactly the enabled languages [A268]', async () => {
    const known = async () => /"knowsLanguage":(\[[^\]]*\])/.exec(await page('/'))?.[1]
    expect(JSON.parse((await known()) ?? '')).toEqual(['English', 'Arabic', 'Hindi', 'Urdu'])
    await save({ languages: ['en', 'ur'] })
    expect(JSON.parse((await known()) ?? '')).toEqual(['English', 'Urdu'])
  })

  test('prices are converted into the display currency, or shown in their own [A276, C287]', async () => {
    expect(main(await page('/tours'))).toMatch(/\$/)
    expect(main(await page('/tours'))).not.toMatch(/≈|₹/)
    await save({ default_currency: 'INR' })
    expect(main(await page('/tours'))).toMatch(/₹/)
    await save({ auto_currency_conversion: false })
    const own = main(await page('/tours'))
    expect(own).not.toMatch(/₹/)
    expect(own).toMatch(/\$/)
  })

  test('a slot within the cut-off is not offered, and a service with longer notice keeps its own [C170]', async () => {
    type Offer = { items: { slug: string }[]; service: { schedule: { noticeMinutes: number } } }
    const read = async (place: string) => (await shop.call(`GET /api/services/${place}`)).json() as Offer
    const noticeOf = async (place: string) => (await read(place)).service.schedule.noticeMinutes
    const [tour, transfer] = ['tour/desert-safari', `transfer/${(await read('transfer')).items[0]?.slug}`]
    expect([await noticeOf(tour), await noticeOf(transfer)]).toEqual([0, 120])
    await save({ cut_off_minutes: 90 })
    expect([await noticeOf(tour), await noticeOf(transfer)]).toEqual([90, 120])
    expect(await shop.call(`GET ${desertSafari}`).then(({ text }) => text)).toMatch(/noticeMinutes[^,]{0,4}:90/)
  })

  test('new bookings use the configured prefix and expire after the configured hours [A270, A271]', async () => {
    expect((await book()).booking.booking_reference).toMatch(/^TH\d{10}$/)
    await save({ booking_prefix: 'NOOR', booking_expiry_hours: 5 })
    const { booking } = await book()
    expect(booking.booking_reference).toMatch(/^NOOR\d{10}$/)
    expect(Date.parse(booking.expires_at) - core.clock().getTime()).toBe(5 * 3_600_000)
    const statusOf = async () =>
      (await shop.call(`GET /api/admin/bookings/${booking.id}`, undefined, staff)).json().booking_status
    const now = core.clock()
    for (const [minutes, status] of [
      [5 * 60 - 1, 'pending'],
      [2, 'cancelled'],
    ] as const) {
      core.clock.advance(minutes)
      await sweepPayments(shop.shop.deps)
      expect(await statusOf()).toBe(status)
    }
    core.clock.set(now.toISOString())
  })

  test('a booking must start later than the cut-off', async () => {
    await save({ cut_off_minutes: 10_080 })
    core.clock.set('2026-12-18T08:00:00Z')
    expect(await book()).toMatchObject({ code: expect.any(String) })
    core.clock.set('2026-11-21T08:00:00Z')
    expect((await book()).booking).toBeDefined()
  })

  test('the report currency changes reports and no shop price [A273]', async () => {
    const revenue = async () =>
      (await shop.call('GET /api/admin/dashboard', undefined, staff)).json() as { revenue: { currency: string } }
    const before = await page('/tours')
    expect((await revenue()).revenue.currency).toBe('AED')
    await save({ currency: 'GBP' })
    expect((await revenue()).revenue.currency).toBe('GBP')
    expect(await page('/tours')).toBe(before)
  })

  test('an invoice has the company, tax number and series that are set when it is issued', async () => {
    const invoiceOf = async () => {
      const { booking } = await book()
      const done = await shop.call(`POST /api/admin/bookings/${booking.id}/confirmation`, {}, staff)
      expect(done.status, done.text).toBe(200)
      return findOrIssueInvoice(core, booking.id)
    }
    const before = await invoiceOf()
    expect(before.number).toMatch(/^INV-2026-/)
    expect(before.content.seller.name).toBe(agency.site_title)
    await save({ company_name: 'Noor Travel LLC', tax_number: '100200300400003', invoice_prefix: 'NOOR' })
    const { number, content } = await invoiceOf()
    expect(number).toMatch(/^NOOR-2026-/)
    expect(content.seller.name).toBe('Noor Travel LLC')
    expect(content.seller.lines).toContain('Tax registration number 100200300400003')
  })

  test('an unpaid booking gets its reminder the configured hours before it expires', async () => {
    const remindersOf = async (id: string) =>
      (
        await core.db.selectFrom('events').select('payload').where('name', '=', 'payment.reminder-due').execute()
      ).filter(({ payload }) => JSON.stringify(payload).includes(id)).length
    await save({ booking_expiry_hours: 48, expiry_reminder_hours: 6 })
    const { booking } = await book()
    const ends = Date.parse(booking.expires_at)
    const now = core.clock()
    core.clock.set(new Date(ends - 7 * 3_600_000).toISOString())
    await sweepPayments(shop.shop.deps)
    expect(await remindersOf(booking.id)).toBe(0)
    core.clock.set(new Date(ends - 5 * 3_600_000).toISOString())
    await sweepPayments(shop.shop.deps)
    expect(await remindersOf(booking.id)).toBe(1)
    core.clock.set(now.toISOString())
  })

  test('changed rate limits apply from the next attempt', async () => {
    await save({ tracker_per_minute: 1 })
    const headers = anyAddress()
    const look = async () =>
      (await shop.call('POST /api/tracking-lookups', { reference: 'TH0000000000' }, headers)).status
    const first = await look()
    expect(first).not.toBe(429)
    expect(await look()).toBe(429)
  })
})

test('a changed exchange rate reaches the shop and the back office at once [A283]', async () => {
  await book()
  const amounts = async () => {
    const list = await shop.call('GET /api/admin/bookings?limit=1', undefined, staff)
    const [row] = list.json().items as { amount_inr: { minor: number } }[]
    return row?.amount_inr?.minor
  }
  await save({ display_currency: 'INR' })
  const [price, amount] = [await page('/tours'), await amounts()]
  await save({}, { INR: '172' })
  expect(await page('/tours')).not.toBe(price)
  expect(await amounts()).toBe((amount ?? Number.NaN) * 2)
})

describe('while the shop is closed for maintenance', () => {
  test('visitors get 503 for every page, and staff can still sign in and work [A262, A263, C033]', async () => {
    await save({ maintenance_mode: true })
    for (const path of ['/', '/tours', '/contact', '/no/such/page']) {
      const answer = await shop.call(`GET ${path}`)
      expect([answer.status, answer.headers['retry-after']], path).toEqual([503, '600'])
      expect(answer.text).toContain('We will be back soon')
    }
    expect((await shop.call('GET /auth')).status).toBe(200)
    expect((await shop.call('GET /tours', undefined, staff)).status).toBe(200)
    expect((await shop.call('GET /admin', undefined, staff)).status).toBe(200)
    expect((await shop.call('GET /api/admin/dashboard', undefined, staff)).status).toBe(200)
    const customer = (await shop.signIn('customer')).headers
    expect((await shop.call('GET /tours', undefined, customer)).status).toBe(503)
    await save({ maintenance_mode: false })
    expect((await shop.call('GET /tours')).status).toBe(200)
  })
})
