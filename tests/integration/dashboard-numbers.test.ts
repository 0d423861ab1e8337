import { expect, test } from 'vitest'
import { addDays } from '../../src/kernel/dates.ts'
import { addService } from '../../src/modules/booking/testing/fixtures.ts'
import { testApp } from '../support/app.ts'

// Each number of the dashboard opens a list, filtered so that it shows exactly that many.
const shop = await testApp()
const { core } = shop
const owner = await shop.signIn('admin')
const [tour, visa] = [await addService(core, 'tour'), await addService(core, 'ok_to_board')]
let visitors = 0
const visitor = () => ({ 'x-forwarded-for': `198.51.100.${++visitors}` })
const read = async <T = Record<string, number>>(path: string): Promise<T> => {
  const answer = await shop.call(`GET /api/admin/${path}`, undefined, owner.headers)
  expect(answer.status, answer.text).toBe(200)
  return answer.json() as T
}
const total = async (path: string): Promise<number> => {
  const { total: all, items } = await read<{ total?: number; items: unknown[] }>(path)
  return all ?? items.length
}
const person = { customer_name: 'Asha Rao', customer_email: 'asha@example.com', customer_phone: '+919876543210' }
async function book(more: object = {}, paymentMethod?: string): Promise<string> {
  const choice = { service_type: 'tour', service_id: tour.id, travel_date: '2026-12-20', travel_time: '14:00' }
  const made = await shop.call('POST /api/bookings', { ...choice, ...person, adults_count: 1, ...more }, visitor())
  const { booking, token } = made.json() as { booking: { id: string }; token: string }
  if (!paymentMethod) return booking.id
  const paid = await shop.call('POST /api/payments', { bookingId: booking.id, token, paymentMethod }, visitor())
  expect(paid.status, paid.text).toBe(200)
  return booking.id
}
const staff = async (route: string, body: object = {}) => {
  const answer = await shop.call(route, body, owner.headers)
  expect(answer.status, answer.text).toBeLessThan(300)
}
const today = () => core.clock().toISOString().slice(0, 10)

test('each number of the dashboard is the length of the list behind it', async () => {
  const paid = await book()
  await staff(`POST /api/admin/bookings/${paid}/arrival-payment`, { reason: 'At the desk' })
  await staff(`POST /api/admin/bookings/${await book({ travel_date: addDays(today(), 2) })}/confirmation`)
  await staff(`POST /api/admin/bookings/${await book()}/cancellation`, { reason: 'Ill' })
  const cash = await book({}, 'cash_on_arrival')
  await core.db.updateTable('bookings').set({ awaits_agency: true }).where('id', '=', cash).execute()
  const message = { name: 'Zoya', email: 'zoya@example.com', phone: '+971501234567', subject: 'Rooms', message: 'Sea' }
  expect((await shop.call('POST /api/contact-messages', message, visitor())).status).toBe(200)
  await staff('POST /api/admin/tasks', { booking_id: cash, text: 'Call back', due_on: today(), assignee_id: null })
  const review = { review_reason: 'amount-short', review_since: core.clock() } as const
  await core.db.updateTable('payment_attempts').set(review).where('booking_id', '=', cash).execute()
  const board = await read<{
    bookings: number
    pending: number
    services: Record<string, number>
    needsAction: Record<string, number>
  }>('dashboard')
  expect(board.bookings).toBe(4)
  expect(await total('bookings')).toBe(board.bookings)
  expect(await total('bookings?status=pending')).toBe(board.pending)
  const lists: Readonly<Record<string, string>> = {
    awaitingAgency: 'bookings?open=decision',
    missingDocuments: 'bookings?documents=missing',
    departuresSoon: `bookings?status=confirmed&travel_from=${today()}&travel_to=${addDays(today(), 2)}`,
    proofsToCheck: 'waiting-proofs',
    proofsOverdue: 'waiting-proofs?waiting=late',
    paymentsUnderReview: 'payment-reviews',
    openEnquiries: 'contact-messages?status=new',
    waitingReviews: 'reviews?status=waiting',
    failedMail: 'mail?status=failed',
    tasksOverdue: 'tasks?due=overdue',
    tasksToday: 'tasks?due=today',
    tasksUnassigned: 'tasks?who=nobody&due=due',
    uncheckedDocuments: 'unchecked-documents',
  }
  const waiting = { awaitingAgency: 1, departuresSoon: 1, openEnquiries: 1, paymentsUnderReview: 1, tasksUnassigned: 1 }
  expect(board.needsAction).toMatchObject(waiting)
  for (const [key, list] of Object.entries(lists).slice(0, 5))
    expect(await total(list), key).toBe(board.needsAction[key])
  for (const [kind, items] of Object.entries(board.services))
    expect((await read<{ items: unknown[] }>(`services?kind=${kind}&limit=100`)).items.length, kind).toBe(items)
  const trends = await read<{
    byStatus: { status: string; bookings: number }[]
    byKind: { kind: string; bookings: number }[]
    points: { from: string; bookings: number }[]
  }>('trends')
  for (const { status, bookings } of trends.byStatus)
    expect(await total(`bookings?status=${status}`), status).toBe(bookings)
  for (const { kind, bookings } of trends.byKind) expect(await total(`bookings?type=${kind}`), kind).toBe(bookings)
  for (const { from, bookings } of trends.points.slice(-3))
    expect(await total(`bookings?booked_from=${from}&booked_to=${from}`), from).toBe(bookings)
})

