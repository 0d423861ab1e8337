import { sql } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import { seedWorld } from '../../db/seeds/index.server.ts'
import { type SentMail, testApp } from '../../tests/support/app.ts'
import { apply } from '../../tests/support/applications.ts'
import { safariForTwo } from '../../tests/support/requests.ts'

const shop = await testApp()
const { core, call } = shop
await seedWorld(shop.shop.deps, 'test')
const admin = await shop.signIn('admin')

type Held = { bookingId: string; token: string; reference: string; email: string }
let travellers = 0
async function book(more: object = {}): Promise<Held> {
  core.clock.advance(11)
  const email = `guest${++travellers}@example.com`
  const answer = await call('POST /api/bookings', {
    ...safariForTwo,
    customer_email: email,
    ...more,
  })
  const { booking, token } = answer.json() as { booking: { id: string; booking_reference: string }; token: string }
  return { bookingId: booking.id, token, reference: booking.booking_reference, email }
}
let read = 0
/** Runs all due jobs and returns the mail sent since the last call. */
async function newMail(): Promise<SentMail[]> {
  await shop.runJobs()
  const fresh = shop.outbox.slice(read)
  read = shop.outbox.length
  return fresh
}
const send = (body: object) => call('POST /api/admin/booking-emails', body, admin.headers)

describe('a mail sent by staff', () => {
  it('can be requested with current and older template names [C335, A184]', async () => {
    const held = await book()
    const { bookingId, reference, email: to } = held
    await call(`POST /api/admin/bookings/${bookingId}/confirmation`, {}, admin.headers)
    await newMail()
    for (const body of [
      { bookingId, emailType: 'confirmation' },
      { booking_id: bookingId, email_type: 'booking_confirmation' },
    ]) {
      const answer = await send(body)
      expect([answer.status, answer.json().to]).toEqual([200, to])
      expect((await newMail()).map((mail) => [mail.to, mail.subject])).toEqual([
        [to, `Your booking ${reference} is confirmed`],
      ])
    }
    expect((await send({ bookingId, emailType: 'reminder' })).status).toBe(200)
    expect((await newMail()).map(({ subject }) => subject)).toEqual([`Reminder for booking ${reference}`])
    expect((await send({ booking_id: bookingId, email_type: 'reminder' })).status).toBe(422)
  })

  it('names what staff have corrected, old and new, to the corrected address', async () => {
    const { bookingId } = await book({ special_requests: 'Vegetarian' })
    await newMail()
    const { version } = (await call(`GET /api/admin/bookings/${bookingId}`, undefined, admin.headers)).json()
    const fields = { customer_name: 'Asha Rao', customer_phone: '+919876543210', selected_language: '' }
    const change = { customer_email: 'right@example.com', pickup_location: '', special_requests: 'Vegan <b>' }
    const input = { ...fields, ...change, version, tell_customer: true }
    expect((await call(`PUT /api/admin/bookings/${bookingId}/details`, input, admin.headers)).status).toBe(200)
    const [mail, ...others] = await newMail()
    expect([mail?.to, others]).toEqual(['right@example.com', []])
    expect(mail?.text).toContain('Special requests: Vegetarian → Vegan <b>')
    expect(mail?.html).toContain('Vegan &lt;b&gt;')
  })

  it("fills each placeholder with the booking's data, the total in its currency [A227]", async () => {
    const held = await book()
    await call(`POST /api/admin/bookings/${held.bookingId}/confirmation`, {}, admin.headers)
    await newMail()
    const names = [
      'customer_name',
      'booking_reference',
      'service_name',
      'travel_date',
      'traveler_count',
      'total_amount',
      'customer_email',
      'customer_phone',
      'applicant_name',
      'application_id',
    ]
    const template = core.db.updateTable('mail_templates').where('template_name', '=', 'booking_confirmation')
    const former = await core.db
      .selectFrom('mail_templates')
      .select('html_body')
      .where('template_name', '=', 'booking_confirmation')
      .executeTakeFirstOrThrow()
    await template.set({ html_body: names.map((name) => `<p>${name}={{${name}}};</p>`).join('') }).execute()
    await send({ bookingId: held.bookingId, emailType: 'confirmation' })
    await template.set(former).execute()
    const [mail] = await newMail()
    const { final_minor, currency } = await core.db
      .selectFrom('bookings')
      .select(['final_minor', 'currency'])
      .where('id', '=', held.bookingId)
      .executeTakeFirstOrThrow()
    expect([final_minor, currency]).toEqual([20_000, 'USD'])
    const filled = Object.fromEntries(
      [...(mail?.text ?? '').matchAll(/^(\w+)=(.*);$/gm)].map(([, name, is]) => [name, is]),
    )
    expect(filled).toEqual({
      customer_name: 'Asha Rao',
      booking_reference: held.reference,
      service_name: 'Desert Safari',
      travel_date: '2026-12-20',
      traveler_count: '2',
      total_amount: '$200.00',
      customer_email: held.email,
      customer_phone: '+919876543210',
      applicant_name: 'Asha Rao',
      application_id: held.reference,
    })
  })
})

