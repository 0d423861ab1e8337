// Sales by staff, for example by phone, through the whole shop: booked like any other, paid with a link that staff
// send.
import { describe, expect, it } from 'vitest'
import { seedWorld } from '../../db/seeds/index.server.ts'
import { testApp } from '../../tests/support/app.ts'
import { addDays } from '../kernel/dates.ts'

const shop = await testApp()
const { core, call } = shop
await seedWorld(shop.shop.deps, 'test')
const support = await shop.signIn('support')
const owner = await shop.signIn('admin')

type Fields = Record<string, unknown>
type Link = { url: string; opensUntil: string; payBefore: string | null }
type Sold = {
  booking: Fields & {
    id: string
    booking_reference: string
    history: { event: string; actor: string; actorName: string }[]
  }
  link: Link | null
  payment_method: string | null
}

let customers = 0
const customer = () => ({
  customer_name: 'Meera Nair',
  customer_email: `caller${++customers}@example.com`,
  customer_phone: '+919876543210',
})
const tour = () => ({
  service_type: 'tour',
  service_id: 'desert-safari',
  travel_date: '2026-12-20',
  travel_time: '14:00',
  adults_count: 2,
  ...customer(),
})
const sell = (body: Fields, headers: Record<string, string> = support.headers) =>
  call('POST /api/admin/bookings', body, headers)
async function sold(body: Fields, headers?: Record<string, string>): Promise<Sold> {
  const answer = await sell(body, headers)
  expect(answer.status, answer.text).toBe(200)
  return answer.json() as Sold
}
const pathOf = (link: Link | null) => {
  const url = new URL(link?.url ?? '')
  return { page: url.pathname, id: url.searchParams.get('bookingId'), token: url.searchParams.get('token') ?? '' }
}
const payPage = (id: string, token: string) =>
  call(`GET /api/bookings/${id}/payment?token=${encodeURIComponent(token)}`)
