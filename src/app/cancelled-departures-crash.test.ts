import type { KyselyPlugin } from 'kysely'
import { expect, it } from 'vitest'
import { byTerms, departureWorld, type Held, inFull, keep } from '../../tests/support/cancelled-departures.ts'
import { type TestCore, testCore } from '../../tests/support/database.ts'
import { provePlaces } from '../modules/booking/index.server.ts'
import { proveLedger } from '../modules/payment/index.server.ts'

// The shop dies after each write in turn of the cancellation of a departure, and of the job that settles its bookings.
// Each booking must be untouched or settled as a whole, once. The control does the same without transactions.

class Crash extends Error {}
/** A database that answers nothing any more after some writes, like that of a killed process. */
function mortal(core: TestCore) {
  let writesLeft = Number.POSITIVE_INFINITY
  let hasDied = false
  let isAtomic = true
  const writes = new WeakSet<object>()
  const plugin: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      hasDied ||= writesLeft <= 0
      if (hasDied) throw new Crash()
      if (node.kind !== 'SelectQueryNode') writes.add(queryId)
      return node
    },
    transformResult: async ({ result, queryId }) => {
      if (writes.has(queryId)) writesLeft--
      return result
    },
  }
  const db = core.db.withPlugin(plugin)
  const inPieces = () => ({ execute: (work: (trx: unknown) => unknown) => work(db) })
  const given = new Proxy(db, {
    get: (target, key) => {
      if (key === 'transaction' && !isAtomic) return inPieces
      const value: unknown = Reflect.get(target, key, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return {
    core: { ...core, db: given },
    /** Returns whether the shop died before the work was done. */
    diesAfter: async (count: number, work: () => Promise<unknown>): Promise<boolean> => {
      writesLeft = count
      try {
        await work()
      } catch (error) {
        if (!hasDied) throw error
      }
      const isDead = hasDied
      hasDied = false
      writesLeft = Number.POSITIVE_INFINITY
      return isDead
    },
    withoutTransactions: () => {
      isAtomic = false
    },
  }
}

const database = mortal(await testCore())
const world = await departureWorld(database.core)
const { shop, core, departure, book, paidInCash, paidByCard, list, cancel, progressOf } = world

const later = { kind: 'move', date: '2026-12-08', time: '10:00' }
/** Bookings that are refunded, cancelled, moved and kept. */
async function fourBookings() {
  const of = await departure()
  const held = [await paidByCard(of), await book(of), await paidInCash(of), await paidInCash(of)] as const
  await shop.runJobs()
  const choices = { [held[1].bookingId]: byTerms, [held[2].bookingId]: later, [held[3].bookingId]: keep }
  return { of, held, order: { choice: inFull, choices } }
}
type Four = Awaited<ReturnType<typeof fourBookings>>

/** Everything that settling a booking writes. */
async function stateOf({ bookingId }: Held): Promise<string> {
  const { db } = core
  const booking = db.selectFrom('bookings').selectAll().where('id', '=', bookingId)
  const refunds = db
    .selectFrom('refunds')
    .innerJoin('payment_attempts', 'payment_attempts.id', 'refunds.attempt_id')
    .select(['refunds.id', 'refunds.amount_minor'])
    .where('payment_attempts.booking_id', '=', bookingId)
  const history = db.selectFrom('booking_history').select('event').where('booking_id', '=', bookingId).orderBy('id')
  const events = db.selectFrom('events').select(['id', 'name', 'payload']).orderBy('id')
  const mails = db.selectFrom('mail_messages').select('id').where('booking_id', '=', bookingId).orderBy('id')
  const rows = await Promise.all([booking.execute(), refunds.execute(), history.execute(), mails.execute()])
  const own = (await events.execute()).filter(({ payload }) => payload.bookingId === bookingId)
  return JSON.stringify([...rows, own])
}
const outcomeOf = async ({ bookingId }: Held): Promise<string | null> => {
  const query = core.db.selectFrom('departure_cancellation_bookings').select('outcome')
  return (await query.where('booking_id', '=', bookingId).executeTakeFirst())?.outcome ?? null
}
const proofs = async () => [...(await provePlaces(core.db)), ...(await proveLedger(core.db))]

/** Returns how often the shop died, and what was found half done or done twice. */
async function settleAmongCrashes({ held }: Four, id: string): Promise<{ crashes: number; faults: unknown[] }> {
  const settle = () => shop.shop.jobs['cancel-departure']!({ id })
  const before = new Map<Held, string>()
  for (const each of held) before.set(each, await stateOf(each))
  const settled = new Map<Held, string>()
  const faults: unknown[] = []
  let crashes = 0
  for (let count = 1; ; count++) {
    const isDead = await database.diesAfter(count, settle)
    const done = settled.size
    for (const each of held) {
      const [state, outcome] = [await stateOf(each), await outcomeOf(each)]
      if (outcome === null && state !== before.get(each)) faults.push(`half done: ${each.reference}`)
      if (settled.has(each) && settled.get(each) !== state) faults.push(`settled twice: ${each.reference}`)
      if (outcome !== null) settled.set(each, state)
    }
    faults.push(...(await proofs()))
    if (!isDead || faults.length > 0) return { crashes, faults }
    crashes++
    // The next booking, from its first write.
    if (settled.size > done) count = 0
  }
}

it('the cancellation of a departure is whole or not there after a crash at any write, and settles each booking once', async () => {
  const four = await fourBookings()
  const { of, held, order } = four
  const { confirm } = await list(of)
  const states = () => Promise.all(held.map(stateOf))
  const before = await states()
  let starts = 0
  while (await database.diesAfter(starts + 1, () => cancel(of, { order, confirm }))) {
    starts++
    expect(await world.pageOf(of)).toMatchObject({ is_closed: false, cancellation: null })
    expect(await states()).toEqual(before)
  }
  expect(starts).toBeGreaterThan(4)
  const { id } = await core.db
    .selectFrom('departure_cancellations')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const { crashes, faults } = await settleAmongCrashes(four, id)
  expect(faults).toEqual([])
  expect(crashes).toBeGreaterThan(20)
  await shop.runJobs()
  expect(await progressOf(of)).toMatchObject({ waiting: 0, cancelled: 2, moved: 1, kept: 1, stuck: [] })
  expect(await Promise.all(held.map(world.refundsOf))).toEqual([[[20_000, 'succeeded']], [], [], []])
  for (const each of held) expect(world.endMails(each).length).toBeLessThanOrEqual(1)
})

it('(control) bookings are found half done without transactions', async () => {
  const four = await fourBookings()
  const { cancellation_id: id } = (await cancel(four.of, { order: four.order })).json()
  database.withoutTransactions()
  expect((await settleAmongCrashes(four, String(id))).faults).not.toEqual([])
})
