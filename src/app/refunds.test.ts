import { describe, expect, it } from 'vitest'
import { seedWorld } from '../../db/seeds/index.server.ts'
import { testApp } from '../../tests/support/app.ts'
import { safariForTwo } from '../../tests/support/requests.ts'

const shop = await testApp()
const { core, call } = shop
await seedWorld(shop.shop.deps, 'test')
const admin = await shop.signIn('admin')
const asAdmin = (key?: string) => ({ ...admin.headers, ...(key && { 'idempotency-key': key }) })

type Held = { bookingId: string; token: string; reference: string; email: string }
let travellers = 0
async function book(): Promise<Held> {
  core.clock.advance(11)
  const email = `payer${++travellers}@example.com`
  const answer = await call('POST /api/bookings', {
    ...safariForTwo,
    customer_email: email,
  })
  const { booking, token } = answer.json() as { booking: { id: string; booking_reference: string }; token: string }
  return { bookingId: booking.id, token, reference: booking.booking_reference, email }
}
const pay = (held: Held, paymentMethod: string) =>
  call('POST /api/payments', { bookingId: held.bookingId, token: held.token, paymentMethod })
type Payment = { attempts: { id: string }[]; refunds: { id: string; state: string; amount: { minor: number } }[] }
const paymentOf = async (held: Held): Promise<Payment> =>
  (await call(`GET /api/admin/bookings/${held.bookingId}/payment`, undefined, asAdmin())).json() as Payment
/** Paid in cash, recorded by staff. */
async function paidByHand(): Promise<Held> {
  const held = await book()
  await pay(held, 'cash_on_arrival')
  await call(`POST /api/admin/bookings/${held.bookingId}/arrival-payment`, { reason: 'Cash' }, asAdmin())
  return held
}
const mailsAbout = (held: Held, to?: string) =>
  shop.outbox.filter((mail) => mail.subject.includes(held.reference) && (to === undefined || mail.to === to))

describe('an automatic refund', () => {
  it('is mailed to the customer at its start and end with amount and reason, and to the agency', async () => {
    const held = await paidByHand()
    const reason = 'The guide is ill'
    await call(`POST /api/admin/bookings/${held.bookingId}/cancellation`, { reason }, asAdmin())
    await shop.runJobs()
    const started = mailsAbout(held, held.email).find(({ subject }) => subject.startsWith('Refund started'))
    expect(started?.text).toContain('We have started a refund of $200.00')
    expect(started?.text).toContain('Reason: The booking was cancelled')
    const alert = mailsAbout(held).find(({ subject, to }) => subject.startsWith('Refund started') && to !== held.email)
    expect(alert?.text).toContain('$200.00')
    const [refund] = (await paymentOf(held)).refunds
    await call(`POST /api/admin/refunds/${refund?.id}/settlement`, { outcome: 'succeeded' }, asAdmin())
    await shop.runJobs()
    const done = mailsAbout(held, held.email).filter(({ subject }) => subject.startsWith('Refund sent'))
    expect(done).toHaveLength(1)
    expect(done[0]?.text).toContain('We have sent your refund of $200.00')
  })

  it('does not show the staff’s text to the customer', async () => {
    const held = await paidByHand()
    const [attempt] = (await paymentOf(held)).attempts
    const body = { amountMinor: 1_000, reason: 'A difficult guest, see notes' }
    await call(`POST /api/admin/payment-attempts/${attempt?.id}/refunds`, body, asAdmin())
    await shop.runJobs()
    const about = mailsAbout(held).filter(({ subject }) => subject.startsWith('Refund started'))
    const [mine, theirs] = [about.find(({ to }) => to === held.email), about.find(({ to }) => to !== held.email)]
    expect(mine?.text).toContain('The agency issued a refund')
    expect(mine?.text).not.toContain('difficult')
    expect(theirs?.text).toContain('A difficult guest')
  })
})

