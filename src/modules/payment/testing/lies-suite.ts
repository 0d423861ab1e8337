import { beforeAll, describe, expect, it } from 'vitest'
import { isRefusal } from '../../../kernel/refusal.ts'
import { checkPayment, readAdminPayment, readPaymentPage, receiveWebhook, returnFromProvider } from '../index.server.ts'
import { listReviews } from '../reviews/list-reviews.server.ts'
import { listRefusedReports } from '../webhooks/list-refused.server.ts'
import { openBooks, standing } from './arrival-truth.ts'
import type { SupplierLie, SupplierReport } from './stand-in.ts'
import { type OpenSupplier, type SupplierWorld, startedWith, supplierWorld } from './supplier-world.ts'
import { type Held, visitor } from './world.ts'

let world: SupplierWorld
type Order = { readonly held: Held; readonly id: string; readonly ref: string }

async function anOrder(): Promise<Order> {
  const held = await world.aBooking({ isInstant: true })
  const { attempt } = await startedWith(world, held)
  if (attempt.provider_order_ref === null) throw new Error(`not started: ${attempt.state}`)
  return { held, id: attempt.id, ref: attempt.provider_order_ref }
}
async function aPaidOrder(): Promise<Order> {
  const order = await anOrder()
  await world.standIn.act(order.ref, 'pay')
  return order
}
const reportsOf = ({ ref }: Order, at = world.clock()) => world.standIn.reports(ref, at)

/** The outcome of a webhook. 'refused': not the supplier's. 'later': accepted when repeated. */
const send = ({ rawBody, headers }: SupplierReport): Promise<'taken' | 'refused' | 'later'> =>
  receiveWebhook(world, world.standIn.provider, rawBody, headers).then(
    () => 'taken',
    (error: unknown) => {
      if (isRefusal(error, 'payment/bad-signature')) return 'refused'
      if (isRefusal(error, 'payment/provider-unreachable')) return 'later'
      throw error
    },
  )

/** Refused webhooks that staff see, of all providers. */
const refusedSoFar = async (): Promise<number> =>
  (await listRefusedReports(world)).providers.reduce((sum, { total }) => sum + total, 0)
const moneyOf = async ({ held }: Order) => standing(await openBooks(world, held.bookingId))

const text = ({ rawBody }: SupplierReport): string => Buffer.from(rawBody).toString('utf8')
const withBody = (report: SupplierReport, body: string): SupplierReport => ({ ...report, rawBody: Buffer.from(body) })

/** A supplier without signatures is asked about every webhook. */
const isSigned = ({ headers }: SupplierReport): boolean =>
  Object.keys(headers).some((name) => name.toLowerCase() !== 'content-type')
