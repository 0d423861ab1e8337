import { describe, expect, it } from 'vitest'
import { seedWorld } from '../../db/seeds/index.server.ts'
import { type SentMail, testApp } from '../../tests/support/app.ts'
import { clearanceDocuments } from '../modules/booking/testing/fixtures.ts'

const shop = await testApp()
const { core, call } = shop
await seedWorld(shop.shop.deps, 'test')
const admin = await shop.signIn('admin')

type Held = { bookingId: string; token: string; reference: string; email: string }
let travellers = 0
async function book(slug = 'desert-safari', more: object = {}, headers = {}): Promise<Held> {
  core.clock.advance(11)
  const email = `traveller${++travellers}@example.com`
  const answer = await call(
    'POST /api/bookings',
    {
      service_type: 'tour',
      service_id: slug,
      travel_date: '2026-12-20',
      travel_time: '14:00',
      adults_count: 2,
      customer_name: 'Asha Rao',
      customer_email: email,
      customer_phone: '+919876543210',
      ...more,
    },
    headers,
  )
  expect([answer.status, answer.json().code]).toEqual([200, undefined])
  const { booking, token } = answer.json() as { booking: { id: string; booking_reference: string }; token: string }
  // As it could be entered before names were checked.
  await core.db.updateTable('bookings').set({ customer_name: 'Asha <b>Rao</b>' }).where('id', '=', booking.id).execute()
  return { bookingId: booking.id, token, reference: booking.booking_reference, email }
}
const pay = (held: Held, paymentMethod: string) =>
  call('POST /api/payments', { bookingId: held.bookingId, token: held.token, paymentMethod })
/** On the sandbox's page, which sends its webhook before it redirects. */
async function payByCard(held: Held) {
  const { pathname } = new URL(String((await pay(held, 'sandbox_card')).json().checkoutUrl))
  const form = { 'content-type': 'application/x-www-form-urlencoded', origin: 'http://shop.test' }
  return call(`POST ${pathname}`, 'action=pay&report_first=on', form)
}
/** Runs all due jobs and returns the subjects mailed to that address since the last call. */
let read = 0
async function newMail(to: string): Promise<SentMail[]> {
  await shop.runJobs()
  const fresh = shop.outbox.slice(read)
  read = shop.outbox.length
  return fresh.filter((mail) => mail.to === to)
}
const templatesOf = (mails: SentMail[], held: Held): string[] =>
  mails.map(({ subject }) => subject.replace(held.reference, 'REF'))
const statusOf = async (held: Held): Promise<unknown> => {
  const answer = await call(`GET /api/bookings/${held.bookingId}?token=${encodeURIComponent(held.token)}`)
  const { booking_status, payment_status } = answer.json()
  return [booking_status, payment_status]
}

