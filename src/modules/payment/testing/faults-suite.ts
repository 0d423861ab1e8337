import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { toAttempt } from '../attempts/store.server.ts'
import { callProvider } from '../gateways/call-provider.server.ts'
import { getGateway } from '../gateways/store.server.ts'
import { checkPayment, readPaymentPage, returnFromProvider, startPayment, sweepPayments } from '../index.server.ts'
import type { SupplierFault } from './stand-in.ts'
import { type OpenSupplier, type SupplierWorld, startedWith, supplierWorld } from './supplier-world.ts'
import { type Held, visitor, type World } from './world.ts'

/** Time limit of a call in these tests, in milliseconds, instead of eight seconds. */
const callBudget = 500
const faults: readonly SupplierFault[] = ['slow', 'hanging', 'resetting', 'losing-answers', 'error-500', 'garbage']

let world: SupplierWorld
const impatient = (): World => ({ ...world, callBudget })
const start = (deps: World, held: Held) => startedWith(world, held, deps)

/** The customer's waiting time, in milliseconds. */
async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

/** How the shop behaves when the supplier fails. Every provider's test runs this suite. */
export function faultsSuite(name: string, open: OpenSupplier): void {
  describe(`faults of ${name}`, () => {
    beforeAll(async () => {
      world = await supplierWorld(open)
      // The first call loads the supplier's library, which takes time.
      await start(world, await world.aBooking())
    })

    for (const fault of faults)
      it(`${fault}: the customer gets an answer, the booking is kept, and one order is paid once`, () =>
        sufferAt(fault))

    it('do not block payments with other providers; a connection held for each call would', async () => {
      expect(await whoIsFirst(waitingChecks)).toBe('the other customer')
      expect(await whoIsFirst(waitingTransactions)).toBe('those who wait')
    }, 60_000)

    it('keep the contract of the supplier', () => {
      expect(world.standIn.breaches()).toEqual([])
    })
  })
}

async function sufferAt(fault: SupplierFault): Promise<void> {
  const { standIn } = world
  const made = standIn.orderCount()
  const held = await world.aBooking({ isInstant: true })
  const within = callBudget * 1.125 + 4_000
  standIn.setFault(fault)
  try {
    expect(await timeOf(() => start(impatient(), held))).toBeLessThan(within)
    expect(await timeOf(() => checkPayment(impatient(), visitor, held))).toBeLessThan(within)
    // No request is needed when the browser posts the order.
    const state = standIn.arrive ? 'requires_action' : 'created'
    expect((await world.attempts(held.bookingId)).map((attempt) => attempt.state)).toEqual([state])
    await expectKept(held)
    standIn.setFault(null)
    const { attempt, isUnknown } = await start(world, held)
    expect([attempt.state, isUnknown]).toEqual(['requires_action', false])
    expect(standIn.orderCount() - made).toBe(1)
    await payWhile(fault, held, within)
    standIn.setFault(null)
    expect(await minutesUntilPaid(held)).toBeLessThan(15)
    expect((await world.booking(held.bookingId)).payment_checking_since).toBeNull()
    expect(await world.attempts(held.bookingId)).toHaveLength(1)
    expect(standIn.orderCount() - made).toBe(1)
    expect((await eventsNamed(held, 'payment.completed')).length).toBe(1)
  } finally {
    standIn.setFault(null)
  }
}

/** The payment succeeded but cannot be confirmed: the customer sees no failure and the booking waits. */
async function payWhile(fault: SupplierFault, held: Held, within: number): Promise<void> {
  const { standIn } = world
  const [row] = await world.attempts(held.bookingId)
  const ref = row!.provider_order_ref!
  await standIn.act(ref, 'pay')
  const visit = await standIn.returnVisit(ref)
  standIn.setFault(fault)
  let to = ''
  const comesBack = async () => {
    if (visit) to = await returnFromProvider(impatient(), row!.id, visit)
  }
  expect(await timeOf(comesBack)).toBeLessThan(within)
  if (visit) expect(to).toMatch(/^\/booking-confirmation/)
  if (visit) await expectUnderCheck(held)
  world.clock.advance(12)
  await sweepPayments(impatient())
  await expectKept(held)
  expect(await eventsNamed(held, 'payment.completed')).toEqual([])
}

/** No page or mail asks the customer for a second payment. */
async function expectUnderCheck(held: Held): Promise<void> {
  const { isPayable, isChecking } = await readPaymentPage(world, visitor, held)
  expect({ isPayable, isChecking }).toEqual({ isPayable: false, isChecking: true })
  const again = startPayment(impatient(), visitor, { ...held, paymentMethod: 'made_up' }, null)
  await expect(again).rejects.toMatchObject({ code: 'payment/still-processing' })
}

async function expectKept(held: Held): Promise<void> {
  expect(await world.booking(held.bookingId)).toMatchObject({ booking_status: 'pending', payment_status: 'pending' })
}
const eventsNamed = (held: Held, name: string) =>
  world.db
    .selectFrom('events')
    .select('id')
    .where('name', '=', name as never)
    .where(sql`payload ->> 'bookingId'`, '=', held.bookingId)
    .execute()

/** Only the sweeper runs, as when every webhook was lost. */
async function minutesUntilPaid(held: Held): Promise<number> {
  for (let minute = 0; minute < 15; minute++) {
    await sweepPayments(world)
    if ((await world.booking(held.bookingId)).payment_status === 'completed') return minute
    world.clock.advance(1)
  }
  return 15
}

/** Prepares one of the crowd and returns what it does while the supplier hangs. */
type Waiting = (held: Held) => Promise<() => Promise<unknown>>
const crowd = 12

/** Whether the other customer has paid before the crowd at the hanging supplier gets an answer. */
async function whoIsFirst(prepare: Waiting): Promise<string> {
  const waiting = await Promise.all(Array.from({ length: crowd }, async () => prepare(await world.aBooking())))
  const other = await world.aBooking()
  const pays = async () => {
    const { orderRef } = await world.started(other)
    world.madeUp.pay(orderRef)
    await checkPayment(world, visitor, other)
    return 'the other customer'
  }
  world.standIn.setFault('hanging')
  try {
    const answers = waiting.map((wait) => wait())
    const first = await Promise.race([pays(), Promise.race(answers).then(() => 'those who wait')])
    await Promise.all(answers)
    return first
  } finally {
    world.standIn.setFault(null)
  }
}
const patient = (): World => ({ ...world, callBudget: 2_500 })
const waitingChecks: Waiting = async (held) => {
  await start(world, held)
  return () => checkPayment(patient(), visitor, held)
}
/** The mistake: calling a supplier inside a transaction. */
const waitingTransactions: Waiting = async (held) => {
  const attempt = toAttempt((await start(world, held)).attempt)
  const gateway = await getGateway(world, world.standIn.provider)
  return () =>
    world.db.transaction().execute(async (trx) => {
      await sql`select 1`.execute(trx)
      await callProvider(patient(), gateway, (ctx) => gateway.provider.fetchStatus!(ctx, attempt)).catch(() => {})
    })
}
