import { describe, expect, it } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'
import { newId } from '../../platform/crypto/keyring.server.ts'
import { issueBookingToken } from '../booking/index.server.ts'
import { addService, book } from '../booking/testing/fixtures.ts'

const shop = await testApp({ trustProxy: 1 })
const { core, call } = shop
const admin = await shop.signIn('admin')
const tour = await addService(core, 'tour')
let addresses = 0
const anew = () => ({ 'x-forwarded-for': `10.2.0.${++addresses}` })

async function bookTour() {
  const booking = await book(core, tour)
  const path = `/api/bookings/${booking.id}/messages`
  const token = issueBookingToken(core, booking)
  const send = (message: string, headers: object = {}) =>
    call(`POST ${path}`, { token, message }, { ...anew(), ...headers })
  return { booking, path, token, send, list: () => call(`GET ${path}?token=${token}`) }
}
const items = (answer: { json: () => unknown }) => (answer.json() as { items: { message: string }[] }).items

describe('a message about a booking', () => {
  it('has the contact of the booking, is listed there and mailed to the agency', async () => {
    const { booking, send, list } = await bookTour()
    const answer = await send('  Can we bring a pram? ')
    expect(answer.status, answer.text).toBe(200)
    await send('And a dog?')
    expect(items(await list())).toMatchObject([
      { message: 'Can we bring a pram?', answered_at: null },
      { message: 'And a dog?' },
    ])
    const stored = await core.db.selectFrom('contact_messages').selectAll().orderBy('id').execute()
    const { customer_name: name, customer_email: email, customer_phone: phone, id: booking_id } = booking
    const subject = `Booking ${booking.booking_reference}: ${tour.title}`
    expect(stored[0]).toMatchObject({ name, email, phone, booking_id, subject, topic: 'booking' })
    await shop.runJobs()
    expect(shop.outbox.map((mail) => mail.subject)).toContain(`Message from ${name}: ${subject}`)
  })

  it('is stored once for a key', async () => {
    const { send, list } = await bookTour()
    const key = { 'idempotency-key': newId() }
    expect((await send('Once', key)).status).toBe(200)
    expect((await send('Once', key)).status).toBe(200)
    expect((await send('Twice', key)).status).toBe(422)
    expect(items(await list())).toHaveLength(1)
  })

  it('of a booking without a phone number is stored too', async () => {
    const { booking, send, list } = await bookTour()
    await core.db.updateTable('bookings').set({ customer_phone: null }).where('id', '=', booking.id).execute()
    expect((await send('No phone')).status).toBe(200)
    expect(items(await list())).toHaveLength(1)
  })

  it('is refused without text, without the booking’s own link, and after too many', async () => {
    const [mine, other] = [await bookTour(), await bookTour()]
    expect((await mine.send(' \n ')).status).toBe(422)
    expect((await mine.send('x'.repeat(5_001))).status).toBe(422)
    for (const token of [other.token, 'made-up', undefined]) {
      const message = { message: 'Not mine', ...(token && { token }) }
      expect((await call(`POST ${mine.path}`, message, anew())).status).toBe(404)
      expect((await call(`GET ${mine.path}${token ? `?token=${token}` : ''}`)).status).toBe(404)
    }
    expect(items(await mine.list())).toEqual([])
    const from = { 'x-forwarded-for': '10.2.9.9' }
    const statuses: number[] = []
    for (let n = 0; n < 40; n++) statuses.push((await mine.send(`Message ${n}`, from)).status)
    expect(statuses[0]).toBe(200)
    expect(statuses.at(-1)).toBe(429)
  })

  it('shows the customer when staff have answered, and staff find it by its booking', async () => {
    const { booking, send, list } = await bookTour()
    await send('When do we start?')
    const response = await call(`GET /api/admin/contact-messages?booking_id=${booking.id}`, undefined, admin.headers)
    const [enquiry] = items(response) as unknown as { id: string; booking_id: string }[]
    expect(enquiry?.booking_id).toBe(booking.id)
    await call(`PUT /api/admin/contact-messages/${enquiry?.id}/answered`, { answered: true }, admin.headers)
    expect(items(await list())).toMatchObject([{ answered_at: expect.any(String) }])
    const plain = await shop.signIn('customer')
    const route = `GET /api/admin/contact-messages?booking_id=${booking.id}`
    expect((await call(route, undefined, plain.headers)).status).toBe(403)
  })
})
