import { describe, expect, it } from 'vitest'
import { type Departure, day, departureWorld, type Held, keep } from '../../tests/support/cancelled-departures.ts'

const world = await departureWorld()
const { shop, core, call, staff, support, departure, book, cancel, eventsOf } = world

const at = ({ tour }: Departure) => `/api/admin/services/${tour.id}/departures/${day}`
const words = { subject: 'Meeting point', text: 'We meet at the <b>north</b> gate.\nUse {{payment_url}}' }
type Sending = { readonly message?: object; readonly headers?: Record<string, string>; readonly step?: string }
const send = (of: Departure, { message = {}, headers = support.headers, step = 'messages' }: Sending = {}) =>
  call(`POST ${at(of)}/${step}`, { time: '10:00', ...words, ...message }, headers)
const mailsTo = ({ email }: Held) =>
  shop.outbox.filter(({ to, subject }) => to === email && subject.startsWith(words.subject))
const customersOf = async (of: Departure) =>
  (await call(`GET ${at(of)}/customers?time=10:00`, undefined, support.headers)).json() as unknown

/** Two bookings of one customer, one of another and a cancelled one. */
async function booked() {
  const of = await departure()
  const first = await book(of)
  const again = await book(of, { customer_email: first.email.toUpperCase() })
  const other = await book(of)
  const gone = await book(of)
  const route = `POST /api/admin/bookings/${gone.bookingId}/cancellation`
  expect((await call(route, {}, staff.headers)).status).toBe(200)
  await shop.runJobs()
  return { of, first, again, other, gone }
}

