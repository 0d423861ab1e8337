import { describe, expect, it } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'
import { anonymous, type Caller } from '../../platform/core.server.ts'
import { addService } from '../booking/testing/fixtures.ts'
import { saveSettings } from '../settings/index.server.ts'

const shop = await testApp({ trustProxy: 1 })
const { core, call } = shop
const admin = await shop.signIn('admin')
const staff: Caller = { ...anonymous('127.0.0.1'), role: 'admin', name: 'Asma' }
const message = {
  name: 'Farida Siddiqui',
  email: 'farida@example.com',
  phone: '+91 98200 55512',
  subject: 'A room near the metro',
  message: 'Two adults, two children.\nIs an early check-in possible?',
}
let addresses = 0
const anew = () => ({ 'x-forwarded-for': `10.1.0.${++addresses}` })
const send = (more: object = {}, headers: Record<string, string> = anew()) =>
  call('POST /api/contact-messages', { ...message, ...more }, headers)
const stored = () => core.db.selectFrom('contact_messages').selectAll().orderBy('id').execute()
/** Mail to the agency since the last call. */
let read = 0
async function newMail() {
  await shop.runJobs()
  const fresh = shop.outbox.slice(read)
  read = shop.outbox.length
  return fresh
}
const forget = async () => {
  await newMail()
  await core.db.deleteFrom('contact_messages').execute()
}

describe('a message to the agency', () => {
  it('is stored and mailed to the agency, once [C281]', async () => {
    await forget()
    await saveSettings(core, staff, { contact_email: 'support@safar.example' })
    const answer = await send()
    expect([answer.status, answer.json()]).toEqual([200, { received: true }])
    expect(await stored()).toEqual([expect.objectContaining({ ...message, topic: 'contact', handled_at: null })])
    const mails = await newMail()
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      ['support@safar.example', 'Message from Farida Siddiqui: A room near the metro'],
    ])
    expect(mails[0]?.text).toContain('Is an early check-in possible?')
    expect(mails[0]?.text).toContain('+91 98200 55512')
    expect(await newMail()).toEqual([])
  })

  it('is answered to the visitor, and its mail has no empty rows', async () => {
    await forget()
    await send()
    const [mail] = await newMail()
    expect(mail?.replyTo).toBe(message.email)
    expect(mail?.html).not.toContain('Travel dates')
    expect(mail?.html).not.toContain('Travellers')
    expect(mail?.text).toContain('+91 98200 55512')
  })

  it.each(['abc', '12', '+', '1234567890123456', '98200 55512 or mail me', '<b>1234567</b>'])(
    'is refused with the phone number %s',
    async (phone) => {
      await forget()
      const answer = await send({ phone })
      expect(answer.status).toBe(422)
      expect(answer.json()).toMatchObject({
        errors: [{ path: 'phone', message: 'Please enter a valid phone number' }],
      })
      expect(await stored()).toEqual([])
    },
  )

  it.each(['+91 98200 55512', '(022) 5550-0142', '04.555.0100', '971/4/5550100'])(
    'accepts the phone number %s',
    async (phone) => {
      expect((await send({ phone })).status).toBe(200)
    },
  )

  it('goes to the address for alerts when there is one [C281]', async () => {
    await forget()
    await saveSettings(core, staff, { alert_email: 'desk@safar.example' })
    await send({ topic: 'hotels', travel_dates: '12 to 16 January', travellers: '2 adults' })
    const [mail] = await newMail()
    expect(mail?.to).toBe('desk@safar.example')
    expect(mail?.text).toContain('Travel dates: 12 to 16 January')
    await saveSettings(core, staff, { alert_email: '' })
  })

  it('cannot add a recipient or a tag to the mail', async () => {
    await forget()
    for (const field of ['name', 'email', 'phone', 'subject'])
      expect((await send({ [field]: 'x@y.example\r\nBcc: victim@example.com' })).status, field).toBe(422)
    expect((await send({ email: '"a@evil.example x"@shop.example' })).json()).toMatchObject({ code: 'content/invalid' })
    await send({ message: '<img src=x onerror=alert(1)> & {{booking_reference}}', subject: '{{payment_url}}' })
    const mails = await newMail()
    expect(mails).toHaveLength(1)
    expect(mails[0]?.html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; {{booking_reference}}')
  })

  it('is refused with the names of empty fields [C279]', async () => {
    await forget()
    for (const [field, sentence] of [
      ['name', 'Name is required'],
      ['email', 'Email address is required'],
      ['phone', 'Phone is required'],
      ['subject', 'Subject is required'],
      ['message', 'Message is required'],
    ] as const) {
      const answer = await send({ [field]: '  ' })
      expect([answer.status, answer.json().errors]).toEqual([422, [{ path: field, message: sentence }]])
    }
    expect((await send({ email: 'nobody' })).json().errors).toEqual([
      { path: 'email', message: 'Please enter a valid email address' },
    ])
    expect(await stored()).toEqual([])
    expect(await newMail()).toEqual([])
  })

  it('with a filled hidden field gets the usual answer, and is neither stored nor mailed [C282]', async () => {
    await forget()
    const answer = await send({ company_website: 'https://spam.example' })
    expect([answer.status, answer.json()]).toEqual([200, { received: true }])
    expect(await stored()).toEqual([])
    expect(await newMail()).toEqual([])
  })

  it('is refused above the limit of its address only [C283]', async () => {
    await forget()
    await saveSettings(core, staff, { contact_per_10_minutes: 2 })
    const same = anew()
    expect([(await send({}, same)).status, (await send({}, same)).status]).toEqual([200, 200])
    const refused = await send({}, same)
    expect([refused.status, refused.json().code]).toEqual([429, 'limit/too-many'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    // Messages with a filled hidden field count too.
    expect((await send({ company_website: 'x' }, same)).status).toBe(429)
    expect((await send()).status).toBe(200)
    expect(await stored()).toHaveLength(3)
    await saveSettings(core, staff, { contact_per_10_minutes: 5 })
  })

  it('sent again with its key is stored once, also in parallel', async () => {
    await forget()
    const headers = () => ({ ...anew(), 'idempotency-key': 'message-of-farida' })
    const answers = await Promise.all([send({}, headers()), send({}, headers()), send({}, headers())])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await stored()).toHaveLength(1)
    expect(await newMail()).toHaveLength(1)
  })
})