describe('the confirmation', () => {
  it('names the meeting point of the item as it is then, unless the customer is picked up', async () => {
    const details = (place: string) =>
      core.db
        .updateTable('services')
        .set({ details: sql`details || jsonb_build_object('meeting_point', ${place}::text)` })
        .execute()
    const confirmationOf = async (pickup_location: string | null) => {
      const { bookingId, email } = await book()
      await core.db.updateTable('bookings').set({ pickup_location }).where('id', '=', bookingId).execute()
      await call(`POST /api/admin/bookings/${bookingId}/confirmation`, {}, admin.headers)
      return (await newMail()).find(({ to, subject }) => to === email && subject.endsWith('is confirmed'))?.text
    }
    await details('Gate 3, Al Seef Street')
    expect(await confirmationOf(null)).toContain('Meeting point: Gate 3, Al Seef Street\n')
    const picked = await confirmationOf('Hotel lobby')
    expect([picked !== undefined, picked?.includes('Meeting point')]).toEqual([true, false])
    await details('')
    expect(await confirmationOf(null)).not.toContain('Meeting point')
  })
})

describe('a mail that would be false', () => {
  const refusedFor = async ({ bookingId }: Held, emailType: string) => {
    const answer = await send({ bookingId, emailType })
    return [answer.status, answer.json().code, answer.json().title]
  }
  const code = 'mail/not-for-this-booking'

  it('of a confirmation is refused while a booking is pending and after it was cancelled [A184]', async () => {
    const held = await book()
    const notConfirmed = [409, code, 'This booking is not confirmed, so no confirmation was sent.']
    expect(await refusedFor(held, 'confirmation')).toEqual(notConfirmed)
    expect((await send({ booking_id: held.bookingId, email_type: 'booking_confirmation' })).status).toBe(409)
    await call(`POST /api/admin/bookings/${held.bookingId}/cancellation`, { reason: 'Closed' }, admin.headers)
    expect(await refusedFor(held, 'confirmation')).toEqual(notConfirmed)
    expect(await refusedFor(held, 'reminder')).toEqual([
      409,
      code,
      'This booking is cancelled, so no reminder was sent.',
    ])
    expect((await send({ bookingId: held.bookingId, emailType: 'payment_due' })).status).toBe(409)
  })

  it('of missing documents is refused for a booking without any, also when it is sent again', async () => {
    const refused = [409, code, 'No documents can be requested for this booking now, so no email was sent.']
    const held = await book()
    await call(`POST /api/admin/bookings/${held.bookingId}/confirmation`, {}, admin.headers)
    const { bookingId } = await apply(shop, 'ok_to_board')
    const paid = core.db
      .updateTable('bookings')
      .set(({ ref }) => ({ payment_status: 'completed', paid_minor: ref('final_minor'), expires_at: null }))
    await paid.where('id', 'in', [held.bookingId, bookingId]).execute()
    for (const id of [held.bookingId, bookingId])
      expect(await refusedFor({ ...held, bookingId: id }, 'documents')).toEqual(refused)
    const stage = (case_stage: string) =>
      core.db.updateTable('bookings').set({ case_stage }).where('id', '=', bookingId).execute()
    await stage('waiting_for_documents')
    const { messageId } = (await send({ bookingId, emailType: 'documents' })).json() as { messageId: string }
    await core.db.updateTable('mail_messages').set({ status: 'failed' }).where('id', '=', messageId).execute()
    await stage('documents_received')
    const again = await call(`POST /api/admin/mail/${messageId}/retries`, {}, admin.headers)
    expect([again.status, again.json().code]).toEqual([409, code])
  })

  it('is not sent again after the booking has changed', async () => {
    const held = await book()
    await call(`POST /api/admin/bookings/${held.bookingId}/confirmation`, {}, admin.headers)
    await newMail()
    const failed = core.db
      .updateTable('mail_messages')
      .set({ status: 'failed' })
      .where('booking_id', '=', held.bookingId)
    const { id } = await failed
      .where('template_name', '=', 'booking_confirmation')
      .returning('id')
      .executeTakeFirstOrThrow()
    await call(`POST /api/admin/bookings/${held.bookingId}/cancellation`, { reason: 'Closed' }, admin.headers)
    const retried = await call(`POST /api/admin/mail/${id}/retries`, {}, admin.headers)
    expect([retried.status, retried.json().code]).toEqual([409, code])
  })
})