type Share = { bookings: number; paid: number }
type Figures = {
  previous: { from: string; to: string }
  now: { bookings: number; net: { minor: number } }
  before: { bookings: number; net: { minor: number } }
  kinds: { kind: string; now: Share; before: Share }[]
  outstanding: { bookings: number; amount: { minor: number; currency: string } }
}
const figures = (from: string, to: string) => read<Figures>(`period-figures?from=${from}&to=${to}`)

test('the figures of a period agree with the lists and the sales report, and so do those of the period before', async () => {
  const before = today()
  core.clock.advance(24 * 60)
  const from = today()
  const paid = await book({ adults_count: 2 })
  await staff(`POST /api/admin/bookings/${paid}/arrival-payment`, { reason: 'At the desk' })
  await book({
    service_type: 'ok_to_board',
    service_id: visa.id,
    travel_date: undefined,
    travel_time: undefined,
  }).catch(() => '')
  await book()
  const shown = await figures(from, from)
  expect(shown.previous).toEqual({ from: before, to: before })
  for (const [period, sums] of [
    [from, shown.now],
    [before, shown.before],
  ] as const) {
    const days = `booked_from=${period}&booked_to=${period}`
    expect(await total(`bookings?${days}`)).toBe(sums.bookings)
    const { total: all } = await read<{ total: Record<string, { minor: number }> & { bookings: number } }>(
      `sales-report?from=${period}&to=${period}&by=kind`,
    )
    expect([all.bookings, (all.received?.minor ?? 0) - (all.refunded?.minor ?? 0)]).toEqual([
      sums.bookings,
      sums.net.minor,
    ])
  }
  for (const { kind, now, before: earlier } of shown.kinds) {
    for (const [period, share] of [
      [from, now],
      [before, earlier],
    ] as const) {
      const list = `bookings?type=${kind}&booked_from=${period}&booked_to=${period}`
      expect([await total(list), await total(`${list}&payment=completed`)], kind).toEqual([share.bookings, share.paid])
    }
  }
  expect(shown.kinds.find(({ kind }) => kind === 'tour')?.now.paid).toBe(1)
})

test('outstanding balances are those of the list, through payments, changes of price and cancellations', async () => {
  const agree = async () => {
    const { outstanding } = await figures(today(), today())
    const { items } = await read<{ items: { id: string; final_amount: { minor: number } }[] }>(
      'bookings?open=balance&limit=100',
    )
    const rows = await core.db
      .selectFrom('bookings')
      .select(['id', 'final_minor', 'paid_minor'])
      .where('booking_status', '<>', 'cancelled')
      .execute()
    const due = rows.filter((row) => row.final_minor > row.paid_minor)
    expect(items.map(({ id }) => id).toSorted()).toEqual(due.map(({ id }) => id).toSorted())
    expect(outstanding.bookings).toBe(due.length)
    expect(outstanding.amount.minor > 0).toBe(due.length > 0)
    return outstanding
  }
  const start = await agree()
  const id = await book()
  const more = await agree()
  expect(more.bookings).toBe(start.bookings + 1)
  await core.db.updateTable('bookings').set({ final_minor: 30_000 }).where('id', '=', id).execute()
  expect((await agree()).amount.minor).toBeGreaterThan(more.amount.minor)
  await staff(`POST /api/admin/bookings/${id}/arrival-payment`, { reason: 'At the desk' })
  expect(await agree()).toEqual(start)
  const other = await book()
  await staff(`POST /api/admin/bookings/${other}/cancellation`, { reason: 'Ill' })
  expect(await agree()).toEqual(start)
})

test('a change of the time zone moves the days by kind, and a period has limits', async () => {
  await staff('PUT /api/admin/settings', { time_zone: 'Pacific/Auckland' }).catch(() => undefined)
  const [from, to] = [addDays(today(), -3), addDays(today(), 3)]
  const sums = await figures(from, to)
  expect(sums.kinds.reduce((sum, { now }) => sum + now.bookings, 0)).toBe(sums.now.bookings)
  for (const query of ['from=2027-01-02&to=2027-01-01', 'from=2020-01-01&to=2027-01-01', 'from=parrot&to=2027-01-01'])
    expect((await shop.call(`GET /api/admin/period-figures?${query}`, undefined, owner.headers)).status, query).toBe(
      422,
    )
})
