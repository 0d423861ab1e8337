import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedWorld } from '../../db/seeds/index.server.ts'
import { type SentMail, type Session, type TestApp, testApp } from '../../tests/support/app.ts'
import { safariForTwo } from '../../tests/support/requests.ts'
import { openStripeStandIn, type StripeStandIn } from '../adapters/payments/stripe/testing/stand-in.ts'
import { proveLedger, seedGateways } from '../modules/payment/index.server.ts'

const checkingSentence = 'We are checking your payment. Do not pay again.'
/** Nothing listens there. */
const nowhere = 'http://127.0.0.1:9'
let shop: TestApp
let stripe: StripeStandIn
let admin: Session
beforeAll(async () => {
  stripe = await openStripeStandIn(() => shop.core.clock())
  shop = await testApp({ providerUrls: { STRIPE_API_URL: stripe.origin, PAYPAL_API_URL: nowhere } })
  await seedWorld(shop.shop.deps, 'test')
  await seedGateways(shop.core.db, shop.shop.deps.providers, [], shop.core.clock())
  admin = await shop.signIn('admin')
  const answer = await shop.call('GET /api/admin/payment-gateways', undefined, admin.headers)
  const gateways = answer.json() as unknown as { name: string; version: number }[]
  const { version } = gateways.find(({ name }) => name === 'stripe')!
  const { settings, secrets } = stripe
  const edit = { name: 'stripe', version, enabled: true, settings, secrets }
  await shop.call('PUT /api/admin/payment-gateways', { gateways: [edit] }, admin.headers)
}, 60_000)
afterAll(() => stripe.close())

type Held = { readonly bookingId: string; readonly token: string; readonly reference: string; readonly email: string }
let travellers = 0
async function book(more: object = {}): Promise<Held> {
  shop.core.clock.advance(11)
  const email = `payer${++travellers}@example.com`
  const answer = await shop.call('POST /api/bookings', { ...safariForTwo, customer_email: email, ...more })
  const { booking, token } = answer.json() as { booking: { id: string; booking_reference: string }; token: string }
  return { bookingId: booking.id, token, reference: booking.booking_reference, email }
}
const pay = ({ bookingId, token }: Held, paymentMethod: string) =>
  shop.call('POST /api/payments', { bookingId, token, paymentMethod })
const bookingOf = async ({ bookingId, token }: Held) =>
  (await shop.call(`GET /api/bookings/${bookingId}?token=${encodeURIComponent(token)}`)).json()
let read = 0
/** Runs all due jobs and returns the mail sent since the last call. */
async function newMail(): Promise<SentMail[]> {
  await shop.runJobs()
  const fresh = shop.outbox.slice(read)
  read = shop.outbox.length
  return fresh
}

/** The customer pays at Stripe and returns while its answers cannot be read. */
async function paidUnreadably(): Promise<Held> {
  const held = await book()
  const started = (await pay(held, 'stripe')).json()
  const orderRef = String(started.checkoutUrl).split('/').at(-1)!
  await stripe.act(orderRef, 'pay')
  const visit = await stripe.returnVisit(orderRef)
  stripe.setFault('garbage')
  const search = new URLSearchParams(visit?.query)
  expect((await shop.call(`GET /api/payments/${started.attemptId}/return?${search}`)).status).toBe(303)
  return held
}

describe('a payment whose outcome the provider does not report', () => {
  it('is being checked for every reader, and no other method is offered or accepted', async () => {
    const held = await paidUnreadably()
    try {
      expect(await bookingOf(held)).toMatchObject({ payment_status: 'pending', payment_checking: true })
      const tracked = await shop.call('POST /api/tracking-lookups', { reference: held.reference })
      expect(tracked.json()).toMatchObject({ access: 'status', payment_checking: true })
      const page = await shop.call(
        `GET /api/bookings/${held.bookingId}/payment?token=${encodeURIComponent(held.token)}`,
      )
      expect(page.json()).toMatchObject({ isPayable: false, isChecking: true })
      for (const method of ['cash_on_arrival', 'bank_transfer', 'sandbox_card', 'stripe']) {
        const refused = await pay(held, method)
        expect([refused.status, refused.json().code, refused.json().title]).toEqual([
          409,
          'payment/still-processing',
          checkingSentence,
        ])
      }
      const mail = { bookingId: held.bookingId, emailType: 'payment_due' }
      expect((await shop.call('POST /api/admin/booking-emails', mail, admin.headers)).status).toBe(409)
      await newMail()
      const now = shop.core.clock()
      shop.core.clock.advance(25 * 60)
      await shop.shop.jobs['sweep-payments']?.({})
      const mails = (await newMail()).filter(({ to }) => to === held.email)
      shop.core.clock.set(now)
      expect(mails).toEqual([])
    } finally {
      stripe.setFault(null)
    }
    await shop.call(`POST /api/bookings/${held.bookingId}/payment-checks`, { token: held.token })
    expect(await bookingOf(held)).toMatchObject({ payment_status: 'completed', payment_checking: false })
  })

  it('can be paid another way once the provider says that nothing was paid', async () => {
    const held = await book()
    const started = (await pay(held, 'stripe')).json()
    const orderRef = String(started.checkoutUrl).split('/').at(-1)!
    stripe.setFault('garbage')
    const search = new URLSearchParams({ session_id: orderRef })
    await shop.call(`GET /api/payments/${started.attemptId}/return?${search}`)
    stripe.setFault(null)
    expect(await bookingOf(held)).toMatchObject({ payment_checking: true })
    expect((await pay(held, 'cash_on_arrival')).json()).toMatchObject({ success: true })
    expect(await bookingOf(held)).toMatchObject({ payment_checking: false, payment_method: 'cash_on_arrival' })
  })
})

