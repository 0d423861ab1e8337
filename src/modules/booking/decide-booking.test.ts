import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestCore, testCore } from '../../../tests/support/database.ts'
import { inEnglish } from '../../services/testing/service.ts'
import {
  adoptGuestBookings,
  attachDocument,
  cancelBooking,
  completeBooking,
  confirmBooking,
  decideStatus,
  expireBooking,
  findVisibleBooking,
  issueBookingToken,
  listMyBookings,
  recordPayment,
  saveNotes,
  systemActor,
  trackBooking,
  viewAdminBooking,
} from './index.server.ts'
import type { BookingStatus } from './rules/states.ts'
import {
  addService,
  addUsers,
  admin,
  book,
  codeOf,
  customer,
  recordOf,
  stranger,
  visitor,
  withBooking,
} from './testing/fixtures.ts'

let core: TestCore
let tour: Awaited<ReturnType<typeof addService>>
beforeAll(async () => {
  core = await testCore()
  await addUsers(core)
  tour = await addService(core, 'tour')
})
beforeEach(() => core.clock.set('2026-11-21T08:00:00Z'))

const eventsOf = async (bookingId: string) => {
  const { rows } = await sql<{ name: string; payload: unknown }>`select name, payload from events
    where payload ->> 'bookingId' = ${bookingId} order by name`.execute(core.db)
  return rows.map(({ name }) => name)
}
/** A booking in that state. */
async function bookingIn(status: BookingStatus) {
  const { id } = await book(core, tour)
  if (status === 'confirmed' || status === 'completed') await decideStatus(core, admin, id, 'confirm')
  if (status === 'completed') await decideStatus(core, admin, id, 'complete')
  if (status === 'cancelled') await decideStatus(core, admin, id, 'cancel')
  return recordOf(core, id)
}

describe('a decision by staff', () => {
  it('confirms a pending booking, with history, event and update time [A152, A156, A162]', async () => {
    const { id } = await book(core, tour)
    core.clock.advance(30)
    const view = await decideStatus(core, admin, id, 'confirm')
    expect(view).toMatchObject({
      booking_status: 'confirmed',
      updated_at: '2026-11-21T08:30:00.000Z',
      expires_at: null,
      actions: ['cancel', 'complete'],
    })
    expect(view.history.map(({ event, actor, actorName }) => [event, actor, actorName])).toEqual([
      ['booking-created', 'customer', null],
      ['booking-confirmed', 'admin', 'Asma Khan'],
    ])
    expect(await eventsOf(id)).toEqual(['booking.confirmed', 'booking.created'])
  })
  it('cancels a confirmed booking only with a reason, which it stores [A153]', async () => {
    const { id } = await bookingIn('confirmed')
    expect(await codeOf(decideStatus(core, admin, id, 'cancel'))).toBe('booking/reason-required')
    expect((await recordOf(core, id)).booking_status).toBe('confirmed')
    const view = await decideStatus(core, admin, id, 'cancel', { reason: ' The guest is ill ' })
    expect(view).toMatchObject({ booking_status: 'cancelled', cancellation_reason: 'The guest is ill', actions: [] })
    expect(view.history.at(-1)).toMatchObject({ event: 'booking-cancelled', data: { reason: 'The guest is ill' } })
    expect(await eventsOf(id)).toContain('booking.cancelled')
  })
  const illegal: [BookingStatus, 'confirm' | 'cancel' | 'complete'][] = [
    ['pending', 'complete'],
    ['confirmed', 'confirm'],
    ['cancelled', 'confirm'],
    ['cancelled', 'cancel'],
    ['cancelled', 'complete'],
    ['completed', 'confirm'],
    ['completed', 'cancel'],
    ['completed', 'complete'],
  ]
  it.each(illegal)('cannot take a %s booking to %s, and changes nothing [A154, A155]', async (from, step) => {
    const before = await bookingIn(from)
    expect(await codeOf(decideStatus(core, admin, before.id, step, { reason: 'x' }))).toBe('booking/transition-refused')
    expect(await recordOf(core, before.id)).toEqual(before)
  })
  it('counts once: of two parallel decisions one is refused [A155]', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await book(core, tour)
      const results = await Promise.allSettled([
        decideStatus(core, admin, id, 'confirm'),
        decideStatus(core, admin, id, 'cancel'),
      ])
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      expect(await eventsOf(id)).toHaveLength(2)
    }
  })
  it.each([
    ['booking_status', 'refunded'],
    ['booking_status', 'expired'],
    ['payment_status', 'paid'],
    ['payment_status', 'confirmed'],
  ])('leaves no %s of %s in the database, whoever writes it [A150]', async (column, value) => {
    const { id } = await book(core, tour)
    const write = sql`update bookings set ${sql.ref(column)} = ${value} where id = ${id}`.execute(core.db)
    await expect(write).rejects.toThrow('check constraint')
  })
  it('is refused for an unknown booking', async () => {
    const nobody = '01900000-0000-7000-8000-00000000dead'
    expect(await codeOf(decideStatus(core, admin, nobody, 'confirm'))).toBe('booking/not-found')
  })
})

