import { expect, test } from 'vitest'
import { countStatements } from '../../../bench/statement-counter.ts'
import { type Session, testApp } from '../../../tests/support/app.ts'
import { apply } from '../../../tests/support/applications.ts'
import { addService, addUsers, book } from './testing/fixtures.ts'

const shop = await testApp()
const { core } = shop
await addUsers(core)
const tour = await addService(core, 'tour', {}, { title: 'Harbour by night' })
const owner = await shop.signIn('admin')

type Line = {
  key: string
  source: string
  name: string
  actor: string
  actorName: string | null
  at: string
  data: Record<string, unknown>
  mail: { id: string; subject: string; hasText: boolean } | null
}
type Page = { items: Line[]; nextCursor: string | null }
const ask = (path: string, who: Session = owner) => shop.call(`GET /api/admin/${path}`, undefined, who.headers)
async function read(id: string, query: Readonly<Record<string, string>> = {}): Promise<Page> {
  const answer = await ask(`bookings/${id}/timeline?${new URLSearchParams({ limit: '100', ...query })}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.json() as Page
}
const act = async (route: string, data: object = {}) => {
  core.clock.advance(1)
  const answer = await shop.call(route, data, owner.headers)
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer
}
const namesOf = ({ items }: Page) => items.map(({ source, name }) => `${source} ${name}`)

async function busyBooking(): Promise<{ id: string; document: string }> {
  const { bookingId: id } = await apply(shop, 'ok_to_board')
  await act(`PUT /api/admin/bookings/${id}/notes`, { admin_notes: 'Called back' })
  await act(`POST /api/admin/bookings/${id}/links`, { page: 'tracker' })
  await act(`POST /api/admin/bookings/${id}/arrival-payment`, { reason: 'At the desk' })
  await shop.runJobs()
  const { documents } = (await ask(`bookings/${id}`)).json() as { documents: { fileId: string; name: string }[] }
  core.clock.advance(1)
  const view = { file_id: documents[0]?.fileId ?? '', viewer_id: null, viewer: 'admin: Test admin', address: '::1' }
  await core.db
    .insertInto('file_views')
    .values({ ...view, at: core.clock() })
    .execute()
  await act(`POST /api/admin/booking-emails`, { bookingId: id, emailType: 'reminder' })
  await shop.runJobs()
  return { id, document: documents[0]?.name ?? '' }
}
const { id, document } = await busyBooking()

test('the timeline tells of states, payments, notes, links, mails and opened files, newest first', async () => {
  const page = await read(id)
  const names = namesOf(page)
  for (const name of [
    'event booking-created',
    'action booking.notes-saved',
    'action booking.tracker-link',
    'event payment-completed',
    'mail reminder',
    `view ${document}`,
  ])
    expect(names, name).toContain(name)
  expect(names.indexOf('action booking.notes-saved')).toBeLessThan(names.lastIndexOf('event booking-created'))
  const times = page.items.map(({ at }) => at)
  expect(times).toEqual([...times].sort().reverse())
  const viewed = page.items.find(({ source }) => source === 'view')
  expect(viewed).toMatchObject({ actor: 'admin', actorName: 'Test admin' })
  expect(page.items.find(({ name }) => name === 'booking.notes-saved')?.data).toEqual({ admin_notes: 'Called back' })
})

test('pages of any size hold the same lines once each', async () => {
  const all = (await read(id)).items.map(({ key }) => key)
  expect(new Set(all).size).toBe(all.length)
  for (const limit of ['1', '2', '5']) {
    const keys: string[] = []
    let cursor: string | null | undefined
    do {
      const page: Page = await read(id, { limit, ...(cursor && { cursor }) })
      keys.push(...page.items.map(({ key }) => key))
      cursor = page.nextCursor
    } while (cursor !== null)
    expect(keys, limit).toEqual(all)
  }
})

test('a page takes one statement for each of nine questions besides the two of the session, and tells nothing of other bookings', async () => {
  const other = await book(core, tour)
  await read(other.id)
  const counter = countStatements(core.pool)
  const { result, statements } = await counter.during(() => read(id, { limit: '30' }))
  // The ninth reads the messages of the customer, which the timeline shows too.
  expect(statements.length).toBeLessThanOrEqual(11)
  expect(result.items.length).toBeGreaterThan(5)
  expect(namesOf(await read(other.id)).every((name) => name.startsWith('event'))).toBe(true)
})

test('a forged cursor and an unknown booking are refused', async () => {
  const forge = (cursor: unknown) => Buffer.from(JSON.stringify(cursor)).toString('base64url')
  for (const cursor of [['x'], ['2026-11-21T08:00:00.000Z', 9, '1'], ['2026-11-21T08:00:00.000Z', 2, '1'], 'x'])
    expect((await ask(`bookings/${id}/timeline?cursor=${forge(cursor)}`)).status).toBe(422)
  expect((await ask('bookings/0198c000-0000-7000-8000-00000000dead/timeline')).status).toBe(404)
})

test('the text of a mail is shown with its private links masked, to staff who may see bookings only', async () => {
  const mail = (await read(id)).items.find(({ name }) => name === 'reminder')?.mail
  expect(mail?.hasText).toBe(true)
  const answer = await ask(`bookings/${id}/mails/${mail?.id}`)
  const { text } = answer.json() as { text: string }
  const stored = await core.db
    .selectFrom('mail_messages')
    .select('text')
    .where('id', '=', String(mail?.id))
    .executeTakeFirstOrThrow()
  expect(stored.text).toMatch(/token=\w/)
  expect(text).toContain('reminder of your booking')
  expect(text).toContain('token=...')
  expect(text).not.toMatch(/token=\w/)

  const other = await book(core, tour)
  expect((await ask(`bookings/${other.id}/mails/${mail?.id}`)).status).toBe(404)
  const content = await shop.signIn('content')
  for (const path of [`bookings/${id}/timeline`, `bookings/${id}/mails/${mail?.id}`])
    expect((await ask(path, content)).status).toBe(403)
})

test('a mail of an erased person says that its text is no longer stored', async () => {
  await core.db.updateTable('mail_messages').set({ text: '', html: '' }).where('booking_id', '=', id).execute()
  expect((await read(id)).items.find(({ mail }) => mail)?.mail?.hasText).toBe(false)
})