const subjectsTo = async ({ email }: Held) =>
  (await newMail()).filter(({ to }) => to === email).map(({ subject }) => subject)

describe('cash on arrival that another method replaces', () => {
  it('takes confirmation and unlimited time back, and the customer hears that the payment is due', async () => {
    const held = await book()
    const { expires_at: before } = await bookingOf(held)
    await pay(held, 'cash_on_arrival')
    expect(await bookingOf(held)).toMatchObject({ booking_status: 'confirmed', expires_at: null })
    expect(await subjectsTo(held)).toContain(`Your booking ${held.reference} is confirmed`)
    await pay(held, 'stripe')
    const replaced = await bookingOf(held)
    expect(replaced).toMatchObject({ booking_status: 'pending', payment_status: 'pending', payment_method: null })
    expect(replaced.expires_at).toBe(before)
    const events = (replaced.timeline as { event: string }[]).map(({ event }) => event)
    expect(events).toContain('awaiting-confirmation')
    expect(events).not.toContain('booking-confirmed')
    expect(await subjectsTo(held)).toEqual([`Booking ${held.reference} received, payment due`])
    const now = shop.core.clock()
    shop.core.clock.advance(4 * 24 * 60)
    await shop.shop.jobs['sweep-payments']?.({})
    shop.core.clock.set(now)
    expect(await bookingOf(held)).toMatchObject({ booking_status: 'cancelled' })
  })

  it('confirms nothing by mail when it was replaced before the mail went out', async () => {
    const held = await book()
    await newMail()
    await pay(held, 'cash_on_arrival')
    await pay(held, 'bank_transfer')
    expect(await bookingOf(held)).toMatchObject({ booking_status: 'pending', payment_method: 'bank_transfer' })
    expect(await subjectsTo(held)).not.toContain(`Your booking ${held.reference} is confirmed`)
  })

  it('keeps what staff confirmed, and gives new time to pay when the old has passed', async () => {
    const held = await book()
    await shop.core.db
      .updateTable('bookings')
      .set({ instant_confirmation: false })
      .where('id', '=', held.bookingId)
      .execute()
    await pay(held, 'cash_on_arrival')
    const now = shop.core.clock()
    shop.core.clock.advance(5 * 24 * 60)
    await pay(held, 'bank_transfer')
    const { expires_at } = await bookingOf(held)
    expect(new Date(String(expires_at)).getTime()).toBe(shop.core.clock().getTime() + 48 * 3_600_000)
    shop.core.clock.set(now)
    await pay(held, 'cash_on_arrival')
    await shop.call(`POST /api/admin/bookings/${held.bookingId}/confirmation`, {}, admin.headers)
    await pay(held, 'stripe')
    expect(await bookingOf(held)).toMatchObject({ booking_status: 'confirmed', payment_method: null })
  })
})

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
async function uploadProof({ bookingId, token }: Held): Promise<number> {
  const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n'
  const { statusCode } = await shop.app.inject({
    method: 'POST',
    url: `/api/bookings/${bookingId}/payment-proofs?token=${encodeURIComponent(token)}`,
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    payload: Buffer.concat([Buffer.from(head), onePixel, Buffer.from('\r\n--x--\r\n')]),
  })
  return statusCode
}
async function withProof(): Promise<Held> {
  const held = await book()
  await pay(held, 'bank_transfer')
  expect(await uploadProof(held)).toBe(201)
  return held
}
const queued = async ({ bookingId }: Held): Promise<boolean> => {
  const { items } = (await shop.call('GET /api/admin/waiting-proofs?limit=100', undefined, admin.headers)).json()
  return (items as { bookingId: string }[]).some((item) => item.bookingId === bookingId)
}
const adminPayment = async ({ bookingId }: Held) =>
  (await shop.call(`GET /api/admin/bookings/${bookingId}/payment`, undefined, admin.headers)).json()