describe('a booking', () => {
  it('sends one confirmation mail with the amount due, and an alert to the agency [C332, C333, C338]', async () => {
    const held = await book()
    const mails = await newMail(held.email)
    expect(templatesOf(mails, held)).toEqual(['Booking REF received, payment due'])
    // Signs of markup and links are dropped from names.
    expect(mails[0]?.html).toContain('Asha b Rao b')
    expect(mails[0]?.text).toContain(`http://shop.test/booking-payment?bookingId=${held.bookingId}&token=`)
    expect(
      shop.outbox.filter(({ subject }) => subject === `New booking ${held.reference}: Desert Safari`),
    ).toHaveLength(1)
    await statusOf(held)
    expect(await newMail(held.email)).toEqual([])
  })

  it('of an unpaid Ok to Board is mailed as received with payment due, not as confirmed [C332]', async () => {
    const passenger = {
      passenger_name: 'Asha Rao',
      passport_number: 'Z1234567',
      nationality: 'IN',
      flight_number: 'EK1',
    }
    const held = await book('ok-to-board', {
      ...{ service_type: 'ok-to-board', travel_time: null, adults_count: 1 },
      details: { ...passenger, airline: 'Emirates', pnr: '' },
      documents: await clearanceDocuments(core),
    })
    const mails = await newMail(held.email)
    expect(templatesOf(mails, held)).toEqual(['Booking REF received, payment due'])
    expect(mails[0]?.text).toMatch(/received/i)
    expect(mails[0]?.text).toContain('₹3,737.82')
    expect(mails[0]?.text).not.toMatch(/is confirmed|approved/i)
  })

  it('is paid with the sandbox card, confirmed and mailed [C331]', async () => {
    const held = await book()
    await newMail(held.email)
    const started = await pay(held, 'sandbox_card')
    expect(started.json()).toMatchObject({ success: true, requiresAction: true, actionType: 'sandbox_redirect' })
    const { pathname } = new URL(String(started.json().checkoutUrl))
    expect((await call(`GET ${pathname}`)).text).toContain('200.00')
    const paid = await payByCard(held)
    expect(paid.status).toBe(303)
    const back = new URL(String(paid.headers.location))
    expect((await call(`GET ${back.pathname}${back.search}`)).headers.location).toContain('/booking-confirmation?')
    await shop.runJobs()
    expect(await statusOf(held)).toEqual(['confirmed', 'completed'])
    expect(templatesOf(await newMail(held.email), held).sort()).toEqual([
      'Payment received for booking REF',
      'Your booking REF is confirmed',
    ])
  })

  it('that staff cancel sends a mail with the reason [C337]', async () => {
    const held = await book()
    await newMail(held.email)
    const path = `POST /api/admin/bookings/${held.bookingId}/cancellation`
    expect((await call(path, { reason: 'The road is closed' }, admin.headers)).status).toBe(200)
    const mails = await newMail(held.email)
    expect(templatesOf(mails, held)).toEqual(['Booking REF has been cancelled'])
    expect(mails[0]?.text).toContain('The road is closed')
  })

  it('with a rejected transfer sends one mail about it, and one for the proof before [C331]', async () => {
    const held = await book('city-tour')
    expect((await pay(held, 'bank_transfer')).json()).toMatchObject({ success: true })
    await newMail(held.email)
    const boundary = 'x'
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`
    const proof = await shop.app.inject({
      method: 'POST',
      url: `/api/bookings/${held.bookingId}/payment-proofs?token=${encodeURIComponent(held.token)}`,
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      payload: Buffer.concat([Buffer.from(head), png, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    })
    expect([proof.statusCode, proof.json()]).toEqual([201, expect.objectContaining({ success: true })])
    expect(templatesOf(await newMail(held.email), held)).toEqual(['Payment proof received for booking REF'])
    expect(shop.outbox.at(-1)?.subject).toBe(`Payment proof to verify: ${held.reference}`)
    const decided = await call(
      `POST /api/admin/bookings/${held.bookingId}/verification`,
      { decision: 'rejected', admin_notes: 'no such transfer' },
      admin.headers,
    )
    expect(decided.status).toBe(200)
    expect(templatesOf(await newMail(held.email), held)).toEqual(['We could not verify your payment for booking REF'])
  })

  it('of a guest is linked to the account once the address is verified, not before [C267]', async () => {
    const held = await book()
    const user = await shop.signIn('customer', { email: held.email, isVerified: false })
    const mine = async () =>
      ((await call('GET /api/my/bookings', undefined, user.headers)).json() as { items: unknown[] }).items.length
    expect(await mine()).toBe(0)
    await call('POST /api/auth/send-verification-email', { email: held.email }, user.headers)
    const mail = (await newMail(held.email)).find(({ subject }) => subject.startsWith('Please confirm'))
    const token = /verify-email\?token=([^\s)]+)/.exec(mail?.text ?? '')?.[1]
    const verified = await call('POST /api/auth/verify-email', { token, newPassword: 'a password of her own' })
    expect(verified.status).toBe(200)
    await shop.runJobs()
    // Only a session that started afterwards sees it.
    expect((await call('GET /api/my/bookings', undefined, user.headers)).status).toBe(401)
    const [cookie = ''] = String(verified.headers['set-cookie']).split(';')
    const { items } = (await call('GET /api/my/bookings', undefined, { cookie })).json() as { items: unknown[] }
    expect(items).toHaveLength(1)
  })

  it('made while signed in belongs to the account at once [C267]', async () => {
    const user = await shop.signIn('customer')
    await book('desert-safari', {}, user.headers)
    const { items } = (await call('GET /api/my/bookings', undefined, user.headers)).json() as { items: unknown[] }
    expect(items).toHaveLength(1)
  })

  it('of a completed visa is mailed as an approval [C337]', async () => {
    const held = await book()
    await core.db.updateTable('bookings').set({ service_type: 'visa' }).where('id', '=', held.bookingId).execute()
    for (const step of ['confirmation', 'completion']) {
      const answer = await call(`POST /api/admin/bookings/${held.bookingId}/${step}`, {}, admin.headers)
      expect([step, answer.status, answer.json().code]).toEqual([step, 200, undefined])
    }
    expect(templatesOf(await newMail(held.email), held)).toContain('Your visa application REF is approved')
  })
})

describe('a booking’s public data', () => {
  it('never contains two different times or payment methods [C176]', async () => {
    const held = await book()
    const shown = async () =>
      (await call(`GET /api/bookings/${held.bookingId}?token=${encodeURIComponent(held.token)}`)).json()
    const seen: unknown[] = []
    for (const method of ['bank_transfer', 'cash_on_arrival', 'sandbox_card']) {
      expect((await pay(held, method)).status).toBe(200)
      const views = [
        await shown(),
        (await call(`GET /api/admin/bookings/${held.bookingId}`, undefined, admin.headers)).json(),
      ]
      for (const { travel_time, selected_time = travel_time, payment_gateway, payment_method } of views) {
        expect([payment_method, selected_time]).toEqual([payment_gateway, '14:00'])
        seen.push(payment_method)
      }
    }
    expect(new Set(seen)).toEqual(new Set(['bank_transfer', 'cash_on_arrival', null]))
  })
})

describe('the sandbox', () => {
  it('is absent with live payments', async () => {
    const live = await testApp({ core, isSandbox: false })
    const held = await book()
    const { methods } = (
      await live.call(`GET /api/bookings/${held.bookingId}/payment?token=${encodeURIComponent(held.token)}`)
    ).json() as { methods: { name: string }[] }
    expect(methods.map(({ name }) => name)).not.toContain('sandbox_card')
    expect((await live.call('GET /sandbox-card/anything')).status).toBe(404)
    expect((await live.call('POST /api/webhooks/sandbox_card', {})).status).toBe(404)
    expect(Object.keys(live.shop.jobs)).not.toContain('sandbox-card-report')
  })
})

describe('the dashboard', () => {
  it('counts open work', async () => {
    await core.db
      .updateTable('mail_messages')
      .set({ status: 'failed' })
      .where('id', '=', core.db.selectFrom('mail_messages').select('id').limit(1))
      .execute()
    const answer = await call('GET /api/admin/dashboard', undefined, admin.headers)
    expect(answer.json()).toMatchObject({
      revenue: { minor: expect.any(Number), currency: 'AED' },
      needsAction: { failedMail: 1, proofsToCheck: 0, paymentsUnderReview: 0 },
    })
  })
})

describe('the hourly purge', () => {
  it('deletes expired rows and nothing younger', async () => {
    const kept = await shop.signIn('customer')
    const gone = await shop.signIn('customer')
    await core.db
      .updateTable('sessions')
      .set({ expires_at: new Date(0) })
      .where('user_id', '=', gone.userId)
      .execute()
    core.clock.set(new Date())
    await shop.shop.jobs['forget-old-rows']?.({})
    const users = await core.db.selectFrom('sessions').select('user_id').execute()
    expect(users.map(({ user_id }) => user_id)).toContain(kept.userId)
    expect(users.map(({ user_id }) => user_id)).not.toContain(gone.userId)
  })
})
