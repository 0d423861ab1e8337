import { describe, expect, it } from 'vitest'
import { type Session, testApp } from '../../../../tests/support/app.ts'
import { barrier } from '../../../../tests/support/barrier.ts'
import { newId } from '../../../platform/crypto/keyring.server.ts'
import { issueBookingToken } from '../../booking/index.server.ts'
import { addService, book } from '../../booking/testing/fixtures.ts'
import { queueMail } from '../../mail/index.server.ts'
import type { Enquiry } from '../contract.ts'
import type { CannedReply, Thread } from './contract.ts'
import { findLastEntry } from './read-thread.server.ts'

const shop = await testApp({ trustProxy: 1 })
const { core } = shop
const asha = await shop.signIn('support')
const ben = await shop.signIn('manager')
const tour = await addService(core, 'tour', {}, { title: 'Harbour by night' })
await core.db
  .insertInto('settings')
  .values({ setting_key: 'contact_email', setting_value: JSON.stringify('desk@agency.example') as never })
  .onConflict((conflict) => conflict.doNothing())
  .execute()
const path = '/api/admin/contact-messages'
let addresses = 0
const anew = () => ({ 'x-forwarded-for': `10.3.0.${++addresses}` })

const send = async (route: string, body?: object, who: Session = asha, headers: Record<string, string> = {}) => {
  const { status, json, text } = await shop.call(route, body, { ...who.headers, ...headers })
  return { status, text, body: json() as unknown as Thread & { code: string; errors: { path: string }[] } }
}
const fine = async (route: string, body?: object, who = asha) => {
  const answer = await send(route, body, who)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}
let visitors = 0
async function receive(message = 'Is there a room with a view?'): Promise<Enquiry> {
  core.clock.advance(1)
  const email = `ria-${++visitors}@example.com`
  const sender = { name: 'Ria Sen', email, phone: '+919812345678', subject: `Umrah trip ${visitors}` }
  expect((await shop.call('POST /api/contact-messages', { ...sender, message }, anew())).status).toBe(200)
  const { items } = (await fine(`GET ${path}?q=${email}`)) as unknown as { items: Enquiry[] }
  return items[0] ?? expect.fail(email)
}
const read = async (id: string) => (await fine(`GET ${path}/${id}`)) as unknown as Enquiry
const thread = (id: string) => fine(`GET ${path}/${id}/thread`)
const reply = (id: string, text: string, more: object = {}, who = asha, headers = {}) =>
  send(`POST ${path}/${id}/replies`, { text, last_entry: null, ...more }, who, headers)
const mailsTo = (email: string) => shop.outbox.filter(({ to }) => to === email)
const trail = (subjectId: string) =>
  core.db
    .selectFrom('audit_entries')
    .select(['action', 'before', 'after'])
    .where('subject_id', '=', subjectId)
    .orderBy('id')
    .execute()

