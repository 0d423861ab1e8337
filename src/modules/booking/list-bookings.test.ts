import fastify from 'fastify'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestCore, testCore } from '../../../tests/support/database.ts'
import { newId } from '../../platform/crypto/keyring.server.ts'
import { saveRates, saveSettings } from '../settings/index.server.ts'
import {
  decideStatus,
  exportBookings,
  listBookings,
  listMyBookings,
  readDashboard,
  recordPayment,
  registerBookingRoutes,
  systemActor,
} from './index.server.ts'
import { adminListInput } from './list-contract.ts'
import { readTrends } from './queries/trends.server.ts'
import { sortColumns } from './sort-columns.ts'
import type { BookingRecord } from './tables.server.ts'
import { addService, addUsers, admin, book, codeOf, customer, visitor, withBooking } from './testing/fixtures.ts'

let core: TestCore
const made: BookingRecord[] = []

const people = [
  ['Asha Rao', 'asha@example.com'],
  ['=HYPERLINK("http://evil.example")', 'mallory@example.com'],
  ['Zoë "Z", Brown', 'zoe@example.com'],
  ['Ben 100%_off', 'ben@example.com'],
  ['asha rao', 'other@example.com'],
] as const

beforeAll(async () => {
  core = await testCore()
  await addUsers(core)
  const tour = await addService(core, 'tour', {}, { title: 'Desert Safari' })
  const ticket = await addService(core, 'ticket', {}, { title: 'burj ticket' })
  const visa = await addService(core, 'visa')
  for (let n = 0; n < 15; n++) {
    // Some share a millisecond: then the id decides.
    if (n % 3 === 0) core.clock.advance(1)
    const [customer_name, customer_email] = people[n % people.length]!
    const person = { customer_email, adults_count: 1 + (n % 4) }
    const kind = [tour, ticket, visa][n % 3]!
    const open = { travel_date: null, travel_time: null, details: { booking_option: 'pay_now' } }
    const { id } = await book(core, kind, kind === visa ? { ...person, ...open } : person, n < 4 ? customer : visitor)
    // Names of old bookings were not checked.
    const named = core.db.updateTable('bookings').set({ customer_name }).where('id', '=', id)
    made.push(await named.returningAll().executeTakeFirstOrThrow())
  }
  for (const n of [0, 1, 2, 3]) await decideStatus(core, admin, made[n]!.id, 'confirm')
  await decideStatus(core, admin, made[0]!.id, 'complete')
  await decideStatus(core, admin, made[5]!.id, 'cancel')
  for (const [n, paidMinor] of [
    [0, 10_000],
    [4, 30_000],
  ] as const)
    await withBooking(core, made[n]!.id, (trx, booking) =>
      recordPayment(
        trx,
        core,
        booking,
        { paymentStatus: 'completed', paidMinor, gateway: 'stripe' },
        { event: 'payment-completed', actor: systemActor },
      ),
    )
  await withBooking(core, made[0]!.id, (trx, booking) =>
    recordPayment(
      trx,
      core,
      booking,
      { paymentStatus: 'refunded', refundedMinor: 4_000 },
      { event: 'payment-refunded', actor: systemActor },
    ),
  )
})

const list = (input: Record<string, unknown> = {}) => listBookings(core, adminListInput.parse(input))
const idsOf = (bookings: readonly { id: string }[]) => bookings.map(({ id }) => id)