const decide = (held: Held, decision: 'approved' | 'rejected') =>
  shop.call(`POST /api/admin/bookings/${held.bookingId}/verification`, { decision }, admin.headers)

describe('a proof that waits for staff', () => {
  it('stays in the queue and on the card when the customer chooses cash on arrival', async () => {
    const held = await withProof()
    expect((await pay(held, 'cash_on_arrival')).json()).toMatchObject({ success: true })
    expect(await queued(held)).toBe(true)
    expect(await adminPayment(held)).toMatchObject({
      isBankTransfer: true,
      badge: 'Pending Verification',
      canDecide: true,
      besideTransfer: 'other-method',
    })
    expect((await decide(held, 'approved')).status).toBe(200)
    expect(await bookingOf(held)).toMatchObject({
      booking_status: 'confirmed',
      payment_status: 'completed',
      payment_method: 'bank_transfer',
    })
    expect(await queued(held)).toBe(false)
  })

  it('is rejected without an end of the booking that goes on by another method', async () => {
    const held = await withProof()
    await pay(held, 'cash_on_arrival')
    await newMail()
    expect((await decide(held, 'rejected')).status).toBe(200)
    expect(await bookingOf(held)).toMatchObject({ booking_status: 'confirmed', payment_method: 'cash_on_arrival' })
    expect(await subjectsTo(held)).toEqual([])
    expect([await queued(held), (await decide(held, 'approved')).status]).toEqual([false, 409])
  })

  it('leads to a refund when the booking was paid by card in the meantime', async () => {
    const held = await withProof()
    const started = (await pay(held, 'stripe')).json()
    await stripe.act(String(started.checkoutUrl).split('/').at(-1)!, 'pay')
    await shop.call(`POST /api/bookings/${held.bookingId}/payment-checks`, { token: held.token })
    expect(await bookingOf(held)).toMatchObject({ payment_status: 'completed', payment_method: 'stripe' })
    expect(await queued(held)).toBe(true)
    expect(await adminPayment(held)).toMatchObject({ canDecide: true, besideTransfer: 'paid' })
    expect((await decide(held, 'approved')).status).toBe(200)
    expect((await adminPayment(held)).refunds).toMatchObject([{ reason: 'double_payment', state: 'created' }])
    expect(await bookingOf(held)).toMatchObject({ payment_status: 'completed', payment_method: 'stripe' })
  })
})

describe('the bank account of an open transfer', () => {
  const account = {
    ...{ currency: 'USD', account_name: 'Safar LLC', account_number: '', bank_name: '', branch: '', ifsc: '', upi: '' },
    ...{ iban: '', swift: '' },
  }
  type Bank = { version: number | null }
  const save = async (account_number: string, enabled = true, account_name = account.account_name) => {
    const { version } = (await shop.call('GET /api/admin/bank-accounts', undefined, admin.headers)).json() as Bank
    const input = { enabled, version, accounts: [{ ...account, account_name, account_number }] }
    expect((await shop.call('PUT /api/admin/bank-accounts', input, admin.headers)).status).toBe(200)
  }
  const shownTo = async ({ bookingId, token }: Held) =>
    (await shop.call(`GET /api/bookings/${bookingId}/payment?token=${encodeURIComponent(token)}`)).json().attempt

  it('is always the current one, and a change is written to its customer once', async () => {
    await save('111')
    const held = await book()
    await pay(held, 'bank_transfer')
    const other = await book()
    await pay(other, 'cash_on_arrival')
    expect(await shownTo(held)).toMatchObject({ bankDetails: { accountNumber: '111' } })
    await newMail()
    await save('222')
    expect(await shownTo(held)).toMatchObject({ bankDetails: { accountNumber: '222' }, isWithdrawn: false })
    await save('222')
    const mails = await newMail()
    expect(mails.filter(({ to }) => to === held.email).map(({ subject }) => subject)).toEqual([
      `New bank account for booking ${held.reference}`,
    ])
    expect(mails.filter(({ to }) => to === other.email)).toEqual([])
  })

  it('disappears when transfers are switched off, and a proof can still be sent', async () => {
    await save('333')
    const held = await book()
    await pay(held, 'bank_transfer')
    await newMail()
    await save('333', false)
    expect(await shownTo(held)).toMatchObject({ bankDetails: null, instructions: '', isWithdrawn: true })
    expect(await subjectsTo(held)).toEqual([`Please choose another payment method for booking ${held.reference}`])
    expect(await uploadProof(held)).toBe(201)
    await save('333')
  })

  it('disappears when the account of its currency is removed, and its customer is told to choose again', async () => {
    await save('333')
    const held = await book()
    await pay(held, 'bank_transfer')
    await newMail()
    await save('', true, '')
    expect(await shownTo(held)).toMatchObject({ bankDetails: null, isWithdrawn: true })
    expect(await subjectsTo(held)).toEqual([`Please choose another payment method for booking ${held.reference}`])
    await save('333')
  })

  it('is not announced to customers whose booking is paid', async () => {
    await save('444')
    const held = await withProof()
    await decide(held, 'approved')
    await newMail()
    await save('555')
    expect(await subjectsTo(held)).toEqual([])
  })
})

