import { describe, expect, it } from 'vitest'
import { departureWorld, type Held } from '../../tests/support/cancelled-departures.ts'
import { erasedWord } from '../kernel/scrub.ts'

const world = await departureWorld()
const { shop, core, call, staff, support, departure, book, eventsOf } = world

const words = { subject: 'Visa rules', text: 'Bring your <b>passport</b>.\nUse {{payment_url}}' }
type Run = { id: string; counts: object; mails: number; subject: string | null; code: string }
const chosen = (held: readonly Held[]) => held.map(({ bookingId }) => bookingId)
type Sending = { more?: object; headers?: Record<string, string>; step?: string }
const send = (held: readonly Held[], { more = {}, headers = support.headers, step = '' }: Sending = {}) =>
  call(`POST /api/admin/booking-runs/messages${step}`, { ids: chosen(held), ...words, ...more }, headers)
const started = async (held: readonly Held[], sending: Sending = {}): Promise<Run> => {
  const answer = await send(held, sending)
  expect(answer.status, answer.text).toBe(200)
  return answer.json() as Run
}
const finished = async (held: readonly Held[], sending: Sending = {}): Promise<Run> => {
  const { id } = await started(held, sending)
  await shop.runJobs()
  return (await call(`GET /api/admin/booking-runs/${id}`, undefined, support.headers)).json() as Run
}
const refusedOf = async ({ id }: Pick<Run, 'id'>) => {
  const answer = await call(`GET /api/admin/booking-runs/${id}/refused`, undefined, support.headers)
  return (answer.json().items as { booking_reference: string; reason: string }[]).map((each) => [
    ...[each.booking_reference, each.reason],
  ])
}
const mailsTo = ({ email }: Held) =>
  shop.outbox.filter(({ to, subject }) => to === email && subject.startsWith(words.subject))
const sentTo = async (held: Held) => (await eventsOf(held)).filter((event) => event === 'message-sent').length
const trail = (subjectIds: readonly string[]) =>
  core.db
    .selectFrom('audit_entries')
    .select(['action', 'actor_id', 'subject_id', 'before', 'after'])
    .where('subject_id', 'in', subjectIds)
    .where('action', 'like', '%message%')
    .orderBy('id')
    .execute()

/** Bookings of two departures: two of one customer, one of another and a cancelled one. */
async function booked() {
  const first = await book(await departure())
  const other = await book(await departure())
  const again = await book(await departure(), { customer_email: first.email.toUpperCase() })
  const gone = await book(await departure())
  const route = `POST /api/admin/bookings/${gone.bookingId}/cancellation`
  expect((await call(route, {}, staff.headers)).status).toBe(200)
  await shop.runJobs()
  return { first, other, again, gone, all: [first, other, again, gone] }
}