/** All pages. */
async function walk(input: Record<string, unknown>): Promise<{ id: string }[]> {
  const items: { id: string }[] = []
  let cursor: string | undefined
  do {
    const page = await list({ ...input, limit: 4, ...(cursor && { cursor }) })
    items.push(...page.items)
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  return items
}

describe('the bookings list', () => {
  it('starts with the newest [A132]', async () => {
    const { items } = await list()
    const newestFirst = [...made].sort(
      (a, b) => b.created_at.getTime() - a.created_at.getTime() || (a.id < b.id ? 1 : -1),
    )
    expect(idsOf(items)).toEqual(idsOf(newestFirst))
  })
  it.each(sortColumns.flatMap((sort) => (['asc', 'desc'] as const).map((direction) => [sort, direction] as const)))(
    'pages through every booking once, sorted by %s %s [A132, A133]',
    async (sort, direction) => {
      const items = await walk({ sort, direction })
      expect(idsOf(items).sort()).toEqual(idsOf(made).sort())
      const whole = await list({ sort, direction, limit: 100 })
      expect(idsOf(items)).toEqual(idsOf(whole.items))
      const opposite = await list({ sort, direction: direction === 'asc' ? 'desc' : 'asc', limit: 100 })
      expect(idsOf(opposite.items)).toEqual(idsOf(items).reverse())
    },
  )
  it('sorts text case-insensitively, and amounts across currencies by value [A132]', async () => {
    const names = (await list({ sort: 'customer_name', direction: 'asc' })).items.map((row) =>
      row.customer_name.toLowerCase(),
    )
    expect(names).toEqual([...names].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)))
    const worth = (await list({ sort: 'final_amount', direction: 'asc' })).items.map(
      (row) => row.amount_inr?.minor ?? 0,
    )
    expect(worth).toEqual([...worth].sort((a, b) => a - b))
    expect(new Set((await list()).items.map((row) => row.final_amount.currency)).size).toBeGreaterThan(1)
  })
  it("shows the final amount in INR too, at the agency's rates [A138]", async () => {
    await saveRates(core, admin, { INR: '90' })
    const { items } = await list({ q: 'mallory', type: 'ticket' })
    const row = items.find((each) => each.final_amount.currency === 'AED')
    // AED to USD at 3.67, then to INR at 90.
    expect(row?.amount_inr).toEqual({ minor: Math.round((row!.final_amount.minor / 3.67) * 90), currency: 'INR' })
    await saveRates(core, admin, { INR: '86' })
  })
  it.each([
    ['part of a name in any case', 'ASHA r', (b: BookingRecord) => /asha rao/i.test(b.customer_name)],
    ['an email', 'zoe@', (b: BookingRecord) => b.customer_email.startsWith('zoe@')],
    ['a title', 'desert saf', (b: BookingRecord) => b.service_title === 'Desert Safari'],
    ['signs that stand for anything elsewhere', '100%_o', (b: BookingRecord) => b.customer_name.includes('100%_off')],
    ['a percent sign', '%', (b: BookingRecord) => b.customer_name.includes('%')],
    ['nothing that is there', 'no such words', () => false],
  ])('finds %s [A134]', async (_, q, matches) => {
    const page = await list({ q, limit: 100 })
    const wanted = made.filter(matches)
    expect(idsOf(page.items).sort()).toEqual(idsOf(wanted).sort())
    expect([page.total, page.totalIsExact]).toEqual([wanted.length, true])
  })
  it.each([
    ['the whole of an email address', 'ZOE@example.com', (b: BookingRecord) => b.customer_email === 'zoe@example.com'],
    ['an inner part of an email address', 'oe@examp', (b: BookingRecord) => b.customer_email === 'zoe@example.com'],
    ['a domain', '@example.com', (b: BookingRecord) => b.customer_email.endsWith('@example.com')],
    [
      'two letters that begin a word',
      'RA',
      (b: BookingRecord) => / ra/i.test(` ${b.customer_name} ${b.customer_email} ${b.service_title}`),
    ],
    ['one letter that begins a word', 'z', (b: BookingRecord) => / z/i.test(` ${b.customer_name} ${b.customer_email}`)],
    ['signs alone', '"', (b: BookingRecord) => b.customer_name.includes('"')],
  ])('finds by %s, and counts them [A134]', async (_, q, matches) => {
    const page = await list({ q, limit: 100 })
    const wanted = made.filter(matches)
    expect(wanted.length).toBeGreaterThan(0)
    expect(idsOf(page.items).sort()).toEqual(idsOf(wanted).sort())
    expect([page.total, page.totalIsExact]).toEqual([wanted.length, true])
  })
  it('finds part of a reference, but no text that spans two columns [A134]', async () => {
    const { booking_reference: reference, id } = made[4]!
    expect(idsOf((await list({ q: reference.slice(2).toLowerCase() })).items)).toEqual([id])
    expect((await list({ q: 'rao asha@' })).items).toEqual([])
  })
  it('filters by state and by type, in any spelling, with an exact total [A135, A136, A137]', async () => {
    const of = async (input: Record<string, unknown>) => {
      const { items, total, totalIsExact } = await list({ ...input, limit: 100 })
      expect([total, totalIsExact]).toEqual([items.length, true])
      return items
    }
    expect(idsOf(await of({ status: 'confirmed' })).sort()).toEqual(idsOf(made.slice(1, 4)).sort())
    expect(idsOf(await of({ status: 'completed' }))).toEqual([made[0]!.id])
    expect(idsOf(await of({ status: 'cancelled' }))).toEqual([made[5]!.id])
    expect(await of({ type: 'ticket' })).toHaveLength(5)
    expect(await of({ type: 'ok-to-board' })).toHaveLength(0)
    expect(await of({ status: 'confirmed', type: 'ticket' })).toMatchObject([{ service_type: 'ticket' }])
  })
  it('combines search and both filters [A133]', async () => {
    const items = await walk({ q: 'asha', status: 'pending', type: 'tour' })
    const wanted = made.filter(
      (each, n) => /asha/i.test(each.customer_name + each.customer_email) && each.service_type === 'tour' && n > 3,
    )
    expect(wanted.length).toBeGreaterThan(0)
    expect(idsOf(items).sort()).toEqual(idsOf(wanted).sort())
  })
  it('refuses a forged cursor', async () => {
    for (const cursor of ['nonsense', Buffer.from('["2026-01-01","x"]').toString('base64url'), 'W10'])
      expect(await codeOf(list({ cursor }))).toBe('list/bad-cursor')
  })
})