const act = async (started: Record<string, unknown>, what: 'pay') =>
  stripe.act(String(started.checkoutUrl).split('/').at(-1)!, what)
const check = ({ bookingId, token }: Held) => shop.call(`POST /api/bookings/${bookingId}/payment-checks`, { token })
const cancel = ({ bookingId }: Held) =>
  shop.call(`POST /api/admin/bookings/${bookingId}/cancellation`, { reason: 'The road is closed' }, admin.headers)

describe('money on the booking', () => {
  it('that arrives after a cancellation is shown as paid and as refunded', async () => {
    const held = await book()
    const started = (await pay(held, 'stripe')).json()
    await act(started, 'pay')
    await shop.core.db
      .updateTable('bookings')
      .set({ booking_status: 'cancelled', cancellation_reason: 'The road is closed' })
      .where('id', '=', held.bookingId)
      .execute()
    await check(held)
    await shop.runJobs()
    const booking = await bookingOf(held)
    expect(booking).toMatchObject({ booking_status: 'cancelled', payment_status: 'refunded' })
    const { final_amount, paid_amount, refunded_amount } = booking as Record<string, { minor: number }>
    expect([paid_amount, refunded_amount]).toEqual([final_amount, final_amount])
    expect(await proveLedger(shop.core.db)).toEqual([])
  })

  it('that went back in part has a mark of its own [D176]', async () => {
    const held = await book()
    const started = (await pay(held, 'stripe')).json()
    await act(started, 'pay')
    await check(held)
    expect(await bookingOf(held)).toMatchObject({ payment_status: 'completed', is_partly_refunded: false })
    const { attempts } = await adminPayment(held)
    const [{ id }] = attempts as [{ id: string }]
    const refund = { amountMinor: 500, reason: 'Goodwill' }
    await shop.call(`POST /api/admin/payment-attempts/${id}/refunds`, refund, admin.headers)
    await shop.runJobs()
    expect(await bookingOf(held)).toMatchObject({ payment_status: 'completed', is_partly_refunded: true })
    const list = await shop.call(`GET /api/admin/bookings?q=${held.reference}`, undefined, admin.headers)
    expect(list.json().items).toMatchObject([{ is_partly_refunded: true }])
  })
})

describe('a booking with a bank transfer', () => {
  it('is confirmed and cancelled by the decision on its transfer only [A165]', async () => {
    const held = await withProof()
    const confirm = () => shop.call(`POST /api/admin/bookings/${held.bookingId}/confirmation`, {}, admin.headers)
    for (const answer of [await confirm(), await cancel(held)])
      expect([answer.status, answer.json().code]).toEqual([409, 'booking/decided-by-transfer'])
    expect(await bookingOf(held)).toMatchObject({ booking_status: 'pending' })
    await decide(held, 'approved')
    expect(await adminPayment(held)).toMatchObject({ badge: 'Verified & Approved' })
    expect((await cancel(held)).status).toBe(200)
  })
})

describe('a webhook of PayPal whose certificate cannot be fetched', () => {
  it('answers 503, so that PayPal repeats it', async () => {
    const route = 'POST /api/webhooks/paypal'
    await shop.core.db
      .updateTable('payment_gateways')
      .set({
        settings: JSON.stringify({
          mode: 'sandbox',
          client_id: 'id',
          webhook_id: 'WH-1',
          webhook_check: 'certificate',
        }),
        sealed_secrets: shop.core.keys.seal('gateway-secrets', Buffer.from('{"client_secret":"secret"}')),
      })
      .where('name', '=', 'paypal')
      .execute()
    const headers = {
      'content-type': 'application/json',
      'paypal-transmission-id': '69cd13f0-d67a-11e5-baa3-778b53f4ae55',
      'paypal-transmission-time': shop.core.clock().toISOString(),
      'paypal-transmission-sig': 'A'.repeat(344),
      'paypal-cert-url': 'https://api.paypal.com/v1/notifications/certs/CERT-1',
      'paypal-auth-algo': 'SHA256withRSA',
    }
    const odd = { ...headers, 'paypal-cert-url': 'https://api.paypal.com:8443/v1/notifications/certs/CERT-1' }
    expect([(await shop.call(route, {}, headers)).status, (await shop.call(route, {}, odd)).status]).toEqual([503, 400])
  })
})
