import { describe, expect, it } from 'vitest'
import { byTerms, day, departureWorld, type Held, keep, words } from '../../tests/support/cancelled-departures.ts'
import { eraseCustomer, provePlaces } from '../modules/booking/index.server.ts'
import { proveLedger } from '../modules/payment/index.server.ts'
import { beginErasure } from '../platform/erasure.server.ts'

const world = await departureWorld()
const { shop, core, call, staff, support } = world
const { departure, book, choose, receiveCash, paidInCash, paidByCard, withProof } = world
const { list, cancel, pageOf, progressOf, rowOf, refundsOf, eventsOf, endMails } = world

describe('a departure cancelled by staff', () => {
  it('settles each booking as staff chose, refunds once, and sends each customer one mail', async () => {
    const of = await departure()
    const [card, cash, unpaid, kept, proof] = [
      await paidByCard(of),
      await paidInCash(of),
      await book(of),
      await paidInCash(of),
      await withProof(of),
    ]
    const transfer = await book(of)
    await choose(transfer, 'bank_transfer')
    await shop.runJobs()
    const { bookings } = await list(of)
    const listed = (held: Held) => bookings.find(({ id }) => id === held.bookingId)
    expect(bookings).toHaveLength(6)
    expect(listed(card)).toMatchObject({ by_terms: { minor: 10_000, currency: 'USD' }, waits_for_transfer: false })
    expect(listed(unpaid)).toMatchObject({ by_terms: null, paid: { minor: 0 }, customer_email: unpaid.email })
    expect(bookings.filter(({ waits_for_transfer: waits }) => waits)).toEqual([listed(proof)])

    const choices = { [cash.bookingId]: byTerms, [kept.bookingId]: keep }
    const answer = await cancel(of, { order: { choices } })
    expect(answer.status, answer.text).toBe(200)
    // Closed and recorded at once; the bookings follow.
    expect(await pageOf(of)).toMatchObject({ is_closed: true, cancellation: { waiting: 6, by: 'Test manager' } })
    await shop.runJobs()
    const done = { waiting: 0, cancelled: 4, kept: 1, by_hand: 1, closed: 0 }
    expect(await progressOf(of)).toMatchObject({ ...done, reason: 'Storm warning' })

    expect(await rowOf(card)).toMatchObject({ booking_status: 'cancelled', places: 0, refunded_minor: 20_000 })
    expect(await refundsOf(card)).toEqual([[20_000, 'succeeded']])
    // Cash refunds wait in the manual queue.
    expect(await rowOf(cash)).toMatchObject({ refund_due_minor: 10_000, cancellation_reason: 'Storm warning' })
    expect(await refundsOf(cash)).toEqual([[10_000, 'created']])
    for (const held of [unpaid, transfer])
      expect([(await rowOf(held)).booking_status, await refundsOf(held)]).toEqual(['cancelled', []])
    for (const held of [kept, proof]) {
      expect((await rowOf(held)).booking_status).not.toBe('cancelled')
      expect([await refundsOf(held), (await eventsOf(held)).at(-1)]).toEqual([[], 'departure-cancelled'])
    }

    const mailOf = (held: Held) => {
      const mails = endMails(held)
      expect(mails.map(({ subject }) => subject)).toEqual([
        `${of.tour.title} on ${day} is cancelled: booking ${held.reference}`,
      ])
      return mails[0]!
    }
    expect(mailOf(card).text).toContain('You paid $200.00. We will refund $200.00.')
    expect(mailOf(cash).text).toContain('You paid $200.00. We will refund $100.00.')
    expect(mailOf(unpaid).text).toContain('You had not paid anything')
    mailOf(transfer)
    for (const held of [kept, proof]) expect(mailOf(held).text).toContain('Your booking stays as it is for now')
    const { html, text } = mailOf(card)
    for (const part of ['10:00 AM', 'Storm warning', 'Sorry <b>again</b>', '{{tracking_url}}'])
      expect(text).toContain(part)
    expect(html).toContain('Sorry &lt;b&gt;again&lt;/b&gt;')
    expect([await provePlaces(core.db), await proveLedger(core.db)]).toEqual([[], []])
  })

  it('previews the mail that is sent later', async () => {
    const of = await departure()
    const [paid, kept] = [await paidInCash(of), await book(of)]
    const preview = async (held: Held, choice: object) => {
      const body = { time: '10:00', ...words, booking_id: held.bookingId, choice }
      const answer = await call(`POST ${of.path}/preview`, body, support.headers)
      expect(answer.status, answer.text).toBe(200)
      return answer.json()
    }
    const shown = [await preview(paid, byTerms), await preview(kept, keep)]
    expect(shown).toMatchObject([{ to: paid.email, is_active: true }, { to: kept.email }])
    const other = await departure()
    const foreign = { time: '10:00', ...words, booking_id: paid.bookingId, choice: keep }
    expect((await call(`POST ${other.path}/preview`, foreign, staff.headers)).status).toBe(404)
    expect((await rowOf(kept)).held_until).toBeInstanceOf(Date)
    await cancel(of, { order: { choice: byTerms, choices: { [kept.bookingId]: keep } } })
    await shop.runJobs()
    // Its places are not sold while staff decide.
    expect(await rowOf(kept)).toMatchObject({ held_until: null, places: 2 })
    const withoutTokens = (text: unknown) => String(text).replaceAll(/token=\S+/g, '')
    const sent = [paid, kept].map((held) => endMails(held)[0]!)
    expect(sent.map(({ subject, text }) => [subject, withoutTokens(text)])).toEqual(
      shown.map(({ subject, text }) => [subject, withoutTokens(text)]),
    )
  })

  it('refunds what was paid between the decision and its booking', async () => {
    const of = await departure()
    const held = await book(of)
    await choose(held, 'cash_on_arrival')
    expect((await cancel(of)).status).toBe(200)
    await receiveCash(held)
    await shop.runJobs()
    expect(await refundsOf(held)).toEqual([[20_000, 'created']])
  })

  it('is not left to its customers, whose terms give less than the agency', async () => {
    const of = await departure()
    const held = await paidInCash(of)
    const { token } = held
    const read = async () =>
      (await call(`GET /api/bookings/${held.bookingId}?${new URLSearchParams({ token })}`)).json()
    const { cancel: offered } = (await read()) as { cancel: { obstacle: null; refund: object } }
    expect(offered.obstacle).toBeNull()
    expect((await cancel(of, { order: { choice: keep } })).status).toBe(200)
    const own = () =>
      call(`POST /api/bookings/${held.bookingId}/cancellation`, { token, expected_refund: offered.refund })
    // Before the job settles the booking, and after it.
    expect((await own()).json()).toMatchObject({ code: 'booking/not-cancellable' })
    await shop.runJobs()
    expect((await own()).json()).toMatchObject({ code: 'booking/not-cancellable' })
    expect(await read()).toMatchObject({ cancel: { obstacle: expect.stringContaining('cancel your departure') } })
    expect((await rowOf(held)).booking_status).toBe('confirmed')
  })

  it('leaves a booking alone that has moved or ended since the decision', async () => {
    const of = await departure()
    const [moved, ended] = [await paidInCash(of), await book(of)]
    expect((await cancel(of)).status).toBe(200)
    const route = (held: Held, step: string) => `POST /api/admin/bookings/${held.bookingId}/${step}`
    const move = { travel_date: day, travel_time: '15:00', reason: 'Storm' }
    const answer = await call(route(moved, 'moves'), move, staff.headers)
    expect(answer.status, answer.text).toBe(200)
    await call(route(ended, 'cancellation'), { reason: 'On request' }, staff.headers)
    await shop.runJobs()
    expect(await progressOf(of)).toMatchObject({ waiting: 0, cancelled: 0, closed: 2 })
    expect([(await rowOf(moved)).booking_status, await refundsOf(moved)]).toEqual(['confirmed', []])
    expect((await rowOf(ended)).cancellation_reason).toBe('On request')
    expect(endMails(ended).map(({ subject }) => subject)).toEqual([`Booking ${ended.reference} has been cancelled`])
    expect(await provePlaces(core.db)).toEqual([])
  })

  it('keeps the terms of the moment of the decision, however late the job runs', async () => {
    const of = await departure()
    const held = await paidInCash(of)
    await cancel(of, { order: { choice: byTerms } })
    const before = core.clock()
    // On the day of departure the terms refund nothing.
    core.clock.set('2026-12-01T02:00:00Z')
    await shop.runJobs()
    core.clock.set(before.toISOString())
    expect((await rowOf(held)).refund_due_minor).toBe(10_000)
  })

  it('is closed without bookings too', async () => {
    const of = await departure()
    expect((await cancel(of)).status).toBe(200)
    expect(await pageOf(of)).toMatchObject({ is_closed: true, cancellation: { waiting: 0, cancelled: 0 } })
  })
})

