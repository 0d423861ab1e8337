import { beforeAll, describe, expect, it } from 'vitest'
import { addMinutes } from '../../../kernel/dates.ts'
import { isRefusal } from '../../../kernel/refusal.ts'
import { addService } from '../../booking/testing/fixtures.ts'
import { refreshAttempt } from '../attempts/close-attempt.server.ts'
import { getAttempt } from '../attempts/store.server.ts'
import { checkPayment, receiveWebhook, returnFromProvider, startPayment, sweepPayments } from '../index.server.ts'
import { proveLedger } from '../ledger/queries.server.ts'
import { reconcilePayments } from '../rounds/reconcile-payments.server.ts'
import { type ArrivalOrder, arrivalOrders, crowdedOrders, type LookStep, type Step } from './arrival-orders.ts'
import { faultsOf, openBooks, standing } from './arrival-truth.ts'
import { type Crash, dying, isCrash, withoutLocks } from './broken-database.ts'
import type { SupplierAct } from './stand-in.ts'
import { type OpenSupplier, runPaymentJobs, type SupplierWorld, startedWith, supplierWorld } from './supplier-world.ts'
import { type Held, visitor, type World } from './world.ts'

const seed = 20_261_121
/** Orders that run in parallel. */
const atOnce = 8
/** Half a minute on an idle machine, much longer under load. */
const longest = 300_000
type Run = { readonly order: ArrivalOrder; readonly held: Held }
/** `deps`: the server that runs the step. `crashes`: crashes so far. */
type Stage = { readonly world: SupplierWorld; readonly deps: World; crashes: number }

/**
 * All orders of return, webhook, duplicate, poll, cancellation, late success and external refund, with crashes between
 * any two statements, on a real PostgreSQL. Every provider's test runs this suite.
 */
export function arrivalSuite(name: string, open: OpenSupplier): void {
  describe(`anything in any order from ${name}`, () => {
    let world: SupplierWorld
    beforeAll(async () => {
      world = await supplierWorld(open)
    })

    it(
      `ends in one state with every unit in its place (seed ${seed}) [C207, C208, C211]`,
      async () => {
        const orders = arrivalOrders(seed)
        expect(orders.length).toBeGreaterThanOrEqual(120)
        const stage: Stage = { world, deps: world, crashes: 0 }
        const made = world.standIn.orderCount()
        const runs = await playAll(stage, orders)
        const first = await booksOf(world, runs)
        expect(faultsIn(world, runs, first)).toEqual([])
        await repeatEverything(world, runs)
        const second = await booksOf(world, runs)
        expect(second.map(standing)).toEqual(first.map(standing))
        expect(await proveLedger(world.db)).toEqual([])
        expect(stage.crashes).toBeGreaterThan(orders.length / 2)
        const attempts = first.flatMap((books) => books.attempts.filter((a) => a.provider === world.standIn.provider))
        expect(world.standIn.orderCount() - made).toBe(attempts.length)
        expect(world.errors.filter((fact) => !isCrash((fact as { err?: unknown }).err))).toEqual([])
        expect(world.standIn.breaches()).toEqual([])
      },
      longest,
    )

    it(
      'needs the locks: without them the same visits run into each other',
      async () => {
        const breaksWith = async (deps: World) => {
          const thrown: string[] = []
          const runs = await playAll({ world, deps, crashes: 0 }, crowdedOrders(6), (error) =>
            thrown.push(String(error)),
          )
          return [...thrown, ...faultsIn(world, runs, await booksOf(world, runs))]
        }
        expect(await breaksWith(world)).toEqual([])
        // Without locks, database constraints may raise an error, but nothing is doubled.
        const breaks = await breaksWith(withoutLocks(world))
        expect(breaks.join('\n')).toMatch(/ledger_entries_once|deadlock|payment events/)
      },
      longest,
    )
  })
}

const booksOf = async (world: World, runs: readonly Run[]) => {
  const books = new Map<Run, Awaited<ReturnType<typeof openBooks>>>()
  await eachOf(runs, async (run) => void books.set(run, await openBooks(world, run.held.bookingId)))
  return runs.map((run) => books.get(run)!)
}
const faultsIn = (world: SupplierWorld, runs: readonly Run[], books: Awaited<ReturnType<typeof booksOf>>): string[] =>
  runs.flatMap(({ order }, at) =>
    faultsOf(books[at]!, order.outcome, world.standIn.provider).map((fault) => `${order.name}: ${fault}`),
  )

