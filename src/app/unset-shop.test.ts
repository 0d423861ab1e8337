import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../tests/support/app.ts'
import { shopPages } from '../../tests/support/shop-pages.ts'
import { addService } from '../modules/booking/testing/fixtures.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await testApp({ adminEmail: 'owner@agency.example', pages: shopPages(async () => 'USD') })
  for (const kind of ['tour', 'visa', 'umrah', 'ok_to_board'] as const)
    await addService(shop.core, kind, kind === 'umrah' ? { departure_city: 'Delhi' } : {}, {
      title: `Plain ${kind}`,
      slug: `plain-${kind.replaceAll('_', '-')}`,
    })
})

const pages = [
  ...['/', '/tours', '/visas', '/umrah', '/packages', '/tickets', '/transfers', '/ok-to-board', '/tours/plain-tour'],
  ...['/visas/plain-visa', '/umrah/plain-umrah', '/contact', '/about', '/services', '/hotels', '/flights', '/guides'],
  ...['/privacy', '/terms', '/booking-tracker', '/booking?type=general', '/no-such-page'],
]
/** What only an agency can say about itself, and links without a target. */
const inventions = [
  ...['22 5550', 'wa.me', 'safar.example', 'Safar Travel House', 'Mumbai', '24/7', '99%', 'Guaranteed Approval'],
  ...['Money-back', 'bank-level', 'Monday to Saturday', 'within 24 hours</', 'href="tel:', 'href="mailto:'],
  ...['"telephone"', 'Licensed', 'licensed', 'visited ourselves'],
]
it.each(pages)('a shop without settings invents nothing about its agency on %s', async (path) => {
  const { text, status } = await shop.call(`GET ${path}`, undefined, { accept: 'text/html' })
  expect(status, path).toBe(path === '/no-such-page' ? 404 : 200)
  expect(inventions.filter((invention) => text.includes(invention))).toEqual([])
})

it('a shop without settings leaves out empty lists and headings', async () => {
  const { text } = await shop.call('GET /contact', undefined, { accept: 'text/html' })
  expect(text).not.toMatch(/<li[^>]*>\s*<\/li>/)
  expect(text).not.toContain('footer-contact')
  expect(text).toContain('Travel agency')
})

it('a shop without settings sends alerts to the administrator', async () => {
  const message = {
    name: 'Asha',
    email: 'asha@example.com',
    phone: '+919820055512',
    subject: 'Hello',
    message: 'Do you sell tours?',
  }
  expect((await shop.call('POST /api/contact-messages', message)).status).toBe(200)
  await shop.runJobs()
  expect(shop.outbox.at(-1)?.to).toBe('owner@agency.example')
})

it('a shop without settings and administrator sends no alert, and keeps the message', async () => {
  const orphan = await testApp()
  const message = {
    name: 'Asha',
    email: 'asha@example.com',
    phone: '+919820055512',
    subject: 'Hello',
    message: 'Do you sell tours?',
  }
  expect((await orphan.call('POST /api/contact-messages', message)).status).toBe(200)
  await orphan.runJobs()
  expect(orphan.outbox).toEqual([])
  const { rows } = await sql`select 1 from contact_messages`.execute(orphan.core.db)
  expect(rows).toHaveLength(1)
})