describe('an automatic mail', () => {
  it('is sent once for each event, however often the page is opened and the payment reported [A185]', async () => {
    const held = await book()
    await newMail()
    const { bookingId, token, email } = held
    const started = await call('POST /api/payments', { bookingId, token, paymentMethod: 'sandbox_card' })
    const { pathname } = new URL(String(started.json().checkoutUrl))
    const form = { 'content-type': 'application/x-www-form-urlencoded', origin: 'http://shop.test' }
    await call(`POST ${pathname}`, 'action=pay&report_first=on', form)
    const first = (await newMail()).filter(({ to }) => to === email)
    expect(first.length).toBeGreaterThan(0)
    expect(new Set(first.map(({ subject }) => subject)).size).toBe(first.length)
    for (let visit = 0; visit < 3; visit++) {
      expect((await call(`GET /api/bookings/${bookingId}?token=${encodeURIComponent(token)}`)).status).toBe(200)
      await call(`POST /api/bookings/${bookingId}/payment-checks`, { token })
    }
    expect(await newMail()).toEqual([])
  })

  it('reminds once of an unpaid booking before it expires, never of a paid one [C336]', async () => {
    const unpaid = await book()
    const paid = await book()
    await call('POST /api/payments', { bookingId: paid.bookingId, token: paid.token, paymentMethod: 'cash_on_arrival' })
    await call(`POST /api/admin/bookings/${paid.bookingId}/arrival-payment`, { reason: 'Cash' }, admin.headers)
    await newMail()
    const now = core.clock()
    const sweep = () => shop.shop.jobs['sweep-payments']?.({})
    core.clock.advance(23 * 60)
    await sweep()
    expect((await newMail()).filter(({ to }) => to === unpaid.email)).toEqual([])
    core.clock.advance(2 * 60)
    await sweep()
    await sweep()
    const mails = await newMail()
    core.clock.set(now)
    const reminders = mails.filter(({ subject }) => subject.startsWith('Reminder for booking'))
    expect(reminders.filter(({ to }) => to === unpaid.email)).toHaveLength(1)
    expect(reminders.filter(({ to }) => to === paid.email)).toEqual([])
  })

  it('alerts the agency to a booking, and tells a traveller that the visa is approved [A187]', async () => {
    const held = await book()
    const { contact_email } = (await call('GET /api/settings')).json()
    const alert = (await newMail()).find(({ subject }) => subject.startsWith(`New booking ${held.reference}`))
    expect([alert?.to, typeof contact_email]).toEqual([contact_email, 'string'])
    await core.db.updateTable('bookings').set({ service_type: 'visa' }).where('id', '=', held.bookingId).execute()
    for (const step of ['confirmation', 'completion'])
      await call(`POST /api/admin/bookings/${held.bookingId}/${step}`, {}, admin.headers)
    const approval = (await newMail()).find(({ subject }) => subject.includes('is approved'))
    expect([approval?.to, approval?.subject]).toEqual([
      held.email,
      `Your visa application ${held.reference} is approved`,
    ])
  })
})

describe('a mail that cannot be sent', () => {
  it('affects neither the booking nor its payment, and staff see the reason [C334]', async () => {
    const down = vi.spyOn(shop.outbox, 'push').mockImplementation(() => {
      throw new Error('SMTP: connection refused')
    })
    const { bookingId, token, email } = await book()
    await shop.runJobs()
    const started = await call('POST /api/payments', { bookingId, token, paymentMethod: 'sandbox_card' })
    const { pathname } = new URL(String(started.json().checkoutUrl))
    const form = { 'content-type': 'application/x-www-form-urlencoded', origin: 'http://shop.test' }
    await call(`POST ${pathname}`, 'action=pay&report_first=on', form)
    await shop.runJobs()
    const booking = await call(`GET /api/bookings/${bookingId}?token=${encodeURIComponent(token)}`)
    expect(booking.json()).toMatchObject({ booking_status: 'confirmed', payment_status: 'completed' })
    const { items } = (await call(`GET /api/admin/mail?bookingId=${bookingId}`, undefined, admin.headers)).json() as {
      items: { to: string; status: string; lastError: string | null }[]
    }
    const waiting = items.filter(({ to }) => to === email)
    expect(waiting).toHaveLength(3)
    for (const mail of waiting) {
      expect(mail.lastError).toBe('SMTP: connection refused')
      expect(mail.status).not.toBe('sent')
    }
    down.mockRestore()
  })
})