describe('messages in the back office', () => {
  it('are listed newest first with the number of open ones, page by page, and by status and topic', async () => {
    await forget()
    for (const [place, topic] of (['hotels', 'contact', 'guides'] as const).entries()) {
      core.clock.advance(1)
      await send({ subject: `Message ${place + 1}`, topic })
    }
    const list = async (query = '') =>
      (await call(`GET /api/admin/contact-messages${query}`, undefined, admin.headers)).json() as {
        items: { id: string; subject: string }[]
        open: number
        nextCursor: string | null
      }
    const first = await list('?limit=2')
    expect([first.items.map(({ subject }) => subject), first.open]).toEqual([['Message 3', 'Message 2'], 3])
    const second = await list(`?limit=2&cursor=${first.nextCursor}`)
    expect([second.items.map(({ subject }) => subject), second.nextCursor]).toEqual([['Message 1'], null])
    expect((await list('?topic=hotels')).items.map(({ subject }) => subject)).toEqual(['Message 1'])

    const id = first.items[0]?.id
    const path = `PUT /api/admin/contact-messages/${id}/answered`
    const answered = await call(path, { answered: true }, admin.headers)
    expect(answered.json()).toMatchObject({ answered_by: 'Test admin', answered_at: core.clock().toISOString() })
    core.clock.advance(5)
    expect((await call(path, { answered: true }, admin.headers)).json()).toEqual(answered.json())
    expect((await list('?status=open')).items).toHaveLength(2)
    expect((await list('?status=answered')).items.map(({ subject }) => subject)).toEqual(['Message 3'])
    expect((await call(path, { answered: false }, admin.headers)).json()).toMatchObject({ answered_by: null })
    expect((await list()).open).toBe(3)
  })

  it('are found by the name of their sender in any spelling, and by their words', async () => {
    await forget()
    await send({ name: 'Zoë Brontë', subject: 'Rooms_by the sea' })
    await send({ name: 'أَحْمَد كَرِيم', subject: 'Guides' })
    const subjectsFor = async (q: string) => {
      const path = `GET /api/admin/contact-messages?q=${encodeURIComponent(q)}`
      const { items } = (await call(path, undefined, admin.headers)).json() as { items: { subject: string }[] }
      return items.map(({ subject }) => subject)
    }
    for (const q of ['zoe bronte', 'ZOË', 's_by']) expect([q, await subjectsFor(q)]).toEqual([q, ['Rooms_by the sea']])
    expect(await subjectsFor('احمد كريم')).toEqual(['Guides'])
    for (const q of ['%', '\u0651']) expect(await subjectsFor(q)).toEqual([])
  })

  it('refuse an invalid cursor or id', async () => {
    for (const cursor of ['x', btoa('["2026-99-99T00:00:00.000Z","x"]'), btoa('[1,2]')]) {
      const answer = await call(`GET /api/admin/contact-messages?cursor=${cursor}`, undefined, admin.headers)
      expect([answer.status, answer.json().code]).toEqual([422, 'list/bad-cursor'])
    }
    const nobody = 'GET /api/admin/contact-messages/0198c000-0000-7000-8000-000000000001'
    expect((await call(nobody, undefined, admin.headers)).json().code).toBe('content/no-enquiry')
  })

  it('are for administrators only', async () => {
    const customer = await shop.signIn('customer')
    for (const headers of [{}, customer.headers])
      expect([401, 403]).toContain((await call('GET /api/admin/contact-messages', undefined, headers)).status)
  })
})