async function eachOf<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items]
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

/** Runs all orders in parallel on one clock with the sweeper, until nothing is open. */
async function playAll(
  stage: Stage,
  orders: readonly ArrivalOrder[],
  caught: ((error: unknown) => void) | null = null,
): Promise<readonly Run[]> {
  const { world } = stage
  const runs: Run[] = []
  const play = async (run: Run, steps: readonly Step[]) => {
    for (const step of steps)
      await take(stage, run, step).catch((error: unknown) => {
        if (caught) return caught(error)
        throw new Error(`${run.order.name}, ${step.kind}: ${error}`, { cause: error })
      })
  }
  const service = await addService(world, 'tour')
  await eachOf(orders, async (order) => {
    const run = { order, held: await world.aBooking({ isInstant: order.isInstant, service }) }
    runs.push(run)
    await start(stage, run, world.standIn.provider, order.startCrash)
    await play(run, order.early)
  })
  world.clock.advance(11)
  await Promise.all([eachOf(runs, (run) => play(run, run.order.middle)), sweepOut(stage, [3, 17])])

  world.clock.advance(11)
  await sweepOut(stage, [26])
  await passAllEnds(world)
  await sweepOut(stage, [9, 40])
  await eachOf(runs, (run) => play(run, run.order.late))

  await settle(stage)
  return runs
}

/** Sweeps with crashes first, then on two servers in parallel until nothing is due. */
async function sweepOut(stage: Stage, deaths: readonly number[]): Promise<void> {
  const { world } = stage
  for (const at of deaths) await runUntilCrash(stage, { at, when: 'after' }, (deps) => sweepPayments(deps))
  for (let round = 0; round < 6; round++) {
    const [swept] = await Promise.all([sweepPayments(world), sweepPayments(world)])
    if (swept.asked + swept.closed + swept.expired === 0) return
  }
}

/** Runs jobs, pending refunds and the slow round until nothing is left. */
async function settle(stage: Stage): Promise<void> {
  const { world } = stage
  for (const at of [4, 11, 19]) await runUntilCrash(stage, { at, when: 'after' }, (deps) => runPaymentJobs(world, deps))
  await reconcilePayments(world)
  for (let round = 0; round < 4 && (await runPaymentJobs(world)) > 0; round++);
  const { decideRefund, provider } = world.standIn
  if (!decideRefund) return
  const waiting = await world.db
    .selectFrom('refunds')
    .innerJoin('payment_attempts', 'payment_attempts.id', 'refunds.attempt_id')
    .select('payment_attempts.provider_order_ref as ref')
    .where('refunds.state', '=', 'pending')
    .where('refunds.provider', '=', provider)
    .execute()
  for (const ref of new Set(waiting.map((row) => row.ref))) if (ref) await decideRefund(ref, 'succeeded')
  await reconcilePayments(world)
}

/** Advances the clock until every open attempt and booking has expired. */
async function passAllEnds(world: World): Promise<void> {
  const { rows } = await world.pool.query<{ last: Date | null }>(
    'select max(expires_at) as last from (select expires_at from payment_attempts union all select expires_at from bookings) e',
  )
  const last = rows[0]?.last
  if (last && last > world.clock()) world.clock.set(addMinutes(last, 1))
}

/** Repeats all webhooks and sweeps: nothing may change. */
async function repeatEverything(world: SupplierWorld, runs: readonly Run[]): Promise<void> {
  await eachOf(runs, async ({ held }) => {
    for (const { ref } of await ordersOf(world, held)) await deliver(world, world, ref, 'again')
    await checkPayment(world, visitor, held)
  })
  await sweepPayments(world)
  await reconcilePayments(world)
  await runPaymentJobs(world)
}

/** Runs a step on a server that dies on the way; other servers continue its work. */
async function runUntilCrash(stage: Stage, crash: Crash, work: (deps: World) => Promise<unknown>): Promise<boolean> {
  const mortal = dying(stage.deps, crash)
  try {
    await work(mortal.world)
  } catch (error) {
    if (!isCrash(error) && !mortal.hasDied()) throw error
  }
  if (mortal.hasDied()) stage.crashes++
  return mortal.hasDied()
}

async function start(stage: Stage, { held }: Run, method: string, crash: Crash | null): Promise<void> {
  const isOther = method !== stage.world.standIn.provider
  const begin = (deps: World): Promise<unknown> =>
    isOther
      ? startPayment(deps, visitor, { ...held, paymentMethod: method }, null)
      : startedWith(stage.world, held, deps)
  if (crash) await runUntilCrash(stage, crash, begin)
  await begin(stage.deps)
}