/** Forged: no signature, another's, truncated, extended, or with one byte changed. */
function forgeries(report: SupplierReport): readonly SupplierReport[] {
  const body = text(report)
  const middle = Math.floor(body.length / 2)
  const changed = body.slice(0, middle) + (body[middle] === '1' ? '2' : '1') + body.slice(middle + 1)
  return [
    ...(isSigned(report) ? [{ ...report, headers: {} }, withBody(report, changed)] : []),
    withBody(report, body.slice(0, middle)),
    withBody(report, ''),
  ]
}
const isJson = (body: string): boolean => /^\s*[[{]/.test(body)

const lies: readonly SupplierLie[] = ['wrong-amount', 'wrong-currency', 'wrong-order', 'wrong-mode']
/** Why staff review them. */
const reasons: Readonly<Partial<Record<SupplierLie, string>>> = {
  'wrong-amount': 'amount-short',
  'wrong-currency': 'other-currency',
  'wrong-order': 'other-order',
}

/**
 * False webhooks and answers: none of them moves money or changes a state, and staff see them. Every provider's test
 * runs this suite.
 */
export function liesSuite(name: string, open: OpenSupplier): void {
  describe(`false reports about ${name}`, () => {
    beforeAll(async () => {
      world = await supplierWorld(open)
    })

    it('that are forged are refused, change nothing and are shown to staff [C208]', async () => {
      const paid = await aPaidOrder()
      const before = await moneyOfUntold(paid)
      const reports = await reportsOf(paid)
      const forged = reports.slice(-1).flatMap(forgeries)
      const refusedBefore = await refusedSoFar()
      for (const report of forged) expect(await send(report)).toBe('refused')
      expect(await refusedSoFar()).toBe(refusedBefore + forged.length)
      expect(await moneyOfUntold(paid)).toEqual(before)
    })

    it('that rename the report of another order pay nothing', async () => {
      const [paid, open] = [await aPaidOrder(), await anOrder()]
      for (const report of await reportsOf(paid)) {
        const renamed = text(report).replaceAll(paid.ref, open.ref).replaceAll(paid.id, open.id)
        await send(withBody(report, renamed))
      }
      expect(await world.booking(open.held.bookingId)).toMatchObject({ payment_status: 'pending', paid_minor: 0 })
      expect((await world.attempts(open.held.bookingId))[0]).toMatchObject({ captured_minor: 0 })
    })

    it('that are altered or old are refused, or only trigger a check', async () => {
      const paid = await aPaidOrder()
      const reports = await reportsOf(paid)
      const body = (report: SupplierReport) => JSON.stringify(JSON.parse(text(report)), null, 1)
      const anew = reports.filter((report) => isJson(text(report))).map((report) => withBody(report, body(report)))
      for (const report of anew) expect(await send(report)).not.toBe('taken')
      const long = new Date(world.clock().getTime() - 400 * 24 * 3_600_000)
      for (const report of await reportsOf(paid, long)) expect(await send(report)).toBe('refused')
      expect((await world.booking(paid.held.bookingId)).paid_minor).toBe(0)
      for (const report of reports) await send(report)
      expect((await world.booking(paid.held.bookingId)).payment_status).toBe('completed')
    })

    it('that are replayed a hundred times are stored once and undo nothing', async () => {
      const paid = await aPaidOrder()
      const first = await reportsOf(paid)
      for (const report of first) await send(report)
      const { amount_minor: amount } = (await world.attempts(paid.held.bookingId))[0]!
      await world.standIn.refundElsewhere(paid.ref, amount)
      for (const report of await reportsOf(paid)) await send(report)
      const before = await moneyOf(paid)
      const events = await eventsOf(paid)
      for (let turn = 0; turn < 100 / Math.max(1, first.length); turn++)
        await Promise.all(first.map((report) => send(report)))
      expect(await moneyOf(paid)).toEqual(before)
      expect(await eventsOf(paid)).toBe(events)
    })

    for (const lie of lies)
      it(`such as ${lie} confirm nothing and are shown to staff for review`, async () => {
        const order = await aPaidOrder()
        const refusedBefore = await refusedSoFar()
        await world.standIn.lie(order.ref, lie)
        for (const report of await reportsOf(order)) await send(report)
        const visit = await world.standIn.returnVisit(order.ref)
        if (visit) expect(await returnFromProvider(world, order.id, visit)).not.toContain('status=success')
        await checkPayment(world, visitor, order.held)
        const booking = await world.booking(order.held.bookingId)
        expect(booking).toMatchObject({ paid_minor: 0, payment_status: 'pending', booking_status: 'pending' })
        const [attempt] = await world.attempts(order.held.bookingId)
        expect(['requires_action', 'processing']).toContain(attempt!.state)
        const shown = await readAdminPayment(world, order.held.bookingId)
        const { reviewReason } = shown.attempts[0]!
        const reason = reasons[lie]
        if (reason) expect(reviewReason).toBe(reason)
        // Some suppliers cannot report another mode at all: then the webhook is refused.
        else
          expect(reviewReason ?? ((await refusedSoFar()) > refusedBefore && 'refused')).toMatch(
            /^(other-mode|refused)$/,
          )
        const { items } = await listReviews(world, { limit: 100 })
        expect(items.some(({ attemptId }) => attemptId === order.id)).toBe(reviewReason !== null)
        // The customer may have paid, so no payment is requested until staff have reviewed it.
        const page = await readPaymentPage(world, visitor, order.held)
        if (reason) expect(page.isChecking).toBe(true)
      })

    it('keep the contract of the supplier', () => {
      expect(world.standIn.breaches()).toEqual([])
    })
  })
}

/** Without asking the supplier, which would answer correctly. */
const moneyOfUntold = async ({ held }: Order) => {
  const [attempt] = await world.attempts(held.bookingId)
  const { payment_status, paid_minor, booking_status } = await world.booking(held.bookingId)
  return { payment_status, paid_minor, booking_status, state: attempt?.state, captured: attempt?.captured_minor }
}
const eventsOf = async ({ id }: Order): Promise<number> => {
  const rows = await world.db.selectFrom('payment_events').select('id').where('attempt_id', '=', id).execute()
  return rows.length
}
