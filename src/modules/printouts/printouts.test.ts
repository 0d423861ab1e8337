import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { barrier } from '../../../tests/support/barrier.ts'
import type { Trx } from '../../platform/db/database.server.ts'
import type { BookingRecord } from '../booking/index.server.ts'
import {
  confirmBooking,
  issueBookingToken,
  lockBooking,
  systemActor,
  withdrawConfirmation,
} from '../booking/index.server.ts'
import { addService, addUsers, book, codeOf, customer, stranger, visitor } from '../booking/testing/fixtures.ts'
import type { PdfJob } from './draw/pdf-worker.server.ts'
import { linkPrintouts } from './http.server.ts'
import { findOrIssueInvoice } from './invoices.server.ts'
import { openPdfRenderer } from './pdf-renderer.server.ts'
import { printInvoice, printVoucher, writeCalendarFile } from './printouts.server.ts'

let shop: TestApp
const pdfRenderer = openPdfRenderer()
const deps = () => ({ ...shop.core, pdfRenderer })
beforeAll(async () => {
  shop = await testApp()
  await addUsers(shop.core)
})

const booked = async (given: Parameters<typeof book>[2] = {}): Promise<BookingRecord> =>
  book(shop.core, await addService(shop.core, 'tour'), given, customer)
const confirmed = async (given: Parameters<typeof book>[2] = {}): Promise<BookingRecord> => {
  const booking = await booked(given)
  return shop.core.db
    .transaction()
    .execute(async (trx) => confirmBooking(trx, shop.core, await lockBooking(trx, booking.id), systemActor))
}
const linksTo = async (booking: BookingRecord) =>
  linkPrintouts(shop.core, visitor, { bookingId: booking.id, token: issueBookingToken(shop.core, booking) })
const fetchPrintout = async (booking: BookingRecord, name: 'invoice' | 'voucher' | 'calendar') =>
  shop.app.inject((await linksTo(booking))[name] ?? 'none')

