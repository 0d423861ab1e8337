// A shop that reads Arabic, of an agency that writes English only: each of its texts says that it is English, so that
// it is read aloud and set as English.
import { Parser } from 'htmlparser2'
import { describe, expect, test } from 'vitest'
import { seedWorld } from '../../db/seeds/index.server.ts'
import { addDays, dateIn } from '../../src/kernel/dates.ts'
import { jsonOf } from '../../src/kernel/json.ts'
import { confirmationHref, paymentHref } from '../../src/modules/booking/index.ts'
import { withShownTitles } from '../../src/modules/booking/queries/shown-titles.server.ts'
import { saveSettings } from '../../src/modules/settings/index.server.ts'
import { anonymous, type Caller } from '../../src/platform/core.server.ts'
import { newId } from '../../src/platform/crypto/keyring.server.ts'
import { testApp } from '../support/app.ts'
import { testCore } from '../support/database.ts'
import { openPages } from '../support/open-pages.ts'
import { safariForTwo } from '../support/requests.ts'
import { shopPages } from '../support/shop-pages.ts'

const core = await testCore()
// The demo world is dated by the real clock.
core.clock.set(new Date())
const shop = await testApp({ core, pages: shopPages() })
await seedWorld(shop.shop.deps, 'demo')
const staff: Caller = { ...anonymous('127.0.0.1'), role: 'admin', name: 'Asma' }

/** Ends every text of the agency. */
const mark = 'Qx'
/** A name, which sentences may hold: 'from Mumbai'. */
const city = 'departure_city'
const written = ['text', 'textarea', 'richtext', 'list', 'itinerary', 'questions', 'select']
function marked(value: unknown): unknown {
  if (typeof value === 'string') return value && `${value} ${mark}`
  if (Array.isArray(value)) return value.map(marked)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, marked(part)]))
}

