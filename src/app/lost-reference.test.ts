import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { seedWorld } from '../../db/seeds/index.server.ts'
import { testApp } from '../../tests/support/app.ts'
import { safariForTwo } from '../../tests/support/requests.ts'
import { purgeRecoveries } from '../modules/booking/index.server.ts'

const shop = await testApp()
const { core, call } = shop
await seedWorld(shop.shop.deps, 'test')

type Booked = { id: string; booking_reference: string }
async function book(customer_email: string, customer_phone = '+919876543210'): Promise<Booked> {
  core.clock.advance(11)
  const answer = await call('POST /api/bookings', { ...safariForTwo, customer_email, customer_phone })
  return (answer.json() as { booking: Booked }).booking
}
const start = async (contact: string) => {
  core.clock.advance(2)
  const answer = await call('POST /api/booking-recoveries', { contact })
  return { status: answer.status, ...(answer.json() as unknown as { recovery_id: string; minutes: number }) }
}
const finish = async (id: string, code: string) => {
  core.clock.advance(0.1)
  const answer = await call(`POST /api/booking-recoveries/${id}/bookings`, { code })
  const body = answer.json() as { code?: string; items?: { booking_reference: string; href: string }[] }
  return { status: answer.status, ...body }
}
async function codeMailedTo(address: string): Promise<string | undefined> {
  await shop.runJobs()
  const mail = shop.outbox.findLast(
    ({ to, subject }) => to === address && subject === 'Your code to find your bookings',
  )
  return /\b\d{6}\b/.exec(mail?.text ?? '')?.[0]
}
const wrongOf = (code: string) => (code === '000000' ? '111111' : '000000')

describe('a lost reference', () => {
  it('is found by the email address and the mailed code, once', async () => {
    const email = 'lost@example.com'
    const [older, newer] = [await book(email), await book(email)]
    await book('else@example.com')
    const { recovery_id: id, minutes } = await start(' Lost@Example.com ')
    expect(minutes).toBe(15)
    const code = (await codeMailedTo(email)) ?? ''
    expect(await finish(id, wrongOf(code))).toMatchObject({ status: 422, code: 'booking/wrong-code' })
    const recovered = await finish(id, ` ${code.slice(0, 3)} ${code.slice(3)}`)
    expect(recovered.items?.map((each) => each.booking_reference)).toEqual([
      newer.booking_reference,
      older.booking_reference,
    ])
    const { searchParams } = new URL(recovered.items?.[0]?.href ?? '', 'http://shop.test')
    const query = new URLSearchParams({ token: searchParams.get('token') ?? '' })
    expect((await call(`GET /api/bookings/${newer.id}?${query}`)).status).toBe(200)
    expect(await finish(id, code)).toMatchObject({ status: 422, code: 'booking/wrong-code' })
  })

  it('is found by the phone number, but the code goes to the address of the booking', async () => {
    const email = 'phone@example.com'
    const booked = await book(email, '+971501234567')
    const { recovery_id: id } = await start('+971 50 123 4567')
    const code = (await codeMailedTo(email)) ?? ''
    expect((await finish(id, code)).items).toMatchObject([{ booking_reference: booked.booking_reference }])
  })

  it('answers the same for an unknown contact, mails nothing, and opens nothing', async () => {
    const mails = shop.outbox.length
    for (const contact of ['nobody@example.com', '+971 50 999 9999', 'nonsense']) {
      const { status, recovery_id: id, ...rest } = await start(contact)
      expect({ status, rest }).toEqual({ status: 200, rest: { minutes: 15 } })
      expect(await finish(id, '123456')).toMatchObject({ status: 422, code: 'booking/wrong-code' })
    }
    await shop.runJobs()
    expect(shop.outbox.slice(mails).filter(({ subject }) => subject.includes('code'))).toEqual([])
  })

  it('takes five guesses only, even with the right code after them', async () => {
    const email = 'guess@example.com'
    await book(email)
    const { recovery_id: id } = await start(email)
    const code = (await codeMailedTo(email)) ?? ''
    for (let guess = 0; guess < 5; guess++) expect((await finish(id, wrongOf(code))).status).toBe(422)
    expect(await finish(id, code)).toMatchObject({ status: 429 })
  })

  it('refuses a code after fifteen minutes, and of another recovery', async () => {
    const email = 'late@example.com'
    await book(email)
    const { recovery_id: first } = await start(email)
    const code = (await codeMailedTo(email)) ?? ''
    const { recovery_id: second } = await start(email)
    expect((await finish(second, code)).status).toBe(422)
    core.clock.advance(16)
    expect((await finish(first, code)).status).toBe(422)
    await purgeRecoveries(core)
    const { rows } = await sql<{ left: number }>`select count(*)::int as left from booking_recoveries`.execute(core.db)
    expect(rows).toEqual([{ left: 0 }])
  })

  it('stores no code, and keeps none in events', async () => {
    const email = 'stored@example.com'
    await book(email)
    await start(email)
    const code = (await codeMailedTo(email)) ?? 'none'
    const { rows } = await sql<{ stored: boolean }>`select exists (select from booking_recoveries r
      where r::text like ${`%:${code}%`} or r.code_digest = ${code}) or exists (select from events e
      where e.name = 'booking.recovery-requested') as stored`.execute(core.db)
    expect(rows).toEqual([{ stored: false }])
  })

  it('mails one mailbox five times an hour at most, with the same answer', async () => {
    const email = 'flood@example.com'
    const { booking_reference: reference } = await book(email)
    const link = (address: string) => call('POST /api/booking-link-mails', { reference, email: address })
    for (let n = 0; n < 7; n++) expect((await link(email)).json()).toEqual({ sent: true })
    expect((await link('other@example.com')).json()).toEqual({ sent: true })
    await shop.runJobs()
    const mails = shop.outbox.filter(({ subject }) => subject === `Your booking ${reference}`)
    expect(mails.map(({ to }) => to)).toEqual(Array.from({ length: 5 }, () => email))
    expect(mails[0]?.text).toContain('/track-booking?')
  })

  it('mails one mailbox ten times a day at most', async () => {
    const email = 'daily@example.com'
    const { booking_reference: reference } = await book(email)
    for (let n = 0; n < 12; n++) {
      core.clock.advance(62)
      await call('POST /api/booking-link-mails', { reference, email })
    }
    await shop.runJobs()
    expect(shop.outbox.filter(({ subject }) => subject === `Your booking ${reference}`)).toHaveLength(10)
  })

  it('is not opened by a code that was mailed to an earlier address', async () => {
    const [email, other] = ['before@example.com', 'after@example.com']
    const { id: bookingId } = await book(email)
    await book(other)
    const { recovery_id: id } = await start(email)
    const code = (await codeMailedTo(email)) ?? ''
    await core.db.updateTable('bookings').set({ customer_email: other }).where('id', '=', bookingId).execute()
    expect(await finish(id, code)).toMatchObject({ status: 422, code: 'booking/wrong-code' })
  })

  it('runs the same statements whether or not a booking matches', async () => {
    const email = 'counted@example.com'
    await book(email)
    const written = async (contact: string) => {
      const count = async () => {
        const { rows } = await sql<{ n: number }>`select (select count(*) from events)::int
          + (select count(*) from booking_recoveries)::int + (select coalesce(sum(hits), 0) from rate_limits
          where bucket like 'booking-link-mail%')::int as n`.execute(core.db)
        return rows[0]!.n
      }
      const before = await count()
      await start(contact)
      return (await count()) - before
    }
    expect(await written(email)).toBe(4)
    expect(await written('uncounted@example.com')).toBe(4)
  })
})