describe('expiry and payment', () => {
  it('expire an unpaid booking, with its own history entry and event [C187]', async () => {
    const { id } = await book(core, tour)
    await withBooking(core, id, (trx, booking) => expireBooking(trx, core, booking, systemActor))
    expect((await recordOf(core, id)).booking_status).toBe('cancelled')
    expect(await eventsOf(id)).toEqual(['booking.created', 'booking.expired'])
  })
  it('never expire a paid booking [C187]', async () => {
    const { id } = await book(core, tour)
    const paid = { paymentStatus: 'completed', paidMinor: 20_000, gateway: 'razorpay', reference: 'pay_1' } as const
    await withBooking(core, id, (trx, booking) =>
      recordPayment(trx, core, booking, paid, { event: 'payment-completed', actor: systemActor }),
    )
    const expire = withBooking(core, id, (trx, booking) => expireBooking(trx, core, booking, systemActor))
    expect(await codeOf(expire)).toBe('booking/not-expirable')
    expect(await recordOf(core, id)).toMatchObject({
      payment_status: 'completed',
      paid_minor: 20_000,
      payment_gateway: 'razorpay',
      payment_reference: 'pay_1',
      expires_at: null,
    })
  })
  it('append a history entry with its time for each payment change [A162, C243]', async () => {
    const { id } = await book(core, tour)
    const change = (paymentStatus: 'failed' | 'completed', event: 'payment-failed' | 'payment-completed') =>
      withBooking(core, id, (trx, booking) =>
        recordPayment(
          trx,
          core,
          booking,
          { paymentStatus, paidMinor: paymentStatus === 'completed' ? 20_000 : 0 },
          {
            event,
            actor: systemActor,
          },
        ),
      )
    core.clock.advance(1)
    await change('failed', 'payment-failed')
    core.clock.advance(1)
    await change('completed', 'payment-completed')
    await withBooking(core, id, (trx, booking) => confirmBooking(trx, core, booking, systemActor))
    await withBooking(core, id, (trx, booking) => completeBooking(trx, core, booking, systemActor))
    const view = await viewAdminBooking(core, await recordOf(core, id))
    expect(inEnglish(view.timeline).map(({ title, at }) => [title, at?.slice(11, 16)])).toEqual([
      ['Booking Created', '08:00'],
      ['Payment Failed', '08:01'],
      ['Payment Completed', '08:02'],
      ['Booking Confirmed', '08:02'],
      ['Booking Completed', '08:02'],
    ])
  })
  it('never turn a completed payment into a failed one', async () => {
    const { id } = await book(core, tour)
    const event = { event: 'payment-completed', actor: systemActor } as const
    await withBooking(core, id, (trx, booking) =>
      recordPayment(trx, core, booking, { paymentStatus: 'completed', paidMinor: 20_000 }, event),
    )
    const undo = withBooking(core, id, (trx, booking) =>
      recordPayment(trx, core, booking, { paymentStatus: 'failed' }, event),
    )
    expect(await codeOf(undo)).toBe('booking/payment-refused')
  })
  it('cannot rewrite the history [A162]', async () => {
    const { id } = await book(core, tour)
    const rewrite = sql`update booking_history set event = 'booking-confirmed' where booking_id = ${id}`.execute(
      core.db,
    )
    await expect(rewrite).rejects.toThrow('append only')
  })
  it("store the customer's note apart from the admin notes [C183, A161]", async () => {
    const { id } = await book(core, tour)
    await saveNotes(core, admin, { bookingId: id, admin_notes: 'Call back' })
    await withBooking(core, id, (trx, booking) =>
      recordPayment(
        trx,
        core,
        booking,
        { customerNote: 'Paid from my brother' },
        {
          event: 'proof-uploaded',
          actor: { kind: 'customer', id: null, name: null },
        },
      ),
    )
    const view = await viewAdminBooking(core, await recordOf(core, id))
    expect([view.admin_notes, view.customer_note]).toEqual(['Call back', 'Paid from my brother'])
  })
})

