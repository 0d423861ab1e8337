import { beforeAll, describe, expect, it } from 'vitest'
import { isRefusal } from '../../../kernel/refusal.ts'
import { ProviderUnreachable } from '../gateways.server.ts'
import { checkPayment, readAdminPayment, receiveWebhook, returnFromProvider } from '../index.server.ts'
import { listRefusedReports } from '../queries/refused-reports.server.ts'
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

/** What became of a report: 'refused' is not the supplier's, 'later' is taken when it is repeated. */
const send = ({ rawBody, headers }: SupplierReport): Promise<'taken' | 'refused' | 'later'> =>
  receiveWebhook(world, world.standIn.provider, rawBody, headers).then(
    () => 'taken',
    (error: unknown) => {
      if (isRefusal(error, 'payment/bad-signature')) return 'refused'
      if (error instanceof ProviderUnreachable) return 'later'
      throw error
    },
  )

/** Reports of a refused kind that staff are shown, of all providers. */
const refusedSoFar = async (): Promise<number> =>
  (await listRefusedReports(world)).providers.reduce((sum, { total }) => sum + total, 0)
const moneyOf = async ({ held }: Order) => standing(await openBooks(world, held.bookingId))

const text = ({ rawBody }: SupplierReport): string => Buffer.from(rawBody).toString('utf8')
const withBody = (report: SupplierReport, body: string): SupplierReport => ({ ...report, rawBody: Buffer.from(body) })

/** A supplier that signs nothing is asked about whatever it seems to say. */
const isSigned = ({ headers }: SupplierReport): boolean =>
  Object.keys(headers).some((name) => name.toLowerCase() !== 'content-type')
/** Made without the keys: none, another's, cut, lengthened, or a byte of it changed. */
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

/**
 * Reports and answers that are not so: none of them moves money or a state, and staff see them. Run by each provider's
 * own test.
 */
export function liesSuite(name: string, open: OpenSupplier): void {
  describe(`what is told of ${name} and is not so`, () => {
    beforeAll(async () => {
      world = await supplierWorld(open)
    })

    it('forged reports are refused, move nothing and are shown to staff [C208]', async () => {
      const paid = await aPaidOrder()
      const before = await moneyOfUntold(paid)
      const reports = await reportsOf(paid)
      const forged = reports.slice(-1).flatMap(forgeries)
      const refusedBefore = await refusedSoFar()
      for (const report of forged) expect(await send(report)).toBe('refused')
      expect(await refusedSoFar()).toBe(refusedBefore + forged.length)
      expect(await moneyOfUntold(paid)).toEqual(before)
    })

    it("another order's report, renamed, pays for nothing", async () => {
      const [paid, open] = [await aPaidOrder(), await anOrder()]
      for (const report of await reportsOf(paid)) {
        const renamed = text(report).replaceAll(paid.ref, open.ref).replaceAll(paid.id, open.id)
        await send(withBody(report, renamed))
      }
      expect(await world.booking(open.held.bookingId)).toMatchObject({ payment_status: 'pending', paid_minor: 0 })
      expect((await world.attempts(open.held.bookingId))[0]).toMatchObject({ captured_minor: 0 })
    })

    it('a report in other bytes, or an old one, is refused or brings the truth alone', async () => {
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

    it('a report that is replayed a hundred times is kept once, and does not undo what came later', async () => {
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

    const lies: readonly SupplierLie[] = ['wrong-amount', 'wrong-currency', 'wrong-order', 'wrong-mode']
    for (const lie of lies)
      it(`${lie}: nothing is paid, and staff see it`, async () => {
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
        const isShown =
          shown.attempts[0]!.reviewReason !== null ||
          shown.events.some(({ outcome }) => outcome === 'mismatch') ||
          (await refusedSoFar()) > refusedBefore
        expect(isShown, JSON.stringify({ events: shown.events, attempt })).toBe(true)
      })

    it('keeps to the contract of the supplier in all of it', () => {
      expect(world.standIn.breaches()).toEqual([])
    })
  })
}

/** Without asking the supplier, which would tell the truth. */
const moneyOfUntold = async ({ held }: Order) => {
  const [attempt] = await world.attempts(held.bookingId)
  const { payment_status, paid_minor, booking_status } = await world.booking(held.bookingId)
  return { payment_status, paid_minor, booking_status, state: attempt?.state, captured: attempt?.captured_minor }
}
const eventsOf = async ({ id }: Order): Promise<number> => {
  const rows = await world.db.selectFrom('payment_events').select('id').where('attempt_id', '=', id).execute()
  return rows.length
}