describe('the right to cancel a departure', () => {
  it('is that of bookings, and for more than the terms that of refunds', async () => {
    const of = await departure()
    const held = await paidInCash(of)
    const content = await shop.signIn('content')
    expect((await cancel(of, { headers: {} })).status).toBe(401)
    for (const answer of [
      await cancel(of, { headers: content.headers }),
      await call(`GET ${of.path}?time=10:00`, undefined, content.headers),
    ])
      expect(answer.status).toBe(403)
    const refused = await cancel(of, { headers: support.headers })
    expect([refused.status, refused.json().code]).toEqual([403, 'booking/refund-not-allowed'])
    expect(await pageOf(of)).toMatchObject({ is_closed: false, cancellation: null })
    const allowed = await cancel(of, { headers: support.headers, order: { choice: byTerms } })
    expect(allowed.status, allowed.text).toBe(200)
    await shop.runJobs()
    expect(await refundsOf(held)).toEqual([[10_000, 'created']])
    const entries = await core.db
      .selectFrom('audit_entries')
      .select(['action', 'actor_id', 'after'])
      .where('action', 'in', ['departure.cancelled', 'booking.cancel'])
      .where('actor_id', '=', support.userId)
      .orderBy('at')
      .orderBy('id')
      .execute()
    expect(entries).toMatchObject([
      { action: 'departure.cancelled', after: { reason: 'Storm warning', bookings: 1, refund_by_terms: 1 } },
      { action: 'booking.cancel', after: { booking_status: 'cancelled', refundDueMinor: 10_000 } },
    ])
  })

  it('needs a reason, known bookings, a departure ahead and a valid choice', async () => {
    const of = await departure()
    await book(of)
    const elsewhere = await book(await departure())
    const problem = async (order: object) => {
      const { status, json } = await cancel(of, { order })
      const { code, errors = [] } = json() as { code: string; errors?: { path: string }[] }
      return [status, code, ...errors.map(({ path }) => path)]
    }
    expect(await problem({ reason: ' ' })).toEqual([422, 'request/invalid', 'reason'])
    expect(await problem({ choice: { kind: 'postpone' } })).toEqual([422, 'request/invalid', 'choice.kind'])
    expect(await problem({ choices: { [elsewhere.bookingId]: keep } })).toEqual([
      ...[422, 'booking/invalid', `choices.${elsewhere.bookingId}`],
    ])
    expect(await problem({ time: '11:00' })).toEqual([404, 'inventory/not-found'])
    const before = core.clock()
    core.clock.set('2026-12-01T08:00:00Z')
    expect(await problem({})).toEqual([409, 'inventory/started'])
    core.clock.set(before.toISOString())
    expect(await pageOf(of)).toMatchObject({ is_closed: false, cancellation: null })
  })
})

describe('the reason and note of a cancelled departure', () => {
  it('lose the names of an erased customer', async () => {
    const of = await departure()
    const held = await book(of)
    await cancel(of, { order: { reason: 'Asha Rao asked', note: 'As Asha Rao knows' } })
    const scrub = <T>(value: T): T =>
      (typeof value === 'string' ? value.replaceAll('Asha Rao', '[erased]') : value) as T
    const person = {
      email: held.email,
      userId: null,
      bookingIds: [held.bookingId],
      typedFields: [],
      placeholder: 'x@erased.invalid',
    }
    await core.db.transaction().execute(async (trx) => {
      await beginErasure(trx)
      await eraseCustomer(trx, { ...person, scrub })
    })
    const { reason, note } = await core.db
      .selectFrom('departure_cancellations')
      .select(['reason', 'note'])
      .where('reason', 'like', '%asked')
      .executeTakeFirstOrThrow()
    expect([reason, note]).toEqual(['[erased] asked', 'As [erased] knows'])
  })
})