describe('a reply', () => {
  it('is mailed once, with the customer’s words below and the agency’s mailbox for the answer', async () => {
    const enquiry = await receive('First line\nSecond <b>line</b>')
    const sent = await reply(enquiry.id, ' Yes.\n\nRooms 4 & 5 look at the sea. ')
    expect(sent.status, sent.text).toBe(200)
    expect(sent.body.entries).toMatchObject([
      {
        kind: 'reply',
        text: 'Yes.\n\nRooms 4 & 5 look at the sea.',
        author: 'Test support',
        mail: { status: 'queued' },
      },
    ])
    await shop.runJobs()
    const [mail, ...more] = mailsTo(enquiry.email)
    expect(more).toEqual([])
    expect(mail).toMatchObject({ subject: `Re: ${enquiry.subject}`, replyTo: 'desk@agency.example' })
    expect(mail?.text).toMatch(
      /Yes\.\n\nRooms 4 & 5 look at the sea\.\s+Ria Sen wrote:\s+First line\nSecond <b>line<\/b>/,
    )
    expect(mail?.html).not.toContain('<b>line')
    expect(await thread(enquiry.id)).toMatchObject({
      entries: [{ mail: { status: 'sent' } }],
      ...{ reply_to: 'desk@agency.example', sends_mail: true },
    })
    expect(await read(enquiry.id)).toMatchObject({ state: 'answered', answered_by: 'Test support', entries: 1 })
    expect(await trail(enquiry.id)).toEqual([
      {
        ...{ action: 'enquiry.replied', before: null },
        after: { reply: 'Yes.\n\nRooms 4 & 5 look at the sea.', state: 'answered' },
      },
    ])
  })

  it('is sent once for each idempotency key, however often and however together it is sent', async () => {
    const enquiry = await receive()
    const key = { 'idempotency-key': 'reply-sent-once' }
    const together = await Promise.all(Array.from({ length: 8 }, () => reply(enquiry.id, 'Once', {}, asha, key)))
    expect(together.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect((await reply(enquiry.id, 'Once', {}, asha, key)).body.entries).toHaveLength(1)
    expect((await reply(enquiry.id, 'Other', {}, asha, key)).status).toBe(422)
    await Promise.all([shop.runJobs(), shop.runJobs()])
    expect(mailsTo(enquiry.email)).toHaveLength(1)
  })

  it('is refused when a colleague has replied meanwhile, also at the same moment', async () => {
    const enquiry = await receive()
    const together = await Promise.all(
      Array.from({ length: 8 }, (_, n) => reply(enquiry.id, `Reply ${n}`, {}, n % 2 ? asha : ben)),
    )
    expect(together.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
    expect(together.find(({ status }) => status === 409)?.body.code).toBe('content/thread-changed')
    const [first] = (await thread(enquiry.id)).entries
    expect((await reply(enquiry.id, 'And one thing more', { last_entry: first?.id })).status).toBe(200)
    await shop.runJobs()
    expect(mailsTo(enquiry.email)).toHaveLength(2)
  })

  it('the control: who looks at the thread without locking the message sends two', async () => {
    const enquiry = await receive()
    const bothHaveLooked = barrier(2)
    const careless = () =>
      core.db.transaction().execute(async (trx) => {
        expect(await findLastEntry(trx, enquiry.id)).toBeNull()
        await bothHaveLooked()
        const id = newId(core.clock())
        const values = { customer_name: 'Ria Sen', subject: 'Umrah', message: 'Twice' }
        await queueMail(trx, core, { template: 'enquiry_reply', to: enquiry.email, values, dedupeKey: id })
      })
    await Promise.all([careless(), careless()])
    await shop.runJobs()
    expect(mailsTo(enquiry.email)).toHaveLength(2)
  })

  it('stores neither entry nor mail when it fails half-way', async () => {
    const enquiry = await receive()
    const template = core.db.updateTable('mail_templates').where('template_name', '=', 'enquiry_reply')
    await template.set({ is_active: false }).execute()
    expect((await reply(enquiry.id, 'Nobody gets this')).body.code).toBe('content/no-mail')
    await template.set({ is_active: true }).execute()
    expect(await read(enquiry.id)).toMatchObject({ state: 'new', entries: 0 })
    await shop.runJobs()
    expect(mailsTo(enquiry.email)).toEqual([])
    expect((await reply(enquiry.id, 'Closed', { close: true })).status).toBe(200)
    expect(await read(enquiry.id)).toMatchObject({ state: 'closed', entries: 1 })
  })

  it.each([
    ['no text', { text: ' ' }, 'text'],
    ['a placeholder that nobody has filled in', { text: 'Dear {{customer_name}}' }, 'text'],
    ['a long text', { text: 'x'.repeat(5_001) }, 'text'],
    ['a control character', { text: 'a\u0000b' }, 'text'],
    ['an unknown field', { to: 'somebody@example.com' }, 'to'],
    ['no word about what was seen', { last_entry: undefined }, 'last_entry'],
  ])('is refused with %s', async (_what, wrong, field) => {
    const enquiry = await receive()
    const answer = await reply(enquiry.id, 'Hostile', wrong)
    expect([answer.status, answer.body.errors[0]?.path], answer.text).toEqual([422, field])
    expect((await thread(enquiry.id)).entries).toEqual([])
  })

  it('is refused for an unknown message and for roles without messages', async () => {
    const nowhere = newId(core.clock())
    expect((await reply(nowhere, 'Nobody')).body.code).toBe('content/no-enquiry')
    expect((await send(`GET ${path}/${nowhere}/thread`)).body.code).toBe('content/no-enquiry')
    const enquiry = await receive()
    for (const role of ['content', 'guide', 'customer'] as const) {
      const who = await shop.signIn(role)
      expect((await reply(enquiry.id, 'Mine', {}, who)).status, role).toBe(403)
      expect((await send(`GET ${path}/${enquiry.id}/thread`, undefined, who)).status, role).toBe(403)
    }
  })
})

describe('an answer from the agency’s mailbox', () => {
  it('is added to the thread, waits for a reply again, and can be taken back', async () => {
    const enquiry = await receive()
    await reply(enquiry.id, 'Yes')
    const key = { 'idempotency-key': 'answer-added-once' }
    const body = { text: ' Thank you, from the 3rd. ' }
    const both = await Promise.all([1, 2].map(() => send(`POST ${path}/${enquiry.id}/answers`, body, asha, key)))
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    const { entries } = await thread(enquiry.id)
    expect(entries).toMatchObject([
      { kind: 'reply' },
      { kind: 'answer', text: 'Thank you, from the 3rd.', author: 'Test support', mail: null },
    ])
    expect(await read(enquiry.id)).toMatchObject({ state: 'new', entries: 2 })
    const answer = `${path}/${enquiry.id}/answers/${entries[1]?.id}`
    for (let n = 0; n < 2; n++) expect((await fine(`DELETE ${answer}`, {})).entries).toHaveLength(1)
    expect(await read(enquiry.id)).toMatchObject({ state: 'answered', answered_by: 'Test support' })
    expect((await fine(`POST ${answer}/restoration`, {})).entries).toHaveLength(2)
    expect(await read(enquiry.id)).toMatchObject({ state: 'new' })
    expect((await trail(enquiry.id)).map(({ action }) => action)).toEqual([
      ...['enquiry.replied', 'enquiry.answer-added', 'enquiry.answer-deleted', 'enquiry.answer-restored'],
    ])
    // What was sent cannot be unsent, and an answer belongs to its own message.
    const other = await receive()
    const sentReply = `${path}/${enquiry.id}/answers/${entries[0]?.id}`
    const elsewhere = answer.replace(enquiry.id, other.id)
    for (const wrong of [sentReply, elsewhere])
      expect((await send(`DELETE ${wrong}`, {})).body.code).toBe('content/no-entry')
    expect((await send(`POST ${path}/${enquiry.id}/answers`, { text: ' ' })).status).toBe(422)
  })
})

describe('the state of a message', () => {
  it('is filtered, counted and recorded', async () => {
    const [first, second, third] = [await receive(), await receive(), await receive()]
    const set = (id: string, state: string) => fine(`PUT ${path}/${id}/state`, { state })
    await set(first.id, 'closed')
    await set(first.id, 'closed')
    await set(second.id, 'answered')
    const idsIn = async (status: string) =>
      ((await fine(`GET ${path}?status=${status}&limit=100`)) as unknown as { items: Enquiry[] }).items.map(
        ({ id }) => id,
      )
    expect(await idsIn('closed')).toContain(first.id)
    expect(await idsIn('answered')).toContain(second.id)
    for (const status of ['new', 'open']) expect(await idsIn(status)).toContain(third.id)
    for (const status of ['closed', 'answered']) expect(await idsIn(status)).not.toContain(third.id)
    expect(await read(first.id)).toMatchObject({ state: 'closed', answered_by: 'Test support' })
    await set(first.id, 'new')
    expect(await read(first.id)).toMatchObject({ state: 'new', answered_at: null })
    expect(await trail(first.id)).toEqual([
      { action: 'enquiry.closed', before: { state: 'new' }, after: { state: 'closed' } },
      { action: 'enquiry.reopened', before: { state: 'closed' }, after: { state: 'new' } },
    ])
    const open = ((await fine(`GET ${path}`)) as unknown as { open: number }).open
    expect(open).toBe((await idsIn('new')).length)
  })
})

describe('a message about a booking', () => {
  it('and the answers to it are in the booking’s timeline; the customer reads the replies', async () => {
    const booking = await book(core, tour)
    const access = `/api/bookings/${booking.id}/messages?token=${issueBookingToken(core, booking)}`
    const [own = '', query = ''] = access.split('?')
    const token = query.replace('token=', '')
    await shop.call(`POST ${own}`, { token, message: 'May we bring a pram?' }, anew())
    const { items } = (await fine(`GET ${path}?booking_id=${booking.id}`)) as unknown as { items: Enquiry[] }
    const [enquiry] = items
    expect(enquiry?.booking_reference).toBe(booking.booking_reference)
    core.clock.advance(1)
    await reply(enquiry?.id ?? '', 'Yes, a small one.')
    core.clock.advance(1)
    await fine(`POST ${path}/${enquiry?.id}/answers`, { text: 'Thank you!' })
    type Line = { key: string; source: string; name: string; actorName: string | null; data: { message?: string } }
    const lines: Line[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page = (await fine(
        `GET /api/admin/bookings/${booking.id}/timeline?limit=1${cursor && `&cursor=${cursor}`}`,
      )) as unknown as { items: Line[]; nextCursor: string | null }
      lines.push(...page.items)
      cursor = page.nextCursor
    }
    expect(lines).toMatchObject([
      { source: 'message', name: 'answer-added', actorName: 'Test support', data: { message: 'Thank you!' } },
      { source: 'mail', name: 'enquiry_reply' },
      { source: 'message', name: 'message-received', actorName: null, data: { message: 'May we bring a pram?' } },
      { name: 'booking-created' },
    ])
    const shown = (await shop.call(`GET ${access}`)).json() as { items: { replies: { message: string }[] }[] }
    // Only what the agency wrote to the customer, and not who wrote it.
    expect(shown.items[0]?.replies.map(({ message }) => message)).toEqual(['Yes, a small one.'])
    expect(JSON.stringify(shown)).not.toContain('Test support')
  })
})

describe('canned replies', () => {
  const route = '/api/admin/canned-replies'
  const titles = async () => ((await fine(`GET ${route}`)) as unknown as CannedReply[]).map(({ title }) => title)
  it('are shared, changed by version, deleted and restored, on record', async () => {
    const draft = { title: 'Opening hours', text: 'Dear {{customer_name}}, we are open from 9.' }
    const key = { 'idempotency-key': 'canned-once' }
    const both = await Promise.all([1, 2].map(() => send(`POST ${route}`, draft, asha, key)))
    const canned = both[0]?.body as unknown as CannedReply
    expect(both[1]?.body).toEqual(canned)
    await fine(`POST ${route}`, { title: 'a pram', text: 'Yes.' })
    expect(await titles()).toEqual(['a pram', 'Opening hours'])
    const change = { version: 1, title: 'Hours', text: draft.text }
    expect(await fine(`PUT ${route}/${canned.id}`, change, ben)).toMatchObject({ version: 2, title: 'Hours' })
    expect((await send(`PUT ${route}/${canned.id}`, change)).body.code).toBe('content/version-conflict')
    const wrong = async (draft: object) => (await send(`POST ${route}`, { title: 'Wrong', text: 'x', ...draft })).body
    expect((await wrong({ title: 'HOURS' })).errors).toMatchObject([{ path: 'title' }])
    expect((await wrong({ text: 'Dear {{name}}' })).errors).toMatchObject([{ path: 'text' }])
    expect((await wrong({ title: '', text: '' })).errors).toHaveLength(2)
    for (let n = 0; n < 2; n++) await fine(`DELETE ${route}/${canned.id}`, {})
    expect(await titles()).toEqual(['a pram'])
    expect((await send(`PUT ${route}/${canned.id}`, { ...change, version: 2 })).body.code).toBe(
      'content/no-canned-reply',
    )
    await fine(`POST ${route}/${canned.id}/restoration`, {})
    expect(await titles()).toEqual(['a pram', 'Hours'])
    expect((await trail(canned.id)).map(({ action }) => action)).toEqual(
      ['created', 'changed', 'deleted', 'restored'].map((step) => `canned-reply.${step}`),
    )
    const guide = await shop.signIn('guide')
    expect((await send(`GET ${route}`, undefined, guide)).status).toBe(403)
    await fine(`DELETE ${route}/${canned.id}`, {})
    core.clock.advance(60 * 24 * 31)
    await shop.shop.jobs['forget-old-rows']?.({})
    const later = await shop.signIn('support')
    expect((await send(`POST ${route}/${canned.id}/restoration`, {}, later)).status).toBe(404)
  })
})