describe('a paid booking cancelled by staff', () => {
  const support = shop.signIn('support')
  const cancel = async (held: Held, body: object, headers = asAdmin()) => {
    const answer = await call(`POST /api/admin/bookings/${held.bookingId}/cancellation`, body, headers)
    return { status: answer.status, ...answer.json() } as { status: number } & Record<string, unknown>
  }
  const usd = (minor: number) => ({ minor, currency: 'USD' })
  const rowOf = (held: Held) =>
    core.db
      .selectFrom('bookings')
      .select(['booking_status', 'refund_due_minor', 'refunded_minor', 'version'])
      .where('id', '=', held.bookingId)
      .executeTakeFirstOrThrow()
  const cancellationMail = async (held: Held) => {
    await shop.runJobs()
    const [mail, ...more] = mailsAbout(held, held.email).filter(({ subject }) => subject.endsWith('has been cancelled'))
    expect(more).toEqual([])
    return mail?.text ?? ''
  }

  it('refunds the chosen part, and the mail states it, without the reason', async () => {
    const held = await paidByHand()
    const wanted = { reason: 'The guest is ill', refund_amount: usd(5_050) }
    const refused = await cancel(held, wanted)
    expect([refused.status, refused.code, refused.errors]).toEqual([
      422,
      'booking/invalid',
      [{ path: 'refund_reason', message: 'Please give a reason for a refund other than $200.00' }],
    ])
    expect(await rowOf(held)).toMatchObject({ booking_status: 'confirmed', refund_due_minor: null })
    const done = await cancel(held, { ...wanted, refund_reason: 'The camp keeps the rest' })
    expect([done.status, done.booking_status, done.refund_due]).toEqual([200, 'cancelled', usd(5_050)])
    const mail = await cancellationMail(held)
    expect(mail).toContain('You paid $200.00. We will refund $50.50.')
    expect(mail).toContain('The guest is ill')
    expect(
      mailsAbout(held, held.email)
        .map(({ text }) => text)
        .join(),
    ).not.toContain('The camp keeps the rest')
    expect((await paymentOf(held)).refunds.map(({ amount }) => amount.minor)).toEqual([5_050])
    const started = mailsAbout(held, held.email).filter(({ subject }) => subject.startsWith('Refund started'))
    expect(started.map(({ text }) => text.includes('We have started a refund of $50.50'))).toEqual([true])
  })

  it('refunds nothing on request, and the mail says so', async () => {
    const held = await paidByHand()
    const wanted = { reason: 'Did not come', refund_amount: usd(0), refund_reason: 'No-show' }
    expect((await cancel(held, wanted)).status).toBe(200)
    expect(await cancellationMail(held)).toContain('You paid $200.00. No refund is due.')
    expect((await paymentOf(held)).refunds).toEqual([])
    expect(mailsAbout(held).filter(({ subject }) => subject.startsWith('Refund started'))).toEqual([])
  })

  it('refunds everything by default, and the mail says when nothing was paid', async () => {
    const [paid, unpaid] = [await paidByHand(), await book()]
    expect((await cancel(paid, { reason: 'The guide is ill' })).status).toBe(200)
    expect(await cancellationMail(paid)).toContain('You paid $200.00. We will refund $200.00.')
    expect((await cancel(unpaid, { refund_amount: usd(100), refund_reason: 'Goodwill' })).errors).toEqual([
      { path: 'refund_amount', message: 'Nothing has been paid, so there is nothing to refund' },
    ])
    expect((await cancel(unpaid, {})).status).toBe(200)
    expect(await cancellationMail(unpaid)).toContain('You had not paid anything, so there is nothing to refund.')
  })

  it.each([
    ['more than was paid', usd(20_001), 'booking/invalid'],
    ['less than nothing', usd(-1), 'booking/invalid'],
    ['other money', { minor: 100, currency: 'AED' }, 'booking/invalid'],
    ['a part of a cent', usd(10.5), 'request/invalid'],
    ['words', 'all of it', 'request/invalid'],
  ])('refuses %s and changes nothing', async (_what, refund_amount, code) => {
    const held = await paidByHand()
    const answer = await cancel(held, { reason: 'Ill', refund_amount, refund_reason: 'Goodwill' })
    expect([answer.status, answer.code]).toEqual([422, code])
    expect(await rowOf(held)).toMatchObject({ booking_status: 'confirmed', refund_due_minor: null })
  })

  it('refunds another part only for roles that may refund, based on the current booking', async () => {
    const held = await paidByHand()
    const { version } = await rowOf(held)
    const part = { reason: 'Ill', refund_amount: usd(100), refund_reason: 'Goodwill' }
    const { headers } = await support
    expect(await cancel(held, part, headers)).toMatchObject({ status: 403, code: 'booking/refund-not-allowed' })
    expect(await cancel(held, { reason: 'Ill', version: version - 1 }, headers)).toMatchObject({
      status: 409,
      code: 'booking/changed',
    })
    expect(await rowOf(held)).toMatchObject({ booking_status: 'confirmed' })
    expect(await cancel(held, { reason: 'Ill', version }, headers)).toMatchObject({
      status: 200,
      refund_due: usd(20_000),
    })
  })
})

