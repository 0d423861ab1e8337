import { describe, expect, test } from 'vitest'
import { seedWorld } from '../../db/seeds/index.server.ts'
import { saveService } from '../../src/modules/catalogue/index.server.ts'
import { saveSettings } from '../../src/modules/settings/index.server.ts'
import { anonymous, type Caller } from '../../src/platform/core.server.ts'
import { testApp } from '../support/app.ts'
import { testCore } from '../support/database.ts'
import { shopPages } from '../support/shop-pages.ts'

const core = await testCore()
const shop = await testApp({
  core,
  pages: shopPages(),
})
await seedWorld(shop.shop.deps, 'test')
const staff: Caller = { ...anonymous('127.0.0.1'), role: 'admin', name: 'Asma' }
const html = async (path: string): Promise<string> => {
  const answer = await shop.call(`GET ${path}`, undefined, { accept: 'text/html' })
  expect(answer.status, path).toBe(200)
  return answer.text
}
const headOf = (page: string) => page.slice(0, page.indexOf('</head>'))
const details = { price_adult: 5_000, location: 'Dubai', duration: '2 hours' }

describe('texts saved by staff are served', () => {
  test('phone, email and address on the contact page and in the footer [A259]', async () => {
    await html('/contact')
    const saved = {
      contact_phone: '+971 4 555 0100',
      contact_email: 'desk@noor.example',
      address: 'Noor House, Sharjah',
    }
    await saveSettings(core, staff, saved)
    for (const path of ['/contact', '/tours']) {
      const page = await html(path)
      const footer = /<footer[\s\S]*<\/footer>/.exec(page)?.[0]
      for (const words of Object.values(saved)) expect(footer, path).toContain(words)
    }
    const main = /<main[\s\S]*<\/main>/.exec(await html('/contact'))?.[0]
    for (const words of Object.values(saved)) expect(main).toContain(words)
  })

  test('meta title, description and keywords on pages without their own [A260, C348]', async () => {
    await saveSettings(core, staff, {
      meta_title: 'Noor Travel & Tours',
      meta_description: 'All of Dubai, from one house.',
      meta_keywords: 'noor, dubai',
    })
    const home = headOf(await html('/'))
    expect(home).toContain('<title>Noor Travel &amp; Tours</title>')
    expect(home).toContain('<meta name="description" content="All of Dubai, from one house."/>')
    expect(home).toContain('<meta name="keywords" content="noor, dubai"/>')
    expect(headOf(await html('/tours'))).toContain('<meta name="keywords" content="noor, dubai"/>')
  })

  test("an item's own title and description take precedence over the site's [A261, C349]", async () => {
    const item = await saveService(core, staff, {
      kind: 'tour',
      title: 'Creek Walk',
      seo_title: 'Walk along the creek with Noor',
      seo_description: 'Two hours, one abra, no crowds.',
      details,
    })
    const head = headOf(await html(`/tours/${item.slug}`))
    expect(head).toContain('<title>Walk along the creek with Noor</title>')
    expect(head).toContain('<meta name="description" content="Two hours, one abra, no crowds."/>')
    expect(head).not.toContain('All of Dubai, from one house.')
  })

  test('a maintenance notice replaces every page with 503 until it is switched off [A262]', async () => {
    await html('/tours')
    await saveSettings(core, staff, { maintenance_mode: true })
    for (const path of ['/', '/tours', '/tours/desert-safari', '/contact', '/no/such/page']) {
      const answer = await shop.call(`GET ${path}`)
      expect([answer.status, answer.headers['retry-after'], answer.headers['x-robots-tag']], path).toEqual([
        503,
        '600',
        'noindex, nofollow',
      ])
      expect(answer.text, path).toContain('We will be back soon')
      expect(answer.text.replace(/<script[\s\S]*?<\/script>/g, ''), path).not.toContain('Desert Safari')
    }
    await saveSettings(core, staff, { maintenance_mode: false })
    expect(await html('/tours')).toContain('Desert Safari')
  })
})

describe('slugs', () => {
  test('come from the title in any script, and are unique [C352, C353]', async () => {
    const made = async (title: string) => (await saveService(core, staff, { kind: 'tour', title, details })).slug
    expect(await made('  Café & Creek: 2 hours!  ')).toBe('cafe-creek-2-hours')
    expect(await made('--Dubai -- BY NIGHT?! ')).toBe('dubai-by-night')
    const arabic = [await made('جولة في دبي'), await made('جولة في دبي')]
    for (const slug of arabic) expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    expect(new Set([...arabic, await made('Same'), await made('Same')]).size).toBe(4)
  })

  test('stay when the title changes, earlier ones redirect, and unknown ones are a 404 [C354, C351, A072]', async () => {
    const first = await saveService(core, staff, { kind: 'tour', title: 'Dune Dinner', details })
    const { id, slug } = first
    const renamed = await saveService(core, staff, {
      kind: 'tour',
      id,
      version: first.version,
      title: 'Dinner',
      details,
    })
    expect(renamed.slug).toBe('dune-dinner')
    await saveService(core, staff, {
      kind: 'tour',
      id,
      version: renamed.version,
      title: 'Dinner',
      slug: 'dinner',
      details,
    })
    const moved = await shop.call(`GET /tours/${slug}`)
    expect([moved.status, moved.headers.location]).toEqual([301, '/tours/dinner'])
    for (const path of ['/tours/never-there', '/nowhere', '/umrah/never-there'])
      expect((await shop.call(`GET ${path}`)).status, path).toBe(404)
  })
})