describe('a message to all customers of a departure', () => {
  it('reaches each customer once, as previewed, and is on record', async () => {
    const { of, first, again, other, gone } = await booked()
    const listed = [
      { customer_name: 'Asha Rao', customer_email: first.email, references: [first.reference, again.reference] },
      { customer_name: 'Asha Rao', customer_email: other.email, references: [other.reference] },
    ]
    expect(await customersOf(of)).toEqual(listed)
    const preview = await send(of, { step: 'messages/preview' })
    expect(preview.json()).toMatchObject({ to: first.email, subject: 'Meeting point', is_active: true })
    const answer = await send(of)
    expect([answer.status, answer.json()]).toEqual([200, { customers: 2 }])
    await shop.runJobs()

    expect([first, other, gone].map((held) => mailsTo(held).length)).toEqual([1, 1, 0])
    const [mail] = mailsTo(first)
    const withoutTokens = (text: unknown) => String(text).replaceAll(/token=\S+/g, '')
    expect(withoutTokens(mail?.text)).toBe(withoutTokens(preview.json().text))
    expect(mail?.text).toContain(`${of.tour.title} on ${day} 10:00 AM, booking ${first.reference}, ${again.reference}`)
    for (const held of [first, again, other]) expect((await eventsOf(held)).at(-1)).toBe('message-sent')
    expect(await eventsOf(gone)).not.toContain('message-sent')
    const entry = core.db.selectFrom('audit_entries').selectAll().where('action', '=', 'departure.message-sent')
    const recorded = { ...words, customers: 2, service_title: of.tour.title, date: day, time: '10:00' }
    expect(await entry.executeTakeFirstOrThrow()).toMatchObject({
      actor_id: support.userId,
      before: null,
      after: recorded,
    })
  })

  it('contains no markup, placeholders or headers typed by staff', async () => {
    const of = await departure()
    const held = await book(of)
    const message = { subject: 'Meeting point {{payment_url}} <b>', text: words.text }
    expect((await send(of, { message })).status).toBe(200)
    await shop.runJobs()
    const [mail] = mailsTo(held)
    expect(mail?.subject).toBe(message.subject)
    expect(mail?.html).toContain('We meet at the &lt;b&gt;north&lt;/b&gt; gate.\nUse {{payment_url}}')
    expect(mail?.html).not.toContain('<b>north')
    for (const subject of ['Two\nlines', 'Two\r\nBcc: eve@example.com', ' ', 'x'.repeat(201), '\u0000'])
      expect((await send(of, { message: { subject } })).json().errors, subject).toMatchObject([{ path: 'subject' }])
    for (const text of [' ', 'x'.repeat(5_001)])
      expect((await send(of, { message: { text } })).json().errors).toMatchObject([{ path: 'text' }])
  })

  it('is sent once for one key, and again for another', async () => {
    const of = await departure()
    const held = await book(of)
    const headers = (key: string) => ({ ...support.headers, 'idempotency-key': key })
    const answers = await Promise.all([1, 2, 3].map(() => send(of, { headers: headers('message-key-1') })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    await shop.runJobs()
    expect(mailsTo(held)).toHaveLength(1)
    expect((await eventsOf(held)).filter((event) => event === 'message-sent')).toHaveLength(1)
    expect((await send(of, { headers: headers('message-key-2') })).status).toBe(200)
    await shop.runJobs()
    expect(mailsTo(held)).toHaveLength(2)
  })

  it('reaches customers whose bookings stay on a cancelled departure', async () => {
    const of = await departure()
    const [kept, gone] = [await book(of), await book(of)]
    await cancel(of, { order: { choices: { [kept.bookingId]: keep } } })
    await shop.runJobs()
    expect((await send(of)).json()).toEqual({ customers: 1 })
    await shop.runJobs()
    expect([mailsTo(kept).length, mailsTo(gone).length]).toEqual([1, 0])
  })

  it('is refused without customers, with the mail switched off, and for others than staff with bookings', async () => {
    const of = await departure()
    expect((await send(of)).json().code).toBe('booking/no-customers')
    expect((await send(of, { step: 'messages/preview' })).json().code).toBe('booking/no-customers')
    const held = await book(of)
    const template = core.db.updateTable('mail_templates').where('template_name', '=', 'departure_message')
    await template.set({ is_active: false }).execute()
    expect((await send(of, { step: 'messages/preview' })).json()).toMatchObject({ is_active: false })
    expect((await send(of)).json().code).toBe('mail/switched-off')
    await template.set({ is_active: true }).execute()
    const { headers } = await shop.signIn('content')
    for (const step of ['messages', 'messages/preview']) expect((await send(of, { headers, step })).status).toBe(403)
    expect((await call(`GET ${at(of)}/customers?time=10:00`, undefined, headers)).status).toBe(403)
    expect((await send(of, { headers: {} })).status).toBe(401)
    expect((await send(of, { message: { time: '11:00' } })).status).toBe(404)
    await shop.runJobs()
    expect([mailsTo(held), (await eventsOf(held)).includes('message-sent')]).toEqual([[], false])
  })

  it('leaves out erased customers', async () => {
    const of = await departure()
    const held: Held[] = []
    for (let guests = 0; guests < 6; guests++) held.push(await book(of))
    await shop.runJobs()
    const erased = held[0]!
    await core.db
      .updateTable('bookings')
      .set({ customer_name: '[erased]', customer_email: 'erased@erased.invalid' })
      .where('id', '=', erased.bookingId)
      .execute()
    expect((await send(of)).json()).toEqual({ customers: 5 })
    await shop.runJobs()
    expect(shop.outbox.filter(({ to }) => to.includes('erased'))).toEqual([])
    for (const each of held.slice(1)) expect((await eventsOf(each)).includes('message-sent')).toBe(true)
    expect((await eventsOf(erased)).includes('message-sent')).toBe(false)
  })

  it('is limited per staff member', async () => {
    const of = await departure()
    await book(of)
    const { headers } = await shop.signIn('support')
    for (let n = 0; n < 20; n++) expect((await send(of, { headers })).status).toBe(200)
    expect((await send(of, { headers })).status).toBe(429)
    expect((await send(of, { headers: staff.headers })).status).toBe(200)
  })
})