describe('a money write that staff repeat with one Idempotency-Key', () => {
  it('refunds once, and refuses another amount under the same key', async () => {
    const held = await paidByHand()
    const [attempt] = (await paymentOf(held)).attempts
    const refund = (amountMinor: number, key: string) =>
      call(`POST /api/admin/payment-attempts/${attempt?.id}/refunds`, { amountMinor, reason: 'Agreed' }, asAdmin(key))
    const answers = await Promise.all([1, 2, 3].map(() => refund(1_000, 'refund-key-1')))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await refund(1_000, 'refund-key-1')).status).toBe(200)
    expect((await paymentOf(held)).refunds).toHaveLength(1)
    expect((await refund(2_000, 'refund-key-1')).status).toBe(422)
    expect((await refund(1_000, 'refund-key-2')).status).toBe(200)
    expect((await paymentOf(held)).refunds).toHaveLength(2)
  })

  it('gets the stored answer, also after a decision in between', async () => {
    const held = await paidByHand()
    const [attempt] = (await paymentOf(held)).attempts
    await call(`POST /api/admin/payment-attempts/${attempt?.id}/refunds`, { reason: 'Agreed' }, asAdmin())
    const [refund] = (await paymentOf(held)).refunds
    const settle = (key?: string) =>
      call(`POST /api/admin/refunds/${refund?.id}/settlement`, { outcome: 'succeeded' }, asAdmin(key))
    expect([(await settle('settle-key-1')).status, (await settle('settle-key-1')).status]).toEqual([200, 200])
    expect((await settle()).status).toBe(409)
  })

  it('approves a transfer, records cash, requests a proof and changes its address once', async () => {
    const held = await book()
    await pay(held, 'bank_transfer')
    const write = (route: string, body: object, key: string) => call(route, body, asAdmin(key))
    const path = `/api/admin/bookings/${held.bookingId}`
    const twice = async (route: string, body: object, key: string) => [
      (await write(route, body, key)).status,
      (await write(route, body, key)).status,
    ]
    expect(await twice(`PUT ${path}/proof-url`, { url: 'https://bank.example/1' }, 'proof-url-1')).toEqual([200, 200])
    expect(await twice(`POST ${path}/proof-requests`, { reason: 'Unreadable' }, 'proof-ask-1')).toEqual([200, 200])
    expect(await twice(`POST ${path}/verification`, { decision: 'approved' }, 'verify-key-1')).toEqual([200, 200])
    const cash = await book()
    const arrival = `POST /api/admin/bookings/${cash.bookingId}/arrival-payment`
    expect(await twice(arrival, { reason: 'At the pier' }, 'arrival-key')).toEqual([200, 200])
    const count = (table: 'payment_proofs' | 'proof_requests') =>
      core.db.selectFrom(table).select('id').where('booking_id', '=', held.bookingId).execute()
    expect([(await count('payment_proofs')).length, (await count('proof_requests')).length]).toEqual([1, 1])
  })
})
