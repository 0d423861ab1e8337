import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { seedWorld } from '../../../db/seeds/index.server.ts'
import { testApp } from '../../../tests/support/app.ts'
import { apply } from '../../../tests/support/applications.ts'
import { keepRecord, placesOf } from '../../../tests/support/personal-data.ts'
import { safariForTwo } from '../../../tests/support/requests.ts'
import { waitForPlaces } from '../../../tests/support/waiting-list.ts'
import { leftOut, sections } from './sections.ts'

const shop = await testApp({ trustProxy: 1 })
const { core, call } = shop
await seedWorld(shop.shop.deps, 'test')
const [owner, manager] = [await shop.signIn('admin'), await shop.signIn('manager')]
const email = 'asha@example.com'
const ask = (address: string, headers = manager.headers) =>
  call('POST /api/admin/people/exports', { email: address }, headers)
type Data = Readonly<Record<string, readonly Record<string, unknown>[]>>
const dataOf = (html: string): Data =>
  JSON.parse(/<script type="application\/json" id="data">(.*)<\/script>/s.exec(html)?.[1] ?? '{}').data

/** In these tables, words of a person may stay out of the export. */
const copies = new Set([...leftOut.machinery, ...leftOut.secrets, 'graphile_worker._private_jobs'])

test('each table is exported or left out for a reason', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(core.db)
  const known = [...sections.map(({ table }) => table), ...Object.values(leftOut).flat()]
  expect(known.toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
})

test('everything stored about a person is in their file, and nothing about others or secret', async () => {
  const asha = await shop.signIn('customer', { email })
  await core.db.updateTable('users').set({ name: 'Asha Rao' }).where('id', '=', asha.userId).execute()
  const visa = await apply(shop, 'visa')
  const booked = await call('POST /api/bookings', { ...safariForTwo, customer_email: email }, asha.headers)
  expect(booked.status, booked.text).toBe(200)
  const stranger = { customer_email: 'leila@example.com', customer_name: 'Leila Haddad' }
  await call(
    'POST /api/bookings',
    { ...safariForTwo, ...stranger, customer_phone: '+971507654321' },
    { 'x-forwarded-for': '198.51.100.9' },
  )
  const message = { name: 'Asha Rao', phone: '+919876543210', subject: 'A question', message: 'Is there <b>lunch</b>?' }
  await call('POST /api/contact-messages', { ...message, email })
  await waitForPlaces(shop, email)
  await keepRecord(shop, owner, email)
  await call('POST /api/auth/request-password-reset', { email })
  await shop.runJobs()

  const answer = await ask(email.toUpperCase())
  expect(answer.status, answer.text).toBe(200)
  const { html, file_name } = answer.json() as { html: string; file_name: string }
  expect(file_name).toBe('personal-data-2026-11-21.html')
  const data = dataOf(html)
  const places = await placesOf(core, [email, 'asha rao', '9876543210', 'sunita'])
  const missing = places.filter((place) => {
    const [table = '', column = ''] = place.split('.')
    if (copies.has(table) || place.startsWith('graphile')) return false
    const isHidden = sections.some((each) => each.table === table && each.hide?.includes(column))
    return !isHidden && !data[table]?.some((row) => row[column] !== null && row[column] !== undefined)
  })
  expect(missing).toEqual([])
  expect(data.bookings?.map(({ id }) => id)).toContain(visa.bookingId)
  expect(data.bookings).toHaveLength(2)
  for (const text of [
    'Personal data of asha@example.com',
    'Bookings (2)',
    'Asha Rao',
    '&lt;b&gt;lunch',
    '2026-11-21 12:00 PM',
    'Unit: $90.00\nLabel: adult\nTotal: $180.00',
  ])
    expect(html).toContain(text)
  for (const secret of ['leila', '<b>lunch', 'token_hash', 'password":"', '/reset-password', 'actorname', 'minor: '])
    expect(html.toLowerCase()).not.toContain(secret)
  expect(JSON.stringify(data.mail_messages)).toContain('track-booking')
  expect(html).not.toMatch(/token=(?!\.\.\.)/)
  const trail = await core.db.selectFrom('audit_entries').selectAll().where('action', '=', 'person.exported').execute()
  expect(trail).toMatchObject([{ actor_id: manager.userId, after: { rows: expect.any(Number) } }])
  expect(JSON.stringify(trail)).not.toContain(email)
})

test('it is for owners and managers, of people who are known', async () => {
  for (const role of ['support', 'content', 'customer'] as const) {
    const { headers } = await shop.signIn(role)
    expect((await ask(email, headers)).status).toBe(403)
  }
  expect((await ask(email, {} as never)).status).toBe(401)
  expect((await ask('nobody@example.com')).json().code).toBe('account/person-unknown')
})