describe('the invoice', () => {
  it('downloads as a PDF with a link, and is not found without one [C230]', async () => {
    const booking = await confirmed()
    const answer = await fetchPrintout(booking, 'invoice')
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('application/pdf')
    expect(answer.headers['content-disposition']).toMatch(
      /^attachment; filename\*=UTF-8''Invoice%20INV-2026-\d{6}\.pdf$/,
    )
    expect(answer.headers['cache-control']).toContain('no-store')
    expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    const path = `/api/papers/${booking.id}/invoice.pdf`
    for (const query of ['', '?link=', '?link=x', `?link=${issueBookingToken(shop.core, booking)}`])
      expect((await shop.app.inject(path + query)).statusCode, query).toBe(404)
    expect((await shop.app.inject(`${path}?token=${issueBookingToken(shop.core, booking)}`)).statusCode).toBe(422)
    expect((await shop.app.inject(`${path}?link=a&link=b`)).statusCode).toBe(400)
    expect(await codeOf(linkPrintouts(shop.core, stranger, { bookingId: booking.id }))).toBe('booking/not-found')
    expect((await printInvoice(deps(), booking.id)).name).toMatch(/^Invoice INV-2026-\d{6}\.pdf$/)
  })

  it('and the other printouts have their own links, which expire after ten minutes [C225]', async () => {
    const [booking, other] = [await confirmed(), await confirmed()]
    const links = await linksTo(booking)
    expect(JSON.stringify(links)).not.toContain(issueBookingToken(shop.core, booking).split('.').at(-1))
    const hrefs = [links.invoice, links.voucher ?? '', links.calendar ?? '']
    for (const href of hrefs) expect((await shop.app.inject(href)).statusCode).toBe(200)
    const [, query] = (links.invoice ?? '').split('?')
    for (const path of [`${other.id}/invoice.pdf`, `${booking.id}/voucher.pdf`, `${booking.id}/calendar.ics`])
      expect((await shop.app.inject(`/api/papers/${path}?${query}`)).statusCode, path).toBe(404)
    shop.core.clock.advance(9)
    expect((await shop.app.inject(links.invoice)).statusCode).toBe(200)
    shop.core.clock.advance(1)
    for (const href of hrefs) {
      const late = await shop.app.inject(href)
      expect([late.statusCode, late.json()]).toMatchObject([403, { code: 'file/link-expired' }])
    }
  })

  it('is a pro forma without a number until there is a sale', async () => {
    const booking = await booked()
    const before = await lastNumber()
    expect((await findOrIssueInvoice(shop.core, booking.id)).number).toBeNull()
    expect(await lastNumber()).toBe(before)
  })

  it('is a pro forma while its confirmation is withdrawn, and has the same number when it is confirmed again', async () => {
    const inBooking = (id: string, work: (trx: Trx, locked: BookingRecord) => Promise<BookingRecord>) =>
      shop.core.db.transaction().execute(async (trx) => work(trx, await lockBooking(trx, id)))
    const [booking, other] = [await confirmed(), await confirmed()]
    const { number } = await findOrIssueInvoice(shop.core, booking.id)
    const change = { actor: systemActor, now: shop.core.clock() }
    await inBooking(booking.id, (trx, locked) => withdrawConfirmation(trx, locked, change))
    expect((await findOrIssueInvoice(shop.core, booking.id)).number).toBeNull()
    expect((await printInvoice(deps(), booking.id)).name).toBe(`Invoice ${booking.booking_reference}.pdf`)
    expect((await findOrIssueInvoice(shop.core, other.id)).number).not.toBe(number)
    const last = await lastNumber()
    await inBooking(booking.id, (trx, locked) => confirmBooking(trx, shop.core, locked, systemActor))
    expect((await findOrIssueInvoice(shop.core, booking.id)).number).toBe(number)
    expect(await lastNumber()).toBe(last)
  })

  it('keeps its number when the booking is cancelled after the confirmation was withdrawn', async () => {
    const booking = await confirmed()
    const { number } = await findOrIssueInvoice(shop.core, booking.id)
    await sql`update bookings set booking_status = 'cancelled' where id = ${booking.id}`.execute(shop.core.db)
    expect((await findOrIssueInvoice(shop.core, booking.id)).number).toBe(number)
  })

  it('never changes after it was issued', async () => {
    const booking = await confirmed()
    const first = await findOrIssueInvoice(shop.core, booking.id)
    await sql`update bookings set customer_name = 'Somebody Else' where id = ${booking.id}`.execute(shop.core.db)
    shop.core.clock.advance(60 * 24)
    expect(await findOrIssueInvoice(shop.core, booking.id)).toEqual(first)
    await expect(sql`update invoices set number = 99`.execute(shop.core.db)).rejects.toThrow('append only')
  })

  it('is numbered without gaps or duplicates under parallel requests', async () => {
    const bookings = await Promise.all(Array.from({ length: 6 }, () => confirmed()))
    const start = await lastNumber()
    const numbers = await Promise.all(
      [...bookings, ...bookings, ...bookings].map(async ({ id }) => (await findOrIssueInvoice(shop.core, id)).number),
    )
    const given = [...new Set(numbers)].map((number) => Number(number?.slice(-6))).sort((a, b) => a - b)
    expect(given).toEqual(Array.from({ length: 6 }, (_, index) => start + index + 1))
    expect(await lastNumber()).toBe(start + 6)
  })

  it('(control) numbers taken without the lock of the series are duplicates', async () => {
    const allHaveRead = barrier(4)
    const next = (): Promise<number> =>
      shop.core.db.transaction().execute(async (trx) => {
        const { rows } = await sql<{ n: number }>`
          select coalesce(max(last_number), 0) + 1 as n from invoice_series`.execute(trx)
        await allHaveRead()
        await sql`update invoice_series set last_number = ${rows[0]?.n ?? 1}`.execute(trx)
        return rows[0]?.n ?? 1
      })
    const before = await lastNumber()
    const taken = await Promise.all(Array.from({ length: 4 }, next))
    expect(new Set(taken).size).toBeLessThan(4)
    await sql`update invoice_series set last_number = ${before}`.execute(shop.core.db)
  })
})