async function markItems(): Promise<void> {
  const { kinds } = shop.shop.deps
  for (const row of await core.db.selectFrom('services').selectAll().execute()) {
    const own = kinds.find(row.kind)?.specs.filter(({ input }) => written.includes(input)) ?? []
    const details = Object.fromEntries(
      own.flatMap(({ name }) => (name in row.details && name !== city ? [[name, marked(row.details[name])]] : [])),
    )
    await core.db
      .updateTable('services')
      .set({
        title: `${row.title} ${mark}`,
        summary: row.summary && `${row.summary} ${mark}`,
        location: row.location && `${row.location} ${mark}`,
        details: jsonOf({ ...row.details, ...details }),
      })
      .where('id', '=', row.id)
      .execute()
  }
}
async function addSubmenu(): Promise<void> {
  const about = { menu_type: 'header', name: 'Our stories', href: '/about', icon: '' } as const
  const now = core.clock()
  const { id: parent_id } = await core.db
    .insertInto('menu_items')
    .values({ ...about, id: newId(now), created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await core.db
    .insertInto('menu_items')
    .values({
      ...about,
      name: 'Our guides',
      href: '/guides',
      parent_id,
      id: newId(now),
      created_at: now,
      updated_at: now,
    })
    .execute()
}
async function markContent(): Promise<void> {
  await addSubmenu()
  for (const { slug, title, body } of await core.db.selectFrom('pages').selectAll().execute())
    await core.db
      .updateTable('pages')
      .set({ title: `${title} ${mark}`, body: `${body} ${mark}` })
      .where('slug', '=', slug)
      .execute()
  for (const { id, name } of await core.db.selectFrom('menu_items').selectAll().execute())
    await core.db
      .updateTable('menu_items')
      .set({ name: `${name} ${mark}` })
      .where('id', '=', id)
      .execute()
  for (const { id, ...slider } of await core.db.selectFrom('homepage_sliders').selectAll().execute()) {
    const [title, subtitle, button_text] = [slider.title, slider.subtitle, slider.button_text].map(
      (text) => `${text} ${mark}`,
    )
    await core.db
      .updateTable('homepage_sliders')
      .set({ title: title ?? '', subtitle: subtitle ?? '', button_text: button_text ?? '' })
      .where('id', '=', id)
      .execute()
  }
}
const sentences = {
  site_description: `Trips and visas ${mark}`,
  address: `Al Quoz, Dubai ${mark}`,
  business_hours: `Daily 9 to 5 ${mark}`,
  support_claim: `Always here ${mark}`,
  reply_claim: `Within a day ${mark}`,
  payment_note: `Pay by card ${mark}`,
}
await core.db.deleteFrom('service_translations').execute()
await core.db.deleteFrom('content_translations').execute()
await markItems()
await markContent()
await saveSettings(core, staff, sentences)

interface Node {
  readonly text: string
  /** The nearest language, that of the document included. */
  readonly language: string
  readonly at: string
}
/** What a reader sees: all but the head, scripts and styles. */
function textsOf(html: string): readonly Node[] {
  const nodes: Node[] = []
  const open: { name: string; language: string }[] = []
  const parser = new Parser({
    onopentag: (name, { lang }) => open.push({ name, language: lang ?? open.at(-1)?.language ?? '' }),
    onclosetag: () => void open.pop(),
    ontext: (text) => {
      const names = open.map(({ name }) => name)
      if (['head', 'script', 'style'].some((name) => names.includes(name))) return
      nodes.push({ text, language: open.at(-1)?.language ?? '', at: names.slice(-4).join(' > ') })
    },
  })
  parser.end(html)
  return nodes
}

const arabic = /\p{Script=Arabic}/u
const pages = openPages.map(({ path }) => path)

describe('an Arabic page', () => {
  test.each(pages)('%s marks each text that the agency wrote in English', async (path) => {
    const { text: html } = await shop.call(`GET /ar${path.replace(/^\/$/, '')}`, undefined, { accept: 'text/html' })
    const texts = textsOf(html)
    expect(texts.some(({ text, language }) => language === 'ar' && arabic.test(text))).toBe(true)
    const own = texts.filter(({ text }) => text.includes(mark))
    expect(own.length).toBeGreaterThan(0)
    expect(own.filter(({ language }) => language !== 'en')).toEqual([])
  })
})

describe('an Arabic page of a booking', () => {
  const arabicReader = { accept: 'text/html', 'accept-language': 'ar' }
  const book = async () => {
    const travel_date = addDays(dateIn('Asia/Dubai', core.clock()), 20)
    const safari = { service_id: 'evening-desert-safari-with-bbq-dinner', travel_date, travel_time: '14:30' }
    const made = await shop.call('POST /api/bookings', { ...safariForTwo, ...safari }, arabicReader)
    expect(made.status, made.text).toBe(200)
    const { booking, token } = made.json() as {
      booking: { id: string; booking_reference: string }
      token: string
    }
    return { id: booking.id, token, reference: booking.booking_reference }
  }
  const titlesOn = async (path: string) =>
    textsOf((await shop.call(`GET /ar${path}`, undefined, arabicReader)).text)
      .filter(({ text }) => text.includes('Safari') && text.includes(mark))
      .map(({ language }) => language)

  test.each<[string, (made: Awaited<ReturnType<typeof book>>) => string]>([
    ['payment page', ({ id, token }) => paymentHref(id, token)],
    ['confirmation', ({ id, token }) => confirmationHref(id, token)],
  ])('the %s marks the title of the item', async (_, pathOf) => {
    expect(new Set(await titlesOn(pathOf(await book())))).toEqual(new Set(['en']))
  })

  test('the tracker gets the language of the title', async () => {
    const { reference } = await book()
    const track = async (given: object) => {
      const sent = { 'accept-language': 'ar' }
      return (await shop.call('POST /api/tracking-lookups', { reference, ...given }, sent)).json()
    }
    const marked = { languages: { service_title: 'en' } }
    expect(await track({})).toMatchObject({ access: 'status', ...marked })
    expect(await track({ email: safariForTwo.customer_email })).toMatchObject({ access: 'full', booking: marked })
  })

  test('the title that an item was sold with, before it was renamed, is marked', async () => {
    const { id, token } = await book()
    await core.db
      .updateTable('bookings')
      .set({ service_title: `Old Safari ${mark}` })
      .where('id', '=', id)
      .execute()
    expect(await titlesOn(confirmationHref(id, token))).toEqual(['en'])
    expect(await titlesOn(paymentHref(id, token))).toEqual(['en'])
  })

  test('found bookings and own bookings name the language of their titles', async () => {
    const { id } = await book()
    const shown = await withShownTitles({ ...shop.shop.deps, language: 'ar' }, [{ id, service_title: 'Sold as this' }])
    expect(shown).toEqual([{ id, service_title: 'Sold as this', languages: { service_title: 'en' } }])
  })
})