async function take(stage: Stage, run: Run, step: Step): Promise<void> {
  const { world } = stage
  switch (step.kind) {
    case 'together':
      await Promise.all(step.steps.map((one) => runCheck(stage, run, one)))
      return
    case 'act':
      return doAct(world, run, step.act, step.mayBeRefused ?? false)
    case 'start-again':
      return start(stage, run, world.standIn.provider, null)
    case 'other-method':
      return takeOtherMethod(stage, run, step.crash)
    case 'refund-elsewhere':
      return refundElsewhere(stage, run, step.tenths)
    default:
      return runCheck(stage, run, step)
  }
}

async function ordersOf(world: SupplierWorld, held: Held): Promise<readonly { id: string; ref: string }[]> {
  const rows = (await world.attempts(held.bookingId)).filter((row) => row.provider === world.standIn.provider)
  return rows.flatMap(({ id, provider_order_ref: ref }) => (ref === null ? [] : [{ id, ref }]))
}
async function lastOrder(world: SupplierWorld, held: Held): Promise<{ id: string; ref: string }> {
  const last = (await ordersOf(world, held)).at(-1)
  if (!last) throw new Error('nothing was started')
  return last
}

async function doAct(world: SupplierWorld, { held }: Run, act: SupplierAct, mayBeRefused: boolean): Promise<void> {
  const { ref } = await lastOrder(world, held)
  await world.standIn.act(ref, act).catch((error: unknown) => {
    if (!mayBeRefused) throw error
  })
}

/** Pays with another supplier after the first is closed; a payment that turns out to be paid cannot be paid again. */
async function takeOtherMethod(stage: Stage, run: Run, crash: Crash | null): Promise<void> {
  const { world } = stage
  try {
    await start(stage, run, 'made_up', crash)
  } catch (error) {
    if (isRefusal(error, 'payment/not-payable') || isRefusal(error, 'payment/still-processing')) return
    throw error
  }
  const other = (await world.attempts(run.held.bookingId)).findLast(({ provider }) => provider === 'made_up')
  if (!other?.provider_order_ref) throw new Error('the other method was not started')
  world.madeUp.pay(other.provider_order_ref)
  await checkPayment(stage.deps, visitor, run.held)
}

async function refundElsewhere(stage: Stage, { held }: Run, tenths: number): Promise<void> {
  const { world } = stage
  const { id, ref } = await lastOrder(world, held)
  const { amount_minor: amount } = await getAttempt(world.db, id)
  await world.standIn.refundElsewhere(ref, (amount * tenths) / 10)
  const reports = await world.standIn.reports(ref, world.clock())
  // For a supplier without a webhook for this, staff check the payment.
  if (reports.length === 0 || world.standIn.isSilentOnRefunds)
    await refreshAttempt(stage.deps, await getAttempt(world.db, id))
}

/** One check of a payment; after a crash it is retried or another check follows. */
async function runCheck(stage: Stage, run: Run, step: LookStep): Promise<void> {
  const look = (deps: World) => lookOnce(stage.world, deps, run.held, step.kind)
  const hasDied = step.crash !== null && (await runUntilCrash(stage, step.crash, look))
  if (step.crash === null || !hasDied || step.isRepeated || step.kind !== 'return') await look(stage.deps)
}

async function lookOnce(world: SupplierWorld, deps: World, held: Held, kind: LookStep['kind']): Promise<void> {
  if (kind === 'check') return void (await checkPayment(deps, visitor, held))
  if (kind === 'return') {
    const { id, ref } = await lastOrder(world, held)
    const visit = await world.standIn.returnVisit(ref)
    if (visit) await returnFromProvider(deps, id, visit)
    return
  }
  for (const { ref } of await ordersOf(world, held)) await deliver(world, deps, ref, kind)
}

/** All webhooks so far; repeated: newest first, and twice. */
async function deliver(world: SupplierWorld, deps: World, ref: string, kind: string): Promise<void> {
  const { provider } = world.standIn
  const reports = await world.standIn.reports(ref, world.clock())
  const sent = kind === 'webhook' ? reports : [...reports.toReversed(), ...reports]
  for (const { rawBody, headers } of sent) await receiveWebhook(deps, provider, rawBody, headers)
}