describe('the voucher', () => {
  it('exists once the booking is confirmed, in any script', async () => {
    const waiting = await booked()
    expect((await linksTo(waiting)).voucher).toBeNull()
    expect(await codeOf(printVoucher(deps(), waiting.id))).toBe('paper/no-voucher')
    for (const customer_name of ['محمد عبد الله', 'गीता शर्मा', 'محمد یوسف گل', 'Łucja Żółć']) {
      const booking = await confirmed({ customer_name })
      const printout = await printVoucher(deps(), booking.id)
      expect(printout.bytes.subarray(0, 5).toString()).toBe('%PDF-')
    }
  })
})

describe('the meeting point', () => {
  const place = 'Al Seef Street, beside the abra station'
  const meeting = async (pickup_location: string | null) => {
    const booking = await confirmed()
    const { core } = shop
    await core.db.updateTable('bookings').set({ pickup_location }).where('id', '=', booking.id).execute()
    await sql`update services set details = details || jsonb_build_object('meeting_point', ${place}::text)
      where id = ${booking.service_id}`.execute(core.db)
    const jobs: PdfJob[] = []
    const render = async (job: PdfJob) => Buffer.from(String(jobs.push(job)))
    await printVoucher({ ...deps(), pdfRenderer: { render } }, booking.id)
    const [job] = jobs
    const facts = job?.type === 'voucher' ? job.facts.map(({ label, value }) => `${label}: ${value}`) : []
    const calendar = (await writeCalendarFile(core, booking.id)).bytes.toString().replaceAll('\r\n ', '')
    return { facts, location: /^LOCATION.*$/m.exec(calendar)?.[0].trim() }
  }

  it('is on the voucher and in the calendar entry of customers who are not picked up', async () => {
    const { facts, location } = await meeting(null)
    expect(facts).toContain(`Meeting point: ${place}`)
    expect(location).toBe(`LOCATION:${place.replace(',', '\\,')}`)
  })

  it('gives way to the pickup', async () => {
    const { facts, location } = await meeting('Hotel lobby')
    expect(facts.filter((fact) => /^Meeting point|^Pickup/.test(fact))).toEqual(['Pickup: Hotel lobby'])
    expect(location).toBe('LOCATION:Hotel lobby')
  })
})

describe('the code of a voucher', () => {
  it('leads to the tracker, and staff to the check-in', async () => {
    const booking = await confirmed()
    const jobs: PdfJob[] = []
    const render = async (job: PdfJob) => Buffer.from(String(jobs.push(job)))
    await printVoucher({ ...deps(), pdfRenderer: { render } }, booking.id)
    const [job] = jobs
    if (job?.type !== 'voucher') return expect.fail('no voucher was drawn')
    const { origin, pathname, search } = new URL(job.checkUrl)
    expect([origin, search]).toEqual(['http://shop.test', ''])
    const leadsTo = async (headers?: { cookie: string }) =>
      (await shop.call(`GET ${pathname}`, undefined, headers)).headers.location
    expect(await leadsTo()).toBe(`/track-booking?reference=${booking.booking_reference}`)
    expect(await leadsTo((await shop.signIn('guide')).headers)).toMatch(/^\/admin\/check-in\/voucher\/[\w.-]+$/)
  })
})

describe('the calendar entry', () => {
  it("has the start time and the booking's status", async () => {
    const booking = await confirmed()
    const answer = await fetchPrintout(booking, 'calendar')
    expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8')
    expect(answer.payload).toContain('DTSTART:20261201T060000Z')
    expect(answer.payload).toContain('STATUS:CONFIRMED')
    expect(answer.payload).toContain(`UID:${booking.id}@shop.test`)
    expect(answer.payload).not.toContain('token')
    expect(answer.payload.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
  })
  it('does not exist for a booking without a date', async () => {
    const booking = await booked()
    await sql`update bookings set travel_date = null where id = ${booking.id}`.execute(shop.core.db)
    expect(await codeOf(writeCalendarFile(shop.core, booking.id))).toBe('paper/no-date')
    expect(await codeOf(linkPrintouts(shop.core, visitor, { bookingId: booking.id }))).toBe('booking/not-found')
  })
})

async function lastNumber(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select coalesce(max(last_number), 0) as n from invoice_series`.execute(
    shop.core.db,
  )
  return rows[0]?.n ?? 0
}