describe('admin notes', () => {
  it('are saved, and the audit stores author, time and previous text [A159, A160]', async () => {
    const { id } = await book(core, tour)
    await saveNotes(core, admin, { bookingId: id, admin_notes: 'First' })
    core.clock.advance(5)
    const view = await saveNotes(core, admin, { bookingId: id, admin_notes: 'Second' })
    expect([view.admin_notes, view.updated_at]).toEqual(['Second', '2026-11-21T08:05:00.000Z'])
    const entries = await core.db
      .selectFrom('audit_entries')
      .selectAll()
      .where('subject_id', '=', id)
      .orderBy('at')
      .execute()
    expect(entries.map(({ action, actor_name, before, after, at }) => [action, actor_name, before, after, at])).toEqual(
      [
        [
          'booking.notes-saved',
          'Asma Khan',
          { admin_notes: null },
          { admin_notes: 'First' },
          new Date('2026-11-21T08:00Z'),
        ],
        [
          'booking.notes-saved',
          'Asma Khan',
          { admin_notes: 'First' },
          { admin_notes: 'Second' },
          new Date('2026-11-21T08:05Z'),
        ],
      ],
    )
  })
  it('are refused if somebody else changed the booking meanwhile', async () => {
    const { id, version } = await book(core, tour)
    await saveNotes(core, admin, { bookingId: id, admin_notes: 'Mine', version })
    expect(await codeOf(saveNotes(core, admin, { bookingId: id, admin_notes: 'Yours', version }))).toBe(
      'booking/changed',
    )
    expect((await recordOf(core, id)).admin_notes).toBe('Mine')
  })
})

describe('access to a booking', () => {
  it('is given to its owner, staff and token holders; others get not-found [C227, C318]', async () => {
    const mine = await book(core, tour, {}, customer)
    const other = await book(core, tour)
    const token = issueBookingToken(core, mine)
    const nobody = '01900000-0000-7000-8000-00000000dead'
    const ask = (caller: typeof visitor, bookingId: string, withToken?: string) =>
      findVisibleBooking(core, caller, { bookingId, token: withToken }).then(
        ({ id }) => id === bookingId,
        (error: { code: string }) => error.code,
      )
    expect(await ask(customer, mine.id)).toBe(true)
    expect(await ask(admin, mine.id)).toBe(true)
    expect(await ask(visitor, mine.id, token)).toBe(true)
    const refused = [
      ask(visitor, mine.id),
      ask(stranger, mine.id),
      ask(visitor, mine.id, issueBookingToken(core, other)),
      ask(visitor, mine.id, `${token}x`),
      ask(visitor, mine.id, 'nonsense'),
      ask(admin, nobody),
      ask(visitor, nobody, token),
    ]
    expect(new Set(await Promise.all(refused))).toEqual(new Set(['booking/not-found']))
  })
  it('by link ends after 30 days, at most 30 days after travel', async () => {
    const booking = await book(core, tour, { travel_date: '2026-12-01' })
    const token = issueBookingToken(core, booking)
    const isOpen = () =>
      findVisibleBooking(core, visitor, { bookingId: booking.id, token }).then(
        () => true,
        () => false,
      )
    core.clock.advance(30 * 24 * 60 - 1)
    expect(await isOpen()).toBe(true)
    core.clock.advance(2)
    expect(await isOpen()).toBe(false)
    // Issued twenty days after travel, it expires after ten days.
    core.clock.set('2026-12-21T08:00:00Z')
    const late = issueBookingToken(core, booking)
    core.clock.set('2026-12-31T20:01:00Z')
    expect(await codeOf(findVisibleBooking(core, visitor, { bookingId: booking.id, token: late }))).toBe(
      'booking/not-found',
    )
  })
  it('is given to a user whose verified address the guest booking has', async () => {
    const email = 'guest@example.com'
    const guest = { ...customer, userId: 'user-2', email }
    const booking = await book(core, tour, { customer_email: 'Guest@Example.com' })
    const asked = { bookingId: booking.id }
    expect(await codeOf(findVisibleBooking(core, { ...guest, isEmailVerified: false }, asked))).toBe(
      'booking/not-found',
    )
    expect((await findVisibleBooking(core, guest, asked)).id).toBe(booking.id)
    expect(await adoptGuestBookings(core, { userId: 'user-2', email: ' GUEST@example.com' })).toBe(1)
    expect((await recordOf(core, booking.id)).user_id).toBe('user-2')
    const { items } = await listMyBookings(core, { ...guest, isEmailVerified: false }, { limit: 10 })
    expect(items.map(({ id }) => id)).toEqual([booking.id])
    expect(await adoptGuestBookings(core, { userId: 'user-1', email })).toBe(0)
  })
})