describe('a request for other dates', () => {
  const dates = { topic: 'departure', travel_dates: 'The first week of March', travellers: '2 adults, 1 child' }
  const requested = (details: object = { on_request: true }, rest: object = {}) =>
    addService(core, 'umrah', details as Record<string, unknown>, { title: 'Umrah in March', ...rest })
  const pathsOf = async (answer: ReturnType<typeof send>) => {
    const { status, json } = await answer
    return [status, ...(json() as { errors: { path: string }[] }).errors.map(({ path }) => path)]
  }

  it('is stored with the title and address of the item, and mailed to the agency', async () => {
    await forget()
    await saveSettings(core, staff, { contact_email: 'support@safar.example' })
    const item = await requested()
    const asked = { ...dates, service_id: item.id, subject: 'Anything', message: '' }
    expect((await send(asked)).status).toBe(200)
    expect((await send({ ...asked, message: ' With a wheelchair, please ' })).status).toBe(200)
    const address = `${core.baseUrl}${item.href}`
    expect(await stored()).toMatchObject([
      { ...dates, subject: 'Umrah in March', message: address, handled_at: null },
      { subject: 'Umrah in March', message: `With a wheelchair, please\n\n${address}` },
    ])
    const [mail] = await newMail()
    expect(mail?.replyTo).toContain('farida@example.com')
    for (const words of ['Umrah in March', address, dates.travel_dates, dates.travellers])
      expect(mail?.text).toContain(words)
    const listed = await call('GET /api/admin/contact-messages?topic=departure', undefined, admin.headers)
    const about = { service_id: item.id, service_type: 'umrah' }
    expect((listed.json() as { items: unknown[] }).items).toMatchObject([about, about])
    // The request outlives the item.
    await core.db.deleteFrom('services').where('id', '=', item.id).execute()
    expect(await stored()).toMatchObject([{ service_id: null }, { service_id: null }])
  })
  it('needs dates and travellers, but no message', async () => {
    await forget()
    const { id } = await requested()
    const bare = { topic: 'departure', service_id: id, subject: '', message: '' }
    expect(await pathsOf(send(bare))).toEqual([422, 'travel_dates', 'travellers'])
    expect(await pathsOf(send({ ...dates, service_id: id, message: 'x'.repeat(4_501) }))).toEqual([422, 'message'])
    expect(await stored()).toEqual([])
  })
  it('is refused for an item that is not on request, not on sale or unknown, and with another topic', async () => {
    await forget()
    const items = [await requested({}), await requested({ on_request: true }, { status: 'inactive' })]
    const unknown = '0198c000-0000-7000-8000-00000000dead'
    for (const service_id of [...items.map(({ id }) => id), unknown, undefined])
      expect(await pathsOf(send({ ...dates, service_id }))).toEqual([422, 'service_id'])
    const { id } = await requested()
    expect(await pathsOf(send({ service_id: id }))).toEqual([422, 'service_id'])
    expect(await stored()).toEqual([])
  })
})