const rowOf = (id: string) => core.db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const countBookings = async () =>
  Number(
    (
      await core.db
        .selectFrom('bookings')
        .select((eb) => eb.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )
const auditOf = (id: string, action: string) =>
  core.db.selectFrom('audit_entries').selectAll().where('subject_id', '=', id).where('action', '=', action).execute()

const paperworkOfBooking = async (id: string, token: string) =>
  (await call(`GET /api/bookings/${id}/paperwork?${new URLSearchParams({ token })}`)).json() as {
    case_stage: string
    missing: unknown[]
  }
function sendDocument(id: string, fields: Record<string, string>) {
  const head = 'content-disposition: form-data; name="file"; filename="a.pdf"\r\ncontent-type: application/pdf'
  const body = `--b\r\n${head}\r\n\r\n%PDF-1.4\nstartxref\n9\n%%EOF\n\r\n--b--\r\n`
  const url = `POST /api/bookings/${id}/documents?${new URLSearchParams(fields)}`
  return call(url, body, { 'content-type': 'multipart/form-data; boundary=b' })
}

/** The own form fields of each kind, for its first item. */
const ownQuestions: Readonly<Record<string, Fields>> = {
  tour: { pickup_location: 'Hotel Atlantis' },
  package: {},
  ticket: {},
  transfer: { pickup_location: 'Dubai Airport', details: { dropoff_location: 'Hotel Atlantis' } },
  umrah: { pickup_location: 'Sharjah' },
  visa: { details: { booking_option: 'pay_now' } },
  ok_to_board: {
    details: {
      passenger_name: 'Meera Nair',
      passport_number: 'N1234567',
      nationality: 'IN',
      flight_number: 'EK 501',
      airline: 'Emirates',
    },
  },
}
type Item = { id: string; schedule: { dateRequired: boolean; timeRequired: boolean; slots: string[] }; party: Fields }

async function firstOf(kind: string): Promise<Item> {
  const { items } = (await call(`GET /api/services/${kind}`)).json() as { items: { id: string }[] }
  const read = await call(`GET /api/services/${kind}/${items[0]?.id}`)
  return (read.json() as { service: Item }).service
}

async function choiceOf(kind: string): Promise<Fields> {
  const { id, schedule, party } = await firstOf(kind)
  const { min } = (party as { adults: { min: number } }).adults
  return {
    service_type: kind,
    service_id: id,
    travel_date: schedule.dateRequired ? addDays(core.clock().toISOString().slice(0, 10), 30) : null,
    travel_time: schedule.slots[0] ?? (schedule.timeRequired ? '12:00' : null),
    adults_count: min,
    ...ownQuestions[kind],
  }
}

describe('a sale by staff', () => {
  it.each(Object.keys(ownQuestions))(
    'of a %s is booked at the price of the shop, as the shop books it',
    async (kind) => {
      const { pickup_location, ...choice } = await choiceOf(kind)
      const quote = (await call('POST /api/quotes', choice)).json() as { price: { final: Fields } }
      const body = { ...choice, pickup_location, ...customer() }
      const answer = await sold({ ...body, expected_amount: quote.price.final })
      expect(answer.booking).toMatchObject({
        service_type: kind,
        booking_status: 'pending',
        payment_status: 'pending',
        final_amount: quote.price.final,
        user_id: null,
      })
      expect(answer.booking.history[0]).toMatchObject({
        event: 'booking-created',
        actor: 'admin',
        actorName: 'Test support',
      })
      const { token } = pathOf(answer.link)
      expect((await payPage(answer.booking.id, token)).json()).toMatchObject({ isPayable: true })
      const item = (await firstOf(kind)) as unknown as { documents: unknown[] }
      expect(answer.booking.case_stage).toBe(item.documents.length > 0 ? 'waiting_for_documents' : null)
    },
  )

  it('is paid with its payment link, and then requests the documents', async () => {
    const { booking, link } = await sold({ ...(await choiceOf('ok_to_board')), ...customer() })
    const { page, id, token } = pathOf(link)
    expect([page, id]).toEqual(['/booking-payment', booking.id])
    expect((await payPage(id ?? '', token)).json()).toMatchObject({ booking_reference: booking.booking_reference })
    const started = await call('POST /api/payments', { bookingId: id, token, paymentMethod: 'sandbox_card' })
    const { pathname } = new URL(String(started.json().checkoutUrl))
    const form = { 'content-type': 'application/x-www-form-urlencoded', origin: 'http://shop.test' }
    const paid = await call(`POST ${pathname}`, 'action=pay&report_first=on', form)
    expect(paid.status).toBe(303)
    await shop.runJobs()
    expect((await rowOf(booking.id)).payment_status).toBe('completed')
    const mails = shop.outbox.filter(({ to }) => to === booking.customer_email)
    const request = mails.find(({ subject }) => subject.startsWith('Documents for booking'))
    const ways = [...(request?.text ?? '').matchAll(/http:\/\/shop\.test(\/booking-documents\S+)/g)]
    for (const [, way = ''] of ways) {
      const theirs = new URL(way, 'http://shop.test').searchParams.get('token') ?? ''
      expect((await paperworkOfBooking(booking.id, theirs)).missing).toHaveLength(3)
    }
    expect(ways.length).toBeGreaterThan(1)
    for (const name of ['passport_first_page', 'visa', 'flight_booking_page1'])
      expect((await sendDocument(booking.id, { token, name })).status).toBe(201)
    expect(await paperworkOfBooking(booking.id, token)).toMatchObject({ case_stage: 'documents_received', missing: [] })
  })

  it('mails the payment link to the customer, and again on request, also for payment on arrival', async () => {
    const { booking, link } = await sold(tour())
    await shop.runJobs()
    const due = () =>
      shop.outbox.filter(({ to, subject }) => to === booking.customer_email && subject.includes('payment due'))
    expect(due()).toHaveLength(1)
    expect(due()[0]?.text).toContain(`/booking-payment?bookingId=${booking.id}&token=`)
    const again = () =>
      call('POST /api/admin/booking-emails', { bookingId: booking.id, emailType: 'payment_due' }, support.headers)
    expect((await again()).status).toBe(200)
    await shop.runJobs()
    expect(due()).toHaveLength(2)
    const { token } = pathOf(link)
    await call('POST /api/payments', { bookingId: booking.id, token, paymentMethod: 'cash_on_arrival' })
    await again()
    await shop.runJobs()
    expect(due()[2]?.text).toContain('please pay by your arrival')
    const path = `POST /api/admin/bookings/${booking.id}/arrival-payment`
    expect((await call(path, { reason: 'Cash' }, support.headers)).status).toBe(200)
    expect((await again()).json()).toMatchObject({ code: 'mail/not-for-this-booking' })
  })

  it('is made once for an idempotency key, which another request may not reuse', async () => {
    const body = { ...tour(), admin_notes: 'Called at noon' }
    const headers = { ...support.headers, 'idempotency-key': 'sale-key-1' }
    const before = await countBookings()
    const both = await Promise.all([sold(body, headers), sold(body, headers)])
    expect(both[0].booking.id).toBe(both[1].booking.id)
    expect(await countBookings()).toBe(before + 1)
    expect(await auditOf(both[0].booking.id, 'booking.created')).toHaveLength(1)
    for (const other of [{ admin_notes: 'Called at one' }, { payment_method: 'bank_transfer' }, { adults_count: 3 }]) {
      const answer = await sell({ ...body, ...other }, headers)
      expect([answer.status, answer.json().code]).toEqual([422, 'idempotency/other-request'])
    }
    expect(await countBookings()).toBe(before + 1)
  })

  it("hides the staff's note from the customer, and records the seller in the audit trail", async () => {
    const { booking, link } = await sold({ ...tour(), admin_notes: 'Wants a quiet car' })
    const [entry] = await auditOf(booking.id, 'booking.created')
    expect(entry).toMatchObject({
      actor_id: support.userId,
      after: { booking_reference: booking.booking_reference, final_minor: 20_000, admin_notes: 'Wants a quiet car' },
    })
    expect((await rowOf(booking.id)).admin_notes).toBe('Wants a quiet car')
    const { id, token } = pathOf(link)
    const seen = await call(`GET /api/bookings/${id}?token=${encodeURIComponent(token)}`)
    expect([seen.status, seen.text.includes('quiet car')]).toEqual([200, false])
  })

  it('sets up the agreed transfer or payment on arrival', async () => {
    const byTransfer = await sold({ ...tour(), payment_method: 'bank_transfer' })
    expect(byTransfer).toMatchObject({ payment_method: 'bank_transfer', booking: { payment_method: 'bank_transfer' } })
    const { id, token } = pathOf(byTransfer.link)
    expect((await payPage(id ?? '', token)).json()).toMatchObject({ attempt: { provider: 'bank_transfer' } })
    const byCash = await sold({ ...tour(), payment_method: 'cash_on_arrival' })
    expect(byCash).toMatchObject({ payment_method: 'cash_on_arrival', booking: { expires_at: null } })
    expect(byCash.link?.payBefore).toBeNull()
    const listed = await call('GET /api/admin/manual-payment-methods', undefined, support.headers)
    const methods = listed.json() as unknown as { name: string }[]
    expect(methods.map(({ name }) => name).sort()).toEqual(['bank_transfer', 'cash_on_arrival'])
  })

  it('keeps a payment that the customer has started, when it is repeated', async () => {
    const body = { ...tour(), payment_method: 'bank_transfer' }
    const headers = { ...support.headers, 'idempotency-key': 'sale-key-2' }
    const first = await sold(body, headers)
    const { id, token } = pathOf(first.link)
    await call('POST /api/payments', { bookingId: id, token, paymentMethod: 'sandbox_card' })
    expect((await sold(body, headers)).payment_method).toBeNull()
    expect((await payPage(id ?? '', token)).json()).toMatchObject({ attempt: { provider: 'sandbox_card' } })
  })

  it('applies the discount of a promo code, and no other', async () => {
    const code = { code: 'PHONE10', discount: { percentHundredths: 1000 } }
    expect((await call('POST /api/admin/promo-codes', code, owner.headers)).status).toBe(200)
    const { booking } = await sold({ ...tour(), promo_code: 'phone10' })
    expect(booking.final_amount).toEqual({ minor: 18_000, currency: 'USD' })
    const wrong = await sell({ ...tour(), promo_code: 'NOSUCHCODE' })
    expect(wrong.json()).toMatchObject({ code: 'booking/invalid', errors: [{ path: 'promo_code' }] })
  })

  it('is not subject to the visitors’ rate limit', async () => {
    const limitTo = (bookings_per_10_minutes: number) =>
      call('PUT /api/admin/settings', { settings: { bookings_per_10_minutes } }, owner.headers)
    expect((await limitTo(1)).status).toBe(200)
    const visits = [await call('POST /api/bookings', tour()), await call('POST /api/bookings', tour())]
    expect(visits.at(-1)?.status).toBe(429)
    for (let made = 0; made < 3; made++) await sold(tour())
    await limitTo(1000)
  })
})

describe('a sale is refused', () => {
  it.each([
    'final_amount',
    'discount_amount',
    'price',
    'documents',
    'booking_status',
    'payment_status',
    'user_id',
    'token',
  ])('with a forbidden field: %s', async (name) => {
    const before = await countBookings()
    const answer = await sell({ ...tour(), [name]: 1 })
    expect(answer.status).toBe(422)
    expect(answer.json().errors).toEqual([{ path: name, message: 'There is no such field' }])
    expect(await countBookings()).toBe(before)
  })

  it('at another price than the quoted one', async () => {
    const answer = await sell({ ...tour(), expected_amount: { minor: 100, currency: 'USD' } })
    expect([answer.status, answer.json().code]).toEqual([409, 'booking/price-changed'])
  })

  it('for the reasons of the shop: too many people, no date, a past date, a wrong email address', async () => {
    for (const [wrong, path] of [
      [{ adults_count: 400 }, 'adults_count'],
      [{ travel_date: null }, 'travel_date'],
      [{ travel_date: '2020-01-01' }, 'travel_date'],
      [{ customer_email: 'nobody' }, 'customer_email'],
      [{ customer_phone: '12' }, 'customer_phone'],
    ] as const) {
      const answer = await sell({ ...tour(), ...wrong })
      const { errors } = answer.json() as { errors: { path: string }[] }
      expect([answer.status, errors.map((error) => error.path)]).toEqual([422, [path]])
    }
  })

  it('with an unknown, card or disabled payment method', async () => {
    const before = await countBookings()
    for (const payment_method of ['sandbox_card', 'stripe', 'gold'])
      expect((await sell({ ...tour(), payment_method })).json().code).toBe('payment/method-unavailable')
    await core.db
      .updateTable('payment_gateways')
      .set({ enabled: false })
      .where('name', '=', 'cash_on_arrival')
      .execute()
    const off = await sell({ ...tour(), payment_method: 'cash_on_arrival' })
    await core.db.updateTable('payment_gateways').set({ enabled: true }).where('name', '=', 'cash_on_arrival').execute()
    expect([off.status, off.json().code]).toEqual([409, 'payment/method-unavailable'])
    expect(await countBookings()).toBe(before)
  })

  it.each(['customer', 'content'] as const)('to %s, and so are the link and the methods', async (role) => {
    const { booking } = await sold(tour())
    const { headers } = await shop.signIn(role)
    expect((await sell(tour(), headers)).status).toBe(403)
    expect((await call(`POST /api/admin/bookings/${booking.id}/payment-link`, {}, headers)).status).toBe(403)
    expect((await call('GET /api/admin/manual-payment-methods', undefined, headers)).status).toBe(403)
  })
})

describe('the payment link of a booking', () => {
  const linkOf = (id: string) => call(`POST /api/admin/bookings/${id}/payment-link`, {}, owner.headers)

  it('is available for bookings of the shop too, and audited', async () => {
    const made = (await call('POST /api/bookings', tour())).json() as { booking: { id: string } }
    const { id } = made.booking
    const link = (await linkOf(id)).json() as Link
    const row = await rowOf(id)
    expect(link.payBefore).toBe(row.expires_at?.toISOString())
    expect((await payPage(id, pathOf(link).token)).status).toBe(200)
    expect(await auditOf(id, 'booking.payment-link')).toMatchObject([{ actor_id: owner.userId }])
  })

  it('opens this booking only, until its stated day', async () => {
    const { booking, link } = await sold(tour())
    const other = await sold(tour())
    const { token } = pathOf(link)
    expect((await payPage(other.booking.id, token)).status).toBe(404)
    const now = core.clock()
    const ends = new Date(link?.opensUntil ?? '')
    core.clock.set(new Date(ends.getTime() - 60_000))
    const before = (await payPage(booking.id, token)).status
    core.clock.set(new Date(ends.getTime() + 60_000))
    const after = (await payPage(booking.id, token)).status
    core.clock.set(now)
    expect([before, after]).toEqual([200, 404])
  })

  it('is refused for paid, cancelled, expired and unknown bookings', async () => {
    const [paid, cancelled, late] = [await sold(tour()), await sold(tour()), await sold(tour())]
    const path = (id: string, step: string) => `POST /api/admin/bookings/${id}/${step}`
    await call(path(paid.booking.id, 'arrival-payment'), { reason: 'Cash at the desk' }, owner.headers)
    await call(path(cancelled.booking.id, 'cancellation'), {}, owner.headers)
    for (const { booking } of [paid, cancelled]) {
      const answer = await linkOf(booking.id)
      expect([answer.status, answer.json().code]).toEqual([409, 'payment/not-payable'])
    }
    const now = core.clock()
    core.clock.set(new Date(Date.parse(late.link?.payBefore ?? '') + 1000))
    const answer = await linkOf(late.booking.id)
    core.clock.set(now)
    expect([answer.status, answer.json().code]).toEqual([409, 'payment/not-payable'])
    expect((await linkOf('018f0000-0000-7000-8000-000000000000')).status).toBe(404)
  })
})