describe('the tracker', () => {
  it('shows states, title, date and timeline by reference alone [C236, C318]', async () => {
    const booking = await book(core, tour)
    const result = await trackBooking(core, visitor, { reference: booking.booking_reference })
    expect(Object.keys(result).sort()).toEqual([
      'access',
      'booking_reference',
      'booking_status',
      'day_note',
      'is_partly_refunded',
      'payment_checking',
      'payment_status',
      'return_date',
      'service_title',
      'timeline',
      'travel_date',
    ])
    const words = JSON.stringify({ ...result, booking_reference: '' })
    for (const secret of ['Asha', 'example.com', '9876543210', '20000', booking.id]) expect(words).not.toContain(secret)
  })
  it('shows everything with the matching email, ignoring case and spaces [C235, C237]', async () => {
    const booking = await book(core, tour)
    const asked = { reference: ` ${booking.booking_reference.toLowerCase()} `, email: ' ASHA@Example.com ' }
    expect(await trackBooking(core, visitor, asked)).toMatchObject({
      access: 'full',
      booking: { id: booking.id, customer_name: 'Asha Rao', final_amount: { minor: 20_000 } },
    })
  })
  it("refuses an email that is not the booking's [C239]", async () => {
    const { booking_reference: reference } = await book(core, tour)
    expect(await codeOf(trackBooking(core, visitor, { reference, email: 'ben@example.com' }))).toBe(
      'booking/email-mismatch',
    )
  })
  it('refuses an empty and an unknown reference [C234, C238]', async () => {
    expect(await codeOf(trackBooking(core, visitor, { reference: '  ' }))).toBe('booking/reference-missing')
    expect(await codeOf(trackBooking(core, visitor, { reference: 'TH9999999999' }))).toBe('booking/not-found')
  })
  it('shows a cancellation by staff [A163]', async () => {
    const { id, booking_reference: reference } = await book(core, tour)
    await withBooking(core, id, (trx, booking) => cancelBooking(trx, core, booking, systemActor, { reason: 'Secret' }))
    const result = inEnglish(await trackBooking(core, visitor, { reference }))
    expect(result).toMatchObject({ booking_status: 'cancelled' })
    expect(JSON.stringify(result)).toContain('Booking Cancelled')
    expect(JSON.stringify(result)).not.toContain('Secret')
  })
})

describe('a document', () => {
  const addFile = async (id: string) => {
    await sql`insert into files (id, purpose, content_type, original_name, size_bytes, sha256, storage_key, sealed_key,
      uploaded_by) values (${id}, 'document', 'image/jpeg', 'p.jpg', 10, ${Buffer.alloc(32)}, ${id}, 'k', 'x')`.execute(
      core.db,
    )
    return id
  }
  it('is stored with the booking; a later one of the same name is a new version [A149, C152]', async () => {
    const { id } = await book(core, tour)
    const attach = (fileId: string) =>
      withBooking(core, id, (trx, booking) =>
        attachDocument(trx, core, booking, { name: 'passport_first_page', fileId, travelerId: null }, systemActor),
      )
    await attach(await addFile('01900000-0000-7000-8000-00000000f001'))
    await attach(await addFile('01900000-0000-7000-8000-00000000f002'))
    const view = await viewAdminBooking(core, await recordOf(core, id))
    expect(view.documents.map(({ name, version, contentType }) => [name, version, contentType])).toEqual([
      ['passport_first_page', 1, 'image/jpeg'],
      ['passport_first_page', 2, 'image/jpeg'],
    ])
  })
  it('cannot be attached to a traveller of another booking', async () => {
    const { id } = await book(core, tour)
    const fileId = await addFile('01900000-0000-7000-8000-00000000f003')
    const travelerId = '01900000-0000-7000-8000-00000000dead'
    const attach = withBooking(core, id, (trx, booking) =>
      attachDocument(trx, core, booking, { name: 'visa', fileId, travelerId }, systemActor),
    )
    expect(await codeOf(attach)).toBe('booking/not-found')
  })
})
