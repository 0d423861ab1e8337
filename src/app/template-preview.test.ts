import { beforeAll, describe, expect, test } from 'vitest'
import { type Session, testApp } from '../../tests/support/app.ts'
import { addService, book, recordOf } from '../modules/booking/testing/fixtures.ts'
import { MailFailure } from '../modules/mail/port.ts'
import { readSettings } from '../modules/settings/index.server.ts'

const mailServer = { way: 'settings' as 'settings' | 'files', failure: null as MailFailure | null }
const sent: { to: string; subject: string; html: string }[] = []
const shop = await testApp({
  mailer: async () => ({
    way: mailServer.way,
    send: async ({ to, subject, html }) => {
      if (mailServer.failure) throw mailServer.failure
      sent.push({ to, subject, html })
    },
  }),
})
const { core } = shop
let owner: Session
let support: Session
let older: string
let newer: string

beforeAll(async () => {
  owner = await shop.signIn('admin')
  support = await shop.signIn('support')
  const tour = await addService(core, 'tour')
  older = (await book(core, tour, { customer_name: 'Older Booking' })).booking_reference
  core.clock.advance(1)
  newer = (await book(core, tour, { customer_name: "Newer O'Booking" })).booking_reference
})

const words = { subject: 'For {{customer_name}}', html_body: '<p>{{booking_reference}} {{tracking_url}}</p>' }
const preview = async (name: string, change: Record<string, unknown> = {}, who = owner) => {
  const answer = await shop.call(`POST /api/admin/mail-templates/${name}/preview`, { ...words, ...change }, who.headers)
  return { ...(answer.json() as Record<string, unknown>), status: answer.status } as Record<string, unknown> & {
    status: number
    html: string
  }
}
const sendTest = (name: string, change: Record<string, unknown> = {}, who = owner) =>
  shop.call(`POST /api/admin/mail-templates/${name}/tests`, { ...words, to: 'me@noor.example', ...change }, who.headers)

describe('the preview of a template', () => {
  test('has example values where no booking is asked for', async () => {
    expect(await preview('booking_received')).toMatchObject({ subject: 'For Asha Rao', booking: null })
  })
  test('has the name of the agency from the settings, like the mail', async () => {
    const { html } = await preview('staff_invitation', { html_body: '<p>{{site_title}} {{verification_time}}</p>' })
    expect(html).toContain(`<p>${(await readSettings(core)).site_title} 24 hours</p>`)
  })
  test('has the values of the newest booking that the mail fits, escaped like in the mail', async () => {
    const shown = await preview('booking_received', { values: 'newest', html_body: '<p>{{customer_name}}</p>' })
    expect(shown.booking).toEqual({ reference: newer, isTrue: true })
    expect(shown.html).toContain('O&#39;Booking')
  })
  test('has example values when no booking fits', async () => {
    expect(await preview('visa_approval', { values: 'newest' })).toMatchObject({
      booking: null,
      subject: 'For Asha Rao',
    })
  })
  test('shows the booking of a reference, and whether the mail fits it now', async () => {
    const typed = ` ${older.toLowerCase()} `
    const received = await preview('booking_received', { values: 'booking', reference: typed })
    expect(received).toMatchObject({ subject: 'For Older Booking', booking: { reference: older, isTrue: true } })
    const cancellation = await preview('cancellation', { values: 'booking', reference: older })
    expect(cancellation.booking).toEqual({ reference: older, isTrue: false })
  })
  test('refuses a reference without a booking at its field', async () => {
    for (const reference of ['TH0000000000', "'; drop table bookings; --", '']) {
      const { status, code, errors } = await preview('reminder', { values: 'booking', reference })
      expect([status, code]).toEqual([404, 'mail/unknown-booking'])
      expect(errors).toEqual([{ path: 'reference', message: 'There is no such booking.' }])
    }
  })
  test('masks private links: they would let staff act as the customer', async () => {
    const { html, text } = await preview('booking_received', {
      values: 'newest',
      html_body: '<p>{{tracking_url}} {{payment_url}} {{review_url}} {{documents_url}} {{document_links}}</p>',
    })
    expect(html).toContain('token=...')
    expect(`${html}${String(text)}`.match(/token=(?!\.\.\.)/g)).toBeNull()
  })
  test('names the placeholders with example values', async () => {
    const html_body = '<p>{{refund_amount}} {{reason}} {{customer_name}}</p>'
    const { examples } = await preview('refund_started', { values: 'booking', reference: newer, html_body })
    expect(examples).toEqual(['reason', 'refund_amount'])
  })
  test('of a mail that is not about a booking ignores bookings', async () => {
    const shown = await preview('staff_invitation', { values: 'booking', reference: newer, html_body: '<p>x</p>' })
    expect(shown).toMatchObject({ status: 200, booking: null })
  })
  test('refuses an unknown template, an unknown placeholder by name, and HTML that is not allowed', async () => {
    expect(await preview('nonsense')).toMatchObject({ status: 404, code: 'mail/unknown-template' })
    const bad = { subject: '{{secret}}', html_body: '<script>x</script>{{other}}' }
    expect((await preview('reminder', bad)).errors).toEqual([
      { path: 'subject', message: 'There is no value for {{secret}}' },
      { path: 'html_body', message: 'There is no value for {{other}}' },
    ])
    expect((await preview('reminder', { html_body: '<p onclick="x">a</p>' })).errors).toEqual([
      { path: 'html_body', message: 'Emails cannot contain onclick' },
    ])
  })
})

