import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { toAttempt } from '../attempts.server.ts'
import { callProvider, getGateway } from '../gateways.server.ts'
import { checkPayment, returnFromProvider, sweepPayments } from '../index.server.ts'
import type { SupplierFault } from './stand-in.ts'
import { type OpenSupplier, type SupplierWorld, startedWith, supplierWorld } from './supplier-world.ts'
import { type Held, visitor, type World } from './world.ts'

/** Milliseconds that a call may take in these tests instead of eight seconds. */
const callBudget = 500
const faults: readonly SupplierFault[] = ['slow', 'hanging', 'resetting', 'losing-answers', 'error-500', 'garbage']

let world: SupplierWorld
const impatient = (): World => ({ ...world, callBudget })
const start = (deps: World, held: Held) => startedWith(world, held, deps)

/** What the customer waits for, in milliseconds. */
async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

/** What a provider's supplier may do to the shop, and what the shop keeps then. Run by each provider's own test. */
export function faultsSuite(name: string, open: OpenSupplier): void {
  describe(`when ${name} is not well`, () => {
    beforeAll(async () => {
      world = await supplierWorld(open)
      // The supplier's library is loaded at the first call; that is nobody's fault here.
      await start(world, await world.aBooking())
    })

    for (const fault of faults)
      it(`${fault}: the customer has an answer, the booking is kept, and one order is paid once`, () => sufferAt(fault))

    it('another customer pays with another provider meanwhile; with a connection held for each call nobody could', async () => {
      expect(await whoIsFirst(waitingChecks)).toBe('the other customer')
      expect(await whoIsFirst(waitingTransactions)).toBe('those who wait')
    }, 60_000)

    it('keeps to the contract of the supplier in all of it', () => {
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
    // Where the browser brings the order, nobody was asked yet.
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
    expect(await world.attempts(held.bookingId)).toHaveLength(1)
    expect(standIn.orderCount() - made).toBe(1)
    expect((await eventsNamed(held, 'payment.completed')).length).toBe(1)
  } finally {
    standIn.setFault(null)
  }
}

/** The money is there, and nobody can tell: the customer is not told of a failure, and the booking waits. */
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
  world.clock.advance(12)
  await sweepPayments(impatient())
  await expectKept(held)
  expect(await eventsNamed(held, 'payment.completed')).toEqual([])
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

/** By the sweeper alone, as when every report was lost. */
async function minutesUntilPaid(held: Held): Promise<number> {
  for (let minute = 0; minute < 15; minute++) {
    await sweepPayments(world)
    if ((await world.booking(held.bookingId)).payment_status === 'completed') return minute
    world.clock.advance(1)
  }
  return 15
}

/** Prepares one of the crowd; what it gives back is done while the supplier hangs. */
type Waiting = (held: Held) => Promise<() => Promise<unknown>>
const crowd = 12

/** Whether the other customer has paid before the first of the crowd at a supplier that hangs has an answer. */
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
/** What nobody may do: ask a supplier inside a transaction. */
const waitingTransactions: Waiting = async (held) => {
  const attempt = toAttempt((await start(world, held)).attempt)
  const gateway = await getGateway(world, world.standIn.provider)
  return () =>
    world.db.transaction().execute(async (trx) => {
      await sql`select 1`.execute(trx)
      await callProvider(patient(), gateway, (ctx) => gateway.provider.fetchStatus!(ctx, attempt)).catch(() => {})
    })
}
