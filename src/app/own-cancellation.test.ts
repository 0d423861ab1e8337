import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { seedWorld } from '../../db/seeds/index.server.ts'
import { testApp } from '../../tests/support/app.ts'
import { apply } from '../../tests/support/applications.ts'
import { safariForTwo } from '../../tests/support/requests.ts'
import { issueReviewToken } from '../modules/booking/index.server.ts'

const shop = await testApp()
const { core, call } = shop
await seedWorld(shop.shop.deps, 'test')
const admin = await shop.signIn('admin')

type Shown = {
  id: string
  booking_reference: string
  customer_email: string
  booking_status: string
  final_amount: { minor: number; currency: string }
  cancel: { is_offered: boolean; obstacle: string | null; refund: { minor: number; currency: string } }
  next_step: { because: string | null }
}
type Held = { id: string; token: string }
let travellers = 0
async function book(): Promise<Held> {
  core.clock.advance(11)
  const answer = await call('POST /api/bookings', { ...safariForTwo, customer_email: `own${++travellers}@example.com` })
  const { booking, token } = answer.json() as { booking: { id: string }; token: string }
  return { id: booking.id, token }
}
const read = async ({ id, token }: Held) =>
  (await call(`GET /api/bookings/${id}?${new URLSearchParams({ token })}`)).json() as unknown as Shown
const terms = (days: number, percent: number) => JSON.stringify([{ days, percent }])
async function paid(cancellation_terms: string | null): Promise<Held> {
  const held = await book()
  await call('POST /api/payments', { bookingId: held.id, token: held.token, paymentMethod: 'cash_on_arrival' })
  await call(`POST /api/admin/bookings/${held.id}/arrival-payment`, { reason: 'Cash' }, admin.headers)
  await sql`update bookings set cancellation_terms = ${cancellation_terms}::jsonb where id = ${held.id}`.execute(
    core.db,
  )
  return held
}
const cancel = async ({ id, token }: Held, minor: number, more: object = {}) => {
  const body = { token, expected_refund: { minor, currency: 'USD' }, ...more }
  const { currency } = (await read({ id, token })).final_amount ?? { currency: 'USD' }
  const answer = await call(`POST /api/bookings/${id}/cancellation`, {
    ...body,
    expected_refund: { minor, currency },
  })
  return { status: answer.status, ...(answer.json() as unknown as Shown & { code: string; title: string }) }
}

it('a customer cancels a paid booking for the refund of its terms, once', async () => {
  const held = await paid(terms(0, 50))
  const { cancel: offered, final_amount } = await read(held)
  expect(offered).toEqual({
    is_offered: true,
    obstacle: null,
    refund: { minor: Math.round(final_amount.minor / 2), currency: final_amount.currency },
  })
  expect(await cancel(held, final_amount.minor)).toMatchObject({ status: 409, code: 'booking/changed' })
  expect((await read(held)).booking_status).toBe('confirmed')
  const reason = 'We are ill'
  const [first, again] = await Promise.all([
    cancel(held, offered.refund.minor, { reason }),
    cancel(held, offered.refund.minor, { reason }),
  ])
  expect([first.status, again.status]).toEqual([200, 200])
  expect(first).toMatchObject({ booking_status: 'cancelled', cancel: { is_offered: false } })
  await shop.runJobs()
  const row = await core.db.selectFrom('bookings').selectAll().where('id', '=', held.id).executeTakeFirstOrThrow()
  expect(row).toMatchObject({
    ...{ refund_due_minor: offered.refund.minor, places: 0 },
    cancellation_reason: 'Cancelled by the customer: We are ill',
  })
  const events = await core.db
    .selectFrom('booking_history')
    .select(['event', 'actor'])
    .where('booking_id', '=', held.id)
    .where('event', '=', 'booking-cancelled')
    .execute()
  expect(events).toEqual([{ event: 'booking-cancelled', actor: 'customer' }])
  const payment = await call(`GET /api/admin/bookings/${held.id}/payment`, undefined, admin.headers)
  expect(payment.json()).toMatchObject({ refunds: [{ amount: { minor: offered.refund.minor } }] })
})

it('an unpaid booking is cancelled without a refund', async () => {
  const held = await book()
  expect(await cancel(held, 0)).toMatchObject({ status: 200, booking_status: 'cancelled' })
  expect((await read(held)).next_step.because).toBe('cancelled')
})

it('a paid booking without terms is cancelled by the agency only', async () => {
  const held = await paid(null)
  const { cancel: offered } = await read(held)
  expect(offered.obstacle).toBe('Please contact us to cancel this booking.')
  const answer = await cancel(held, offered.refund.minor)
  expect(answer).toMatchObject({ status: 409, code: 'booking/not-cancellable', title: offered.obstacle })
})

it('the reference with the email address, a review link and a link to another booking cancel nothing', async () => {
  const [held, other] = [await book(), await book()]
  const { booking_reference: reference, customer_email: email } = await read(held)
  const seen = (await call('POST /api/tracking-lookups', { reference, email })).json() as {
    can_act: boolean
    booking: Shown
  }
  expect(seen).toMatchObject({ can_act: false, booking: { cancel: { is_offered: true } } })
  expect(seen.booking.cancel.obstacle).toMatch(/open this booking with its private link/)
  for (const token of ['', other.token, issueReviewToken(core, held.id, 30)])
    expect((await cancel({ id: held.id, token }, 0)).code).toBe('booking/not-found')
  expect((await read(held)).booking_status).toBe('pending')
})

it('staff record once that an application was submitted, and its customer sees it', async () => {
  const held = await apply(shop, 'ok_to_board')
  const submit = () => call(`POST /api/admin/bookings/${held.bookingId}/submission`, {}, admin.headers)
  expect([(await submit()).status, (await submit()).status]).toEqual([200, 200])
  const shown = (
    await call(`GET /api/bookings/${held.bookingId}?${new URLSearchParams({ token: held.token })}`)
  ).json() as { case_progress: { stages: object[] }; timeline: { title: string }[] }
  expect(shown.case_progress.stages).toMatchObject([
    { stage: 'received', is_done: true },
    { stage: 'checked', is_done: true, at: null },
    { stage: 'submitted', is_done: true, at: expect.any(String) },
    { stage: 'decided', is_done: false },
  ])
  expect(shown.timeline.filter(({ title }) => title === 'Application Submitted')).toHaveLength(1)
  const tour = await book()
  const refused = await call(`POST /api/admin/bookings/${tour.id}/submission`, {}, admin.headers)
  expect(refused.json()).toMatchObject({ code: 'booking/not-submittable' })
})