describe('a message to the customers of selected bookings', () => {
  it('reaches each customer once, as previewed, whatever the bookings are for, and is on record', async () => {
    const { first, other, again, gone, all } = await booked()
    const preview = await send(all, { step: '/preview' })
    expect(preview.json()).toMatchObject({
      ...{ to: first.email, subject: 'Visa rules', is_active: true, count: 3, left_out: 0 },
      customers: [
        { customer_email: first.email, references: [first.reference, again.reference] },
        { customer_email: other.email, references: [other.reference] },
        { customer_email: gone.email, references: [gone.reference] },
      ],
    })
    expect((await send(all)).json()).toMatchObject({ subject: 'Visa rules', finished_at: null, mails: 0 })
    expect(all.flatMap(mailsTo)).toEqual([])
    const run = await call('GET /api/admin/booking-runs', undefined, support.headers)
    const [{ id } = { id: '' }] = run.json().items as Run[]
    await shop.runJobs()
    expect((await call(`GET /api/admin/booking-runs/${id}`, undefined, support.headers)).json()).toMatchObject({
      ...{ action: 'message', by: 'Test support', mails: 3, counts: { total: 4, done: 4, refused: 0 } },
    })
    expect([first, other, gone].map((held) => mailsTo(held).length)).toEqual([1, 1, 1])
    const [mail] = mailsTo(first)
    const withoutTokens = (text: unknown) => String(text).replaceAll(/token=\S+/g, '')
    expect(withoutTokens(mail?.text)).toBe(withoutTokens(preview.json().text))
    expect(mail?.text).toContain(`This is about booking ${first.reference}, ${again.reference}.`)
    expect(mail?.html).toContain('Bring your &lt;b&gt;passport&lt;/b&gt;.\nUse {{payment_url}}')
    for (const held of all) expect(await sentTo(held)).toBe(1)
    const actor_id = support.userId
    expect(await trail([id, first.bookingId, again.bookingId])).toMatchObject([
      { action: 'bookings.message-started', actor_id, before: null, after: { bookings: 4, ...words } },
      { action: 'booking.message-sent', actor_id, after: { subject: words.subject, run: id } },
      { action: 'booking.message-sent', actor_id, after: { subject: words.subject, run: id } },
      { action: 'bookings.message-finished', actor_id, after: { done: 4, refused: 0, mails: 3 } },
    ])
  })

  it('is sent once for one key, and for a job that runs again or beside itself', async () => {
    const { first, again, all } = await booked()
    const headers = { ...support.headers, 'idempotency-key': 'message-many-1' }
    const runs = await Promise.all([1, 2, 3].map(() => started(all, { headers })))
    const ids = new Set(runs.map(({ id }) => id))
    expect(ids.size).toBe(1)
    const [runId] = ids
    const work = shop.shop.jobs['booking-run']
    await Promise.all([work?.({ runId }), work?.({ runId }), work?.({ runId })])
    await shop.runJobs()
    expect([mailsTo(first).length, await sentTo(first), await sentTo(again)]).toEqual([1, 1, 1])
    await finished(all, { headers: { ...headers, 'idempotency-key': 'message-many-2' } })
    expect([mailsTo(first).length, await sentTo(first)]).toEqual([2, 2])
  })

  it('leaves out erased customers and names their bookings', async () => {
    const { first, other } = await booked()
    const erased = { customer_name: erasedWord, customer_email: 'erased@erased.invalid' }
    await core.db.updateTable('bookings').set(erased).where('id', '=', other.bookingId).execute()
    expect((await send([first, other], { step: '/preview' })).json()).toMatchObject({ count: 1, left_out: 1 })
    const run = await finished([first, other])
    expect(run).toMatchObject({ mails: 1, counts: { total: 2, done: 1, refused: 1 } })
    expect(await refusedOf(run)).toEqual([[other.reference, "The customer's data was erased"]])
    for (const step of ['', '/preview'])
      expect((await send([other], { step })).json()).toMatchObject({ code: 'booking/no-recipients' })
    expect(shop.outbox.filter(({ to }) => to.includes('erased'))).toEqual([])
  })

  it('is refused with the mail switched off, also when that happens while it is under way', async () => {
    const { first } = await booked()
    const template = core.db.updateTable('mail_templates').where('template_name', '=', 'booking_message')
    const { id } = await started([first])
    await template.set({ is_active: false }).execute()
    await shop.runJobs()
    expect(await refusedOf({ id })).toEqual([[first.reference, 'This email is switched off under Email Settings']])
    expect((await send([first])).json().code).toBe('mail/switched-off')
    expect((await send([first], { step: '/preview' })).json()).toMatchObject({ is_active: false })
    await template.set({ is_active: true }).execute()
    expect([mailsTo(first).length, await sentTo(first)]).toEqual([0, 0])
  })

  it('refuses what is no message, and others than staff with bookings', async () => {
    const { first } = await booked()
    const own = { headers: staff.headers }
    for (const subject of ['Two\nlines', ' ', 'x'.repeat(201), '\u0000'])
      expect((await send([first], { ...own, more: { subject } })).json().errors, subject).toMatchObject([
        { path: 'subject' },
      ])
    for (const text of [' ', 'x'.repeat(5_001)])
      expect((await send([first], { ...own, more: { text } })).json().errors).toMatchObject([{ path: 'text' }])
    const { headers } = await shop.signIn('content')
    for (const step of ['', '/preview']) {
      expect((await send([first], { headers, step })).status).toBe(403)
      expect((await send([first], { headers: {}, step })).status).toBe(401)
      expect((await send([], { ...own, step })).status).toBe(422)
    }
    expect(mailsTo(first)).toEqual([])
  })

  it('is limited per staff member', async () => {
    const { first } = await booked()
    const { headers } = await shop.signIn('support')
    for (let n = 0; n < 20; n++) expect((await send([first], { headers })).status).toBe(200)
    expect((await send([first], { headers })).status).toBe(429)
  })

  it('loses the words of a person who is erased, and keeps the rest for the others', async () => {
    const { other, gone } = await booked()
    await core.db
      .updateTable('bookings')
      .set({ customer_name: 'Zubaida Qureshi' })
      .where('id', '=', gone.bookingId)
      .execute()
    const { id } = await finished([other, gone], { more: { text: 'Dear Zubaida Qureshi and all' } })
    const body = { email: gone.email, confirmation: gone.email }
    const { headers } = await shop.signIn('admin')
    const answer = await call('POST /api/admin/people/erasures', body, headers)
    expect(answer.status, answer.text).toBe(200)
    const { options } = await core.db
      .selectFrom('booking_runs')
      .select('options')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(options)).not.toContain('Zubaida')
    expect(options).toMatchObject({ subject: words.subject, text: expect.stringMatching(/^Dear .* and all$/) })
  })
})
