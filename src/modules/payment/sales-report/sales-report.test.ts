import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { countStatements } from '../../../../bench/statement-counter.ts'
import { type Session, type TestApp, testApp } from '../../../../tests/support/app.ts'
import { decideStatus } from '../../booking/index.server.ts'
import { addService, addUsers, admin, book } from '../../booking/testing/fixtures.ts'
import type { SalesReport } from './contract.ts'

let shop: TestApp
let owner: Session
// The clock of the tests shows noon in Dubai on 21 November 2026.
const month = 'from=2026-11-01&to=2026-11-30'
async function report(query: string): Promise<SalesReport> {
  const answer = await shop.call(`GET /api/admin/sales-report?${query}`, undefined, owner.headers)
  expect(answer.status, answer.text).toBe(200)
  return answer.json() as SalesReport
}
const rowsOf = ({ rows }: SalesReport) =>
  rows.flatMap(({ key, name, sums }) =>
    sums.map((sum) => [
      ...[key, name, sum.bookings, sum.cancelled, sum.travellers],
      ...[sum.sold, sum.received, sum.refunded, sum.outstanding].map(({ minor }) => minor),
    ]),
  )
const post = async (path: string, body: object) => {
  const answer = await shop.call(`POST /api/admin/${path}`, body, owner.headers)
  expect(answer.status, answer.text).toBeLessThan(300)
}

beforeAll(async () => {
  shop = await testApp()
  owner = await shop.signIn('admin')
  await addUsers(shop.core)
  const [tour, ticket] = [
    await addService(shop.core, 'tour', {}, { title: 'Safari' }),
    await addService(shop.core, 'ticket', {}, { title: 'Museum', currency: 'USD' }),
  ]
  const paid = await book(shop.core, tour, { adults_count: 2 })
  await post(`bookings/${paid.id}/arrival-payment`, { reason: 'Paid at the counter' })
  const { id: attempt } = await shop.core.db
    .selectFrom('payment_attempts')
    .select('id')
    .where('booking_id', '=', paid.id)
    .executeTakeFirstOrThrow()
  await post(`payment-attempts/${attempt}/refunds`, { amountMinor: 5_000, reason: 'The boat was late' })
  await shop.runJobs()
  const refund = await shop.core.db.selectFrom('refunds').select(['id', 'state']).executeTakeFirstOrThrow()
  if (refund.state !== 'succeeded') await post(`refunds/${refund.id}/settlement`, { outcome: 'succeeded' })
  await book(shop.core, ticket, { adults_count: 1, customer_email: 'ben@example.com' }, admin)
  const gone = await book(shop.core, tour, { adults_count: 3, customer_email: 'zoe@example.com' })
  await decideStatus(shop.core, admin, gone.id, 'cancel')
})

describe('the sales report', () => {
  it('adds up sales, money that moved and what is owed, by kind', async () => {
    const sales = await report(month)
    expect(rowsOf(sales)).toEqual([
      ['tour', '', 2, 1, 2, 20_000, 20_000, 5_000, 0],
      ['ticket', '', 1, 0, 1, 15_000, 0, 0, 15_000],
    ])
    expect(sales.totals).toMatchObject([{ bookings: 3, sold: { minor: 35_000 }, outstanding: { minor: 15_000 } }])
    expect(sales.previous).toMatchObject({ from: '2026-10-02', to: '2026-10-31', total: { bookings: 0 } })
  })

  it('knows items by their titles and sellers by their names', async () => {
    expect(rowsOf(await report(`${month}&by=item`)).map(([, name, bookings]) => [name, bookings])).toEqual([
      ['Safari', 2],
      ['Museum', 1],
    ])
    expect(rowsOf(await report(`${month}&by=staff`)).map(([key, name, bookings]) => [key, name, bookings])).toEqual([
      ['', '', 2],
      ['admin-1', 'Asma Khan', 1],
    ])
    expect(rowsOf(await report(`${month}&by=source`)).map(([key, , bookings]) => [key, bookings])).toEqual([
      ['shop', 2],
      ['staff', 1],
    ])
    expect(rowsOf(await report(`${month}&by=promo`)).map(([key, , bookings]) => [key, bookings])).toEqual([['', 3]])
  })

  it('counts in the days of the agency, and money on the day it moved', async () => {
    // 22:00 in London is the next day in Dubai.
    await sql`update bookings set created_at = '2026-10-31T21:00:00Z' where service_title = 'Safari'`.execute(
      shop.core.db,
    )
    expect(rowsOf(await report(`${month}&by=month`))[0]?.slice(0, 3)).toEqual(['2026-11', '', 3])
    await sql`update bookings set created_at = '2026-10-31T19:00:00Z' where service_title = 'Safari'`.execute(
      shop.core.db,
    )
    expect(rowsOf(await report('from=2026-10-01&to=2026-11-30&by=month'))).toEqual([
      ['2026-10', '', 2, 1, 2, 20_000, 0, 0, 0],
      ['2026-11', '', 1, 0, 1, 15_000, 20_000, 5_000, 15_000],
    ])
    expect((await report(month)).previous.total).toMatchObject({ bookings: 2 })
  })

  it('takes two statements for any number of groups', async () => {
    await report(month)
    const { statements } = await countStatements(shop.core.pool).during(() => report(`${month}&by=item`))
    expect(statements.filter(({ text }) => text.includes('ledger_entries'))).toHaveLength(2)
  })

  it('is a table for spreadsheets, with the same figures', async () => {
    const answer = await shop.call(`GET /api/admin/sales-report.csv?${month}&by=item`, undefined, owner.headers)
    expect(answer.status).toBe(200)
    const lines = answer.text.split('\r\n')
    expect(lines[0]).toBe(
      '\uFEFFGroup,Name,Currency,Bookings,Cancelled,Travellers,Sold,Tax within,Received,Refunded,Outstanding',
    )
    expect(lines.find((line) => line.includes('Museum'))).toMatch(
      /,Museum,USD,1,0,1,150\.00,0\.00,0\.00,0\.00,150\.00$/,
    )
  })

  it.each([
    ['from=2026-11-02&to=2026-11-01', 'Choose a last day on or after the first'],
    ['from=2020-01-01&to=2026-11-01', 'Choose a period of at most three years'],
    ['from=2026-11-32&to=2026-12-01', 'from'],
    [`${month}&by=password`, 'by'],
    [`${month}&type=${"'; drop table bookings --"}`, ''],
  ])('%s is refused at its field, or finds nothing', async (query, message) => {
    for (const path of ['sales-report', 'sales-report.csv']) {
      const answer = await shop.call(`GET /api/admin/${path}?${encodeURI(query)}`, undefined, owner.headers)
      expect(answer.status).toBe(message === '' ? 200 : 422)
      expect(answer.text).toContain(message)
    }
  })

  it('is for staff who may see payments', async () => {
    for (const [role, status] of [
      ['content', 403],
      ['guide', 403],
      ['manager', 200],
    ] as const) {
      const { headers } = await shop.signIn(role)
      expect((await shop.call(`GET /api/admin/sales-report?${month}`, undefined, headers)).status, role).toBe(status)
      expect((await shop.call(`GET /api/admin/sales-report.csv?${month}`, undefined, headers)).status).toBe(status)
    }
  })
})