describe('a test mail of a template', () => {
  test('is the preview, marked as a test, and recorded with its recipient', async () => {
    const answer = await sendTest('booking_received', { values: 'newest' }, support)
    expect(answer.json()).toEqual({ to: 'me@noor.example', way: 'settings' })
    expect(sent.at(-1)).toMatchObject({ to: 'me@noor.example', subject: expect.stringMatching(/^\[Test\] For Newer/) })
    expect(sent.at(-1)?.html).toContain('token=...')
    const entry = await core.db
      .selectFrom('audit_entries')
      .selectAll()
      .where('action', '=', 'mail-template.tested')
      .executeTakeFirstOrThrow()
    expect(entry).toMatchObject({ subject_id: 'booking_received', actor_id: support.userId })
    expect(entry.after).toMatchObject({ to: 'me@noor.example', way: 'settings', failure: null, booking: newer })
  })
  test('changes neither template nor booking, and is stored as a test', async () => {
    const before = await recordOf(core, (await bookingId(newer)) ?? '')
    await sendTest('booking_received', { values: 'newest' })
    expect(await recordOf(core, before.id)).toEqual(before)
    const mails = core.db.selectFrom('mail_messages').select(['template_name', 'booking_id'])
    const sent = await mails.where('to_address', '=', 'me@noor.example').execute()
    expect(sent).not.toEqual([])
    for (const mail of sent) expect(mail).toEqual({ template_name: 'test_email', booking_id: null })
  })
  test('says that it was captured, or that the mail server did not take it', async () => {
    mailServer.way = 'files'
    expect((await sendTest('reminder')).json()).toEqual({ to: 'me@noor.example', way: 'files' })
    Object.assign(mailServer, { way: 'settings', failure: new MailFailure('sign-in') })
    const failed = await sendTest('reminder')
    mailServer.failure = null
    expect([failed.status, failed.json().code]).toEqual([409, 'mail/test-failed'])
    expect(failed.json().title).toMatch(/did not accept the user name or password/)
  })
  test.each(['', 'a', 'a@example.com, b@example.com', 'a@example.com\r\nBcc: b@example.com'])(
    'is not sent to %j',
    async (to) => {
      const count = sent.length
      const answer = await sendTest('reminder', { to })
      expect([answer.status, sent.length]).toEqual([422, count])
    },
  )
  test('of a mail that opens an account is for owners', async () => {
    const { status, json } = await sendTest('reset_password', { html_body: '<p>x</p>' }, support)
    expect([status, json().code]).toEqual([403, 'mail/owners-template'])
  })
  test('is refused without permission', async () => {
    for (const role of ['content', 'guide', 'customer'] as const) {
      const who = await shop.signIn(role)
      expect([(await sendTest('reminder', {}, who)).status, (await preview('reminder', {}, who)).status]).toEqual([
        403, 403,
      ])
    }
  })
  test('is limited per person', async () => {
    const manager = await shop.signIn('manager')
    const answers = await Promise.all(Array.from({ length: 12 }, () => sendTest('reminder', {}, manager)))
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(10).fill(200), 429, 429])
  })
})

const bookingId = async (reference: string) =>
  (await core.db.selectFrom('bookings').select('id').where('booking_reference', '=', reference).executeTakeFirst())?.id