describe('my bookings', () => {
  it('lists own bookings and those of the verified address, newest first, in pages', async () => {
    const mine = made.filter((each) => each.user_id === 'user-1' || each.customer_email === 'asha@example.com')
    const first = await listMyBookings(core, customer, { limit: 3 })
    const rest = await listMyBookings(core, customer, { limit: 100, cursor: first.nextCursor ?? '' })
    expect(idsOf([...first.items, ...rest.items]).sort()).toEqual(idsOf(mine).sort())
    expect(rest.nextCursor).toBeNull()
    expect((await listMyBookings(core, visitor, { limit: 3 })).items).toEqual([])
  })
})

/** RFC 4180. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    if (quoted === undefined && plain === '' && end === '' && rows.at(-1)?.length === 0) break
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end === '\r\n') rows.push([])
    if (end === '') break
  }
  return rows.filter((row) => row.length > 0)
}
const exported = async (filter: Parameters<typeof exportBookings>[1]) => {
  let text = ''
  for await (const piece of exportBookings(core, filter)) text += piece
  return text
}

describe('the export', () => {
  it('has the specified columns, with amounts in INR and as booked [A142]', async () => {
    const text = await exported({})
    expect(text.charCodeAt(0)).toBe(0xfeff)
    const [header, ...rows] = parseCsv(text.slice(1))
    expect(header?.join(', ')).toBe(
      'Reference, Customer, Email, Phone, Service Type, Service Title, Amount (INR), Payment Method, Status, Date, Amount, Currency',
    )
    const paid = made[4]!
    expect(rows.find(([reference]) => reference === paid.booking_reference)).toEqual([
      paid.booking_reference,
      'asha rao',
      'other@example.com',
      "'+919876543210",
      'ticket',
      'burj ticket',
      '3514.99',
      'stripe',
      'pending',
      '2026-11-21 12:02 PM',
      '150.00',
      'AED',
    ])
  })
  it('contains exactly the bookings that match search and filters [A143]', async () => {
    const rows = parseCsv((await exported({ q: 'asha', status: 'pending' })).slice(1)).slice(1)
    const listed = await walk({ q: 'asha', status: 'pending' })
    expect(rows).toHaveLength(listed.length)
    expect(parseCsv((await exported({})).slice(1))).toHaveLength(made.length + 1)
  })
  it('has no cell that a spreadsheet reads as a formula, and round-trips [A144]', async () => {
    const rows = parseCsv((await exported({})).slice(1)).slice(1)
    for (const cell of rows.flat()) expect(cell).not.toMatch(/^\s*[=+\-@]/)
    const names = new Set(rows.map(([, name]) => name))
    expect(names).toContain('\'=HYPERLINK("http://evil.example")')
    expect(names).toContain('Zoë "Z", Brown')
  })
  it('is a download named after the date, for staff only [A141]', async () => {
    const app = fastify()
    const access: unknown[] = []
    app.addHook('onRoute', (route) => {
      access.push(route.config?.access)
    })
    let caller = visitor
    const store = { put: async () => {}, get: async () => new Uint8Array(), remove: async () => {}, async *list() {} }
    registerBookingRoutes(app, { ...core, store }, () => caller)
    const url = '/api/admin/bookings.csv?type=ticket'
    expect((await app.inject({ url })).statusCode).not.toBe(200)
    caller = admin
    const answer = await app.inject({ url })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-disposition']).toBe('attachment; filename="bookings-2026-11-21.csv"')
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(parseCsv(answer.body.slice(1))).toHaveLength(6)
    expect(access).toContain('staff:bookings')
    expect(access).not.toContain(undefined)
    expect((await app.inject({ url: '/api/admin/bookings.csv?status=gone' })).statusCode).not.toBe(200)
    await app.close()
  })
})

describe('the dashboard', () => {
  it("sums payments minus refunds, converted into the agency's currency [A033, A034]", async () => {
    // 100 USD paid and 40 refunded; 300 AED paid.
    expect((await readDashboard(core)).revenue).toEqual({ minor: Math.round(6000 * 3.67) + 30_000, currency: 'AED' })
    await saveSettings(core, admin, { currency: 'USD' })
    expect((await readDashboard(core)).revenue).toEqual({ minor: 6000 + Math.round(30_000 / 3.67), currency: 'USD' })
    await saveSettings(core, admin, { currency: 'AED' })
  })
  it('counts all and pending bookings, and items by kind [A035, A036]', async () => {
    const shown = await readDashboard(core)
    expect([shown.bookings, shown.pending]).toEqual([15, 10])
    expect(shown.services).toMatchObject({ tour: 1, ticket: 1, visa: 1, package: 0 })
  })
  it('shows the five newest bookings with their own amount and currency [A037, A038]', async () => {
    const { recent } = await readDashboard(core)
    expect(idsOf(recent)).toEqual(idsOf((await list({ limit: 5 })).items))
    const shown = recent.map(({ id, customer_email, final_amount: { minor, currency } }) => [
      id,
      customer_email,
      minor,
      currency,
    ])
    const stored = recent.map(({ id }) => made.find((each) => each.id === id)!)
    expect(shown).toEqual(stored.map((each) => [each.id, each.customer_email, each.final_minor, each.currency]))
  })
  it('shows the open work that other rooms report', async () => {
    await sql`update bookings set travel_date = '2026-11-22' where id = ${made[1]!.id}`.execute(core.db)
    expect((await readDashboard(core, { proofsToCheck: 3 })).needsAction).toEqual({
      ...{ proofsToCheck: 3, departuresSoon: 1, awaitingAgency: 0 },
      // The confirmed visa whose documents are missing.
      missingDocuments: 1,
      uncheckedDocuments: 0,
    })
  })
  it('counts sold bookings that wait for documents, and links to exactly these in list and export', async () => {
    // Completed, confirmed, paid but not confirmed, cancelled, unpaid.
    const [over, confirmed, paid, cancelled, unsold] = [0, 1, 4, 5, 6].map((n) => made[n]!)
    const visa = made[2]
    for (const booking of [over, confirmed, paid, cancelled, unsold])
      await sql`update bookings set case_stage = 'waiting_for_documents' where id = ${booking?.id}`.execute(core.db)
    expect((await readDashboard(core)).needsAction.missingDocuments).toBe(3)
    const missing = await list({ documents: 'missing' })
    expect(idsOf(missing.items)).toEqual([paid?.id, visa?.id, confirmed?.id])
    expect([missing.total, missing.totalIsExact]).toEqual([3, true])
    expect(idsOf((await list({ documents: 'missing', sort: 'final_amount' })).items).sort()).toEqual(
      [paid?.id, visa?.id, confirmed?.id].sort(),
    )
    expect(idsOf((await list({ documents: 'missing', status: 'confirmed' })).items)).toEqual([visa?.id, confirmed?.id])
    const lines = (await exported({ documents: 'missing' })).trim().split('\r\n')
    expect(lines).toHaveLength(4)
    expect(() => adminListInput.parse({ documents: 'all' })).toThrow()
  })
  it('agrees with a count of the table [A035]', async () => {
    const { rows } = await sql<{ n: number; paid: number }>`select count(*)::int as n,
      sum(paid_minor)::int as paid from bookings`.execute(core.db)
    const { rows: counted } = await sql<{ n: number; paid: number }>`select sum(bookings)::int as n,
      sum(paid_minor)::int as paid from booking_counters`.execute(core.db)
    expect(counted).toEqual(rows)
  })
})

describe('the charts', () => {
  it('show money by the day it moved and bookings by the day they were made', async () => {
    const { points } = await readTrends(core, '30-days')
    const today = points.at(-1)!
    expect(points).toHaveLength(30)
    expect(today).toEqual({ from: '2026-11-21', bookings: 15, net: (await readDashboard(core)).revenue })
    expect(points.slice(0, -1).every(({ net, bookings }) => net.minor === 0 && bookings === 0)).toBe(true)
    expect((await readTrends(core, '12-months')).points.at(-1)).toEqual({ ...today, from: '2026-11-01' })
  })
  it('count every booking once by state and once by kind', async () => {
    const { byStatus, byKind } = await readTrends(core, '30-days')
    expect(byStatus).toEqual([
      { status: 'pending', bookings: 10 },
      { status: 'confirmed', bookings: 3 },
      { status: 'cancelled', bookings: 1 },
      { status: 'completed', bookings: 1 },
    ])
    expect(byKind.filter(({ bookings }) => bookings > 0)).toEqual([
      { kind: 'tour', bookings: 5 },
      { kind: 'visa', bookings: 5 },
      { kind: 'ticket', bookings: 5 },
    ])
  })
  it('count a refund on the day of the refund', async () => {
    core.clock.advance(24 * 60)
    await withBooking(core, made[4]!.id, (trx, booking) =>
      recordPayment(
        trx,
        core,
        booking,
        { paymentStatus: 'completed', refundedMinor: 1_000 },
        { event: 'payment-partly-refunded', actor: systemActor },
      ),
    )
    const { points } = await readTrends(core, '30-days')
    expect(points.at(-1)).toEqual({ from: '2026-11-22', bookings: 0, net: { minor: -1_000, currency: 'AED' } })
    expect(points.at(-2)?.from).toBe('2026-11-21')
  })
  it('agree with a count of the tables', async () => {
    const { rows } = await sql<{ n: number; paid: number; back: number }>`select count(*)::int as n,
      sum(paid_minor)::int as paid, sum(refunded_minor)::int as back from bookings`.execute(core.db)
    const { rows: counted } = await sql<{ n: number; paid: number; back: number }>`select sum(bookings)::int as n,
      sum(paid_minor)::int as paid, sum(refunded_minor)::int as back from booking_days`.execute(core.db)
    expect(counted).toEqual(rows)
  })
})

describe('a search with very many matches', () => {
  it('is counted up to 300, and finds all by the booked title even if the item was renamed [A134]', async () => {
    const tour = await addService(core, 'tour', {}, { title: 'Dhow Cruise' })
    const { search_person: _, ...booking } = await book(core, tour)
    await core.db.updateTable('services').set({ title: 'Another' }).where('id', '=', tour.id).execute()
    const copiesOf = (first: number, count: number) =>
      Array.from({ length: count }, (_, n) => ({
        ...booking,
        price_lines: JSON.stringify(booking.price_lines),
        details: JSON.stringify(booking.details),
        cancellation_terms: JSON.stringify(booking.cancellation_terms),
        gateway_response: null,
        id: newId(),
        booking_reference: `ZZ${String(first + n).padStart(10, '0')}`,
      }))
    const counted = async () => {
      const { total, totalIsExact, nextCursor } = await list({ q: 'dhow cr' })
      return { total, totalIsExact, hasMore: nextCursor !== null }
    }
    await core.db.insertInto('bookings').values(copiesOf(0, 299)).execute()
    expect(await counted()).toEqual({ total: 300, totalIsExact: true, hasMore: true })
    await core.db.insertInto('bookings').values(copiesOf(299, 1)).execute()
    expect(await counted()).toEqual({ total: 301, totalIsExact: false, hasMore: true })
    expect((await list({ q: 'dhow cr', sort: 'booking_reference' })).totalIsExact).toBe(false)
    expect(await walk({ q: 'dhow cr' })).toHaveLength(301)
    const { rows } = await sql`select from booked_titles where title = 'Dhow Cruise'`.execute(core.db)
    expect(rows).toHaveLength(1)
  })
})
