import { beforeAll, describe, expect, it } from 'vitest'
import { bankTransfer } from '../../../adapters/payments/bank-transfer/provider.ts'
import { cashOnArrival } from '../../../adapters/payments/cash-on-arrival/provider.ts'
import { anonymous, type Core } from '../../../platform/core.server.ts'
import { openDatabase } from '../../../platform/db/database.server.ts'
import { say } from '../../../platform/messages.server.ts'
import { readAdminBooking } from '../../booking/index.server.ts'
import { codeOf, stranger } from '../../booking/testing/fixtures.ts'
import { saveSettings } from '../../settings/index.server.ts'
import { listGatewaySettings } from '../gateways/read-settings.server.ts'
import {
  askForProof,
  checkPayment,
  countPaymentWork,
  decideTransfer,
  readAdminPayment,
  readPaymentPage,
  recordArrivalPayment,
  refundCancelledBooking,
  setProofUrl,
  settleRefund,
  storeProof,
} from '../index.server.ts'
import { admin, aPdf, type Held, paymentWorld, pieces, visitor, type World } from '../testing/world.ts'
import { listWaitingProofs } from './list-waiting-proofs.server.ts'

let world: World
beforeAll(async () => {
  world = await paymentWorld([bankTransfer, cashOnArrival])
})

const upload = (bytes: Uint8Array = aPdf(), allowGif = false) => ({
  bytes: pieces(bytes),
  originalName: 'receipt.pdf',
  allowGif,
})
const prove = (held: Held) => storeProof(world, visitor, held.bookingId, held.token, upload())
const decide = (held: Held, decision: 'approved' | 'rejected', admin_notes?: string) =>
  decideTransfer(world, admin, { bookingId: held.bookingId, decision, admin_notes })
async function withProof(): Promise<Held> {
  const held = await world.aBooking()
  await world.started(held, 'bank_transfer')
  await prove(held)
  return held
}
const auditOf = (subject: string, action: string) =>
  world.db
    .selectFrom('audit_entries')
    .selectAll()
    .where('subject_id', '=', subject)
    .where('action', '=', action)
    .execute()

describe('a bank transfer', () => {
  it("shows the account from the instructions with the booking's reference when none is stored [C215]", async () => {
    const held = await world.aBooking()
    await world.started(held, 'bank_transfer')
    const page = await readPaymentPage(world, visitor, held)
    expect(page.attempt?.bankDetails).toMatchObject({
      accountName: 'Safar Travel House',
      ifsc: 'SAFR0000001',
      transferReference: page.booking_reference,
    })
    expect(page.proof.state).toBe('awaiting-transfer')
  })

  it('shows the stored account of the currency, also when it is stored later [C214, A214]', async () => {
    const held = await world.aBooking()
    await world.started(held, 'bank_transfer')
    await world.db
      .insertInto('bank_accounts')
      .values({ currency: 'USD', account_name: 'Safar FZ', iban: 'AE07' })
      .execute()
    await world.started(held, 'bank_transfer')
    const page = await readPaymentPage(world, visitor, held)
    await world.db.deleteFrom('bank_accounts').execute()
    expect(page.attempt?.bankDetails).toMatchObject({ accountName: 'Safar FZ', iban: 'AE07', ifsc: '' })
  })

  it('is offered only for currencies in which the shop names an account', async () => {
    const held = await world.aBooking()
    const { manual_instructions: before } = await world.db
      .selectFrom('payment_gateways')
      .select('manual_instructions')
      .where('name', '=', 'bank_transfer')
      .executeTakeFirstOrThrow()
    const instruct = (manual_instructions: string) =>
      world.db
        .updateTable('payment_gateways')
        .set({ manual_instructions })
        .where('name', '=', 'bank_transfer')
        .execute()
    const accounts = await world.db.deleteFrom('bank_accounts').returningAll().execute()
    const offered = async () => (await readPaymentPage(world, visitor, held)).methods.map(({ name }) => name)
    const staffSee = async () => (await listGatewaySettings(world)).find(({ name }) => name === 'bank_transfer')
    try {
      expect(await offered()).toContain('bank_transfer')
      await instruct('Write your booking reference as the payment note.')
      expect(await offered()).not.toContain('bank_transfer')
      expect(await codeOf(world.started(held, 'bank_transfer'))).toBe('payment/amount-unavailable')
      expect((await staffSee())?.whyNotOffered).toMatch(/USD/)
      await world.db.insertInto('bank_accounts').values({ currency: 'AED', iban: 'AE07' }).execute()
      expect(await offered()).not.toContain('bank_transfer')
      await world.db.insertInto('bank_accounts').values({ currency: 'USD', iban: 'AE07' }).execute()
      expect(await offered()).toContain('bank_transfer')
      expect((await staffSee())?.whyNotOffered).toBeNull()
      await world.started(held, 'bank_transfer')
      // Its account is removed while the transfer is open.
      await world.db.deleteFrom('bank_accounts').where('currency', '=', 'USD').execute()
      const page = await readPaymentPage(world, visitor, held)
      expect(page.attempt).toMatchObject({ isWithdrawn: true, bankDetails: null })
    } finally {
      await instruct(before)
      await world.db.deleteFrom('bank_accounts').execute()
      if (accounts.length > 0) await world.db.insertInto('bank_accounts').values(accounts).execute()
    }
  })

  it('with a proof is pending and does not expire [C221]', async () => {
    const held = await withProof()
    expect(await world.booking(held.bookingId)).toMatchObject({
      payment_status: 'pending',
      payment_gateway: 'bank_transfer',
      expires_at: null,
    })
    expect((await world.attempts(held.bookingId))[0]?.state).toBe('processing')
    expect(await world.events(held.bookingId)).toContain('payment.proof-uploaded')
  })

  it('stores every proof as a new version [C223, A175]', async () => {
    const held = await withProof()
    expect((await prove(held)).version).toBe(2)
    await storeProof(world, admin, held.bookingId, undefined, upload())
    await setProofUrl(world, admin, { bookingId: held.bookingId, url: 'https://bank.example/receipt' })
    const { proofs } = await readAdminPayment(world, held.bookingId)
    expect(proofs.map(({ version, uploadedBy }) => [version, uploadedBy])).toEqual([
      [4, 'admin'],
      [3, 'admin'],
      [2, 'customer'],
      [1, 'customer'],
    ])
    expect(await auditOf(held.bookingId, 'payment.proof-changed')).toHaveLength(2)
  })

  it("accepts no proof without the booking's token, its owner or an administrator [C222]", async () => {
    const held = await world.aBooking()
    expect(await codeOf(storeProof(world, visitor, held.bookingId, undefined, upload()))).toBe('booking/not-found')
    expect(await codeOf(storeProof(world, stranger, held.bookingId, undefined, upload()))).toBe('booking/not-found')
    const other = await world.aBooking()
    expect(await codeOf(storeProof(world, visitor, held.bookingId, other.token, upload()))).toBe('booking/not-found')
  })

  it('limits uploads in ten minutes by address and by booking [C224]', async () => {
    const [one, two] = [await world.aBooking(), await world.aBooking()]
    const bad = (held: Held, address: string) =>
      codeOf(storeProof(world, anonymous(address), held.bookingId, held.token, upload(Buffer.from('hello'))))
    for (let i = 0; i < 60; i++) expect(await bad(one, '198.51.100.1')).toBe('file/type')
    expect(await bad(two, '198.51.100.1')).toBe('limit/too-many')
    expect(await bad(one, '198.51.100.2')).toBe('limit/too-many')
    expect(await bad(two, '198.51.100.2')).toBe('file/type')
  })

  it('closes an open card payment before it accepts a proof', async () => {
    const held = await world.aBooking()
    const { orderRef } = await world.started(held)
    await prove(held)
    expect(world.madeUp.orders.get(orderRef)?.status).toBe('expired')
    expect((await world.booking(held.bookingId)).payment_gateway).toBe('bank_transfer')
  })

  it('accepts http and https addresses only [A177]', async () => {
    const { bookingId } = await withProof()
    for (const url of ['javascript:alert(1)', 'data:text/html,hi', 'file:///etc/passwd', ''])
      expect(await codeOf(setProofUrl(world, admin, { bookingId, url }))).toBe('payment/proof-address')
  })
})

describe('the decision', () => {
  it('to approve pays and confirms the booking and records who and when [A167, A169, A311]', async () => {
    const held = await withProof()
    await decide(held, 'approved')
    const booking = await world.booking(held.bookingId)
    expect(booking).toMatchObject({
      payment_status: 'completed',
      booking_status: 'confirmed',
      verification: 'approved',
      verified_by: admin.name,
      paid_minor: 20_000,
      payment_reference: booking.booking_reference,
    })
    expect(booking.verified_at).toEqual(world.clock())
    expect(await world.events(held.bookingId)).toEqual(
      expect.arrayContaining(['payment.completed', 'booking.confirmed']),
    )
    expect(say((await readAdminPayment(world, held.bookingId)).badge ?? '')).toBe('Verified & Approved')
  })

  it('to reject fails the payment and cancels the booking [A168]', async () => {
    const held = await withProof()
    await decide(held, 'rejected', 'The receipt is from 2019')
    const booking = await world.booking(held.bookingId)
    expect(booking).toMatchObject({ payment_status: 'failed', booking_status: 'cancelled', verification: 'rejected' })
    expect(booking.verified_at).toEqual(world.clock())
    const names = await world.events(held.bookingId)
    expect(names).toEqual(expect.arrayContaining(['payment.rejected', 'booking.cancelled']))
    // The customer never sees the admin notes (D25).
    const events = await world.db
      .selectFrom('events')
      .select('payload')
      .where('name', '=', 'payment.rejected')
      .execute()
    expect(JSON.stringify(events)).not.toContain('from 2019')
    expect(say((await readAdminPayment(world, held.bookingId)).badge ?? '')).toBe('Rejected')
  })

  it('stores its notes, and keeps earlier ones when there are none [A170]', async () => {
    const noted = await withProof()
    await decide(noted, 'approved', 'Seen on the account')
    expect((await world.booking(noted.bookingId)).admin_notes).toBe('Seen on the account')
    const silent = await withProof()
    await world.db.updateTable('bookings').set({ admin_notes: 'VIP' }).where('id', '=', silent.bookingId).execute()
    await decide(silent, 'approved', ' ')
    expect((await world.booking(silent.bookingId)).admin_notes).toBe('VIP')
  })

  it('is made once: one of two parallel decisions is refused [A173]', async () => {
    const held = await withProof()
    const both = await Promise.allSettled([decide(held, 'approved'), decide(held, 'rejected')])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const refused = both.find(({ status }) => status === 'rejected') as PromiseRejectedResult
    expect(refused.reason.code).toBe('payment/already-decided')
    expect(await codeOf(decide(held, 'approved'))).toBe('payment/already-decided')
  })

  it('is not offered for another method [A165]', async () => {
    const held = await world.aBooking()
    await world.started(held)
    expect(await codeOf(decide(held, 'approved'))).toBe('payment/no-transfer')
    expect(await readAdminPayment(world, held.bookingId)).toMatchObject({ badge: null, canDecide: false })
  })

  it('can wait for a new proof that staff request with a reason [A174, C223]', async () => {
    const held = await withProof()
    const ask = (reason: string) => askForProof(world, admin, { bookingId: held.bookingId, reason })
    expect(await codeOf(ask('  '))).toBe('payment/reason-required')
    await ask('The amount cannot be read')
    const page = await readPaymentPage(world, visitor, held)
    expect(page.proof).toEqual({
      state: 'new-proof-asked',
      reason: 'The amount cannot be read',
      versions: 1,
      may_be_gif: true,
    })
    expect((await world.booking(held.bookingId)).booking_status).toBe('pending')
    expect(await world.events(held.bookingId)).toContain('payment.proof-asked')
    const { proofsToCheck } = await countPaymentWork(world)
    await prove(held)
    expect((await readPaymentPage(world, visitor, held)).proof.state).toBe('pending-verification')
    expect((await countPaymentWork(world)).proofsToCheck).toBe(proofsToCheck + 1)
  })

  it('waits in a queue, oldest first, until it is decided or a new proof is requested [A165, A179]', async () => {
    const queue = async (core: Core = world) => {
      const { items, total } = await listWaitingProofs(core, { limit: 100 })
      expect(items).toHaveLength(total)
      expect(total).toBe((await countPaymentWork(core)).proofsToCheck)
      return items
    }
    const before = (await queue()).map(({ bookingId }) => bookingId)
    const [first, second] = [await withProof(), await withProof()]
    await prove(first)
    const { booking_reference } = await world.booking(first.bookingId)
    const waiting = (await queue()).slice(before.length)
    expect(waiting).toMatchObject([
      { bookingId: first.bookingId, booking_reference, proofs: 2, isLate: false },
      { bookingId: second.bookingId, proofs: 1 },
    ])
    const later = { ...world, clock: () => new Date(world.clock().getTime() + 25 * 60 * 60_000) }
    expect((await queue(later)).every(({ isLate }) => isLate)).toBe(true)

    // Paging skips and repeats nobody.
    const paged: string[] = []
    let cursor: string | undefined
    do {
      const page: Awaited<ReturnType<typeof listWaitingProofs>> = await listWaitingProofs(world, { limit: 1, cursor })
      paged.push(...page.items.map(({ bookingId }) => bookingId))
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    expect(paged).toEqual([...before, first.bookingId, second.bookingId])
    expect(await codeOf(listWaitingProofs(world, { limit: 1, cursor: 'nonsense' }))).toBe('list/bad-cursor')

    await askForProof(world, admin, { bookingId: first.bookingId, reason: 'The amount cannot be read' })
    await decide(second, 'approved')
    expect((await queue()).map(({ bookingId }) => bookingId)).toEqual(before)
  })

  it('is overdue once a proof has waited longer than the promised 24 hours [A179]', async () => {
    const hours = 60 * 60_000
    const held = await withProof()
    const { proofsOverdue } = await countPaymentWork(world)
    const later = (by: number) => countPaymentWork({ ...world, clock: () => new Date(world.clock().getTime() + by) })
    expect((await later(23 * hours)).proofsOverdue).toBe(proofsOverdue)
    const { proofsOverdue: tomorrow } = await later(25 * hours)
    expect(tomorrow).toBeGreaterThan(proofsOverdue)
    await saveSettings(world, admin, { transfer_verification_hours: 30 })
    expect((await later(25 * hours)).proofsOverdue).toBe(proofsOverdue)
    await saveSettings(world, admin, { transfer_verification_hours: 24 })
    await decide(held, 'approved')
    expect((await later(25 * hours)).proofsOverdue).toBe(tomorrow - 1)
  })

  it('stays visible after a manual refund [A172, A157]', async () => {
    const held = await withProof()
    await decide(held, 'approved')
    await refundCancelledBooking(world, held.bookingId)
    const { refunds } = await readAdminPayment(world, held.bookingId)
    expect(refunds).toMatchObject([{ state: 'created', reason: 'booking_cancelled' }])
    expect((await world.booking(held.bookingId)).payment_status).toBe('completed')
    await settleRefund(world, admin, refunds[0]!.id, 'succeeded')
    expect(await world.booking(held.bookingId)).toMatchObject({ payment_status: 'refunded', refunded_minor: 20_000 })
    expect(say((await readAdminPayment(world, held.bookingId)).badge ?? '')).toBe('Verified & Approved')
    expect(await codeOf(settleRefund(world, admin, refunds[0]!.id, 'succeeded'))).toBe('payment/refund-settled')
  })
})

describe('a proof', () => {
  it('is stored with a single database connection', async () => {
    const held = await world.aBooking()
    await world.started(held, 'bank_transfer')
    const { db, pool, close } = openDatabase({ ...world.pool.options, max: 1, connectionTimeoutMillis: 500 }, world.log)
    const stored = await storeProof({ ...world, db, pool }, visitor, held.bookingId, held.token, upload())
    await close()
    expect(stored.version).toBe(1)
  })
})

describe('payment by hand', () => {
  it('marks the booking as paid and leaves an audit entry [A158]', async () => {
    const held = await world.aBooking()
    await world.started(held, 'cash_on_arrival')
    await recordArrivalPayment(world, admin, { bookingId: held.bookingId, reason: 'At the pier', receipt: 'R-17_2' })
    expect(await world.booking(held.bookingId)).toMatchObject({
      payment_status: 'completed',
      payment_gateway: 'cash_on_arrival',
      paid_minor: 20_000,
    })
    const facts = { reason: 'At the pier', receipt: 'R-17_2' }
    const [entry] = await auditOf(held.bookingId, 'payment.recorded-by-hand')
    expect(entry).toMatchObject({ actor_id: admin.userId, actor_name: admin.name, after: facts })
    const { history } = await readAdminBooking(world, held.bookingId)
    const recorded = history.find(({ event }) => event === 'payment-completed')
    expect(recorded).toMatchObject({ actor: 'admin', actorName: admin.name, data: facts })
    const again = recordArrivalPayment(world, admin, { bookingId: held.bookingId, reason: 'Twice' })
    expect(await codeOf(again)).toBe('payment/not-payable')
  })

  it.each(['', '   '])('is refused without a reason, and nothing is recorded [A158]', async (reason) => {
    const held = await world.aBooking()
    const before = await world.booking(held.bookingId)
    expect(await codeOf(recordArrivalPayment(world, admin, { bookingId: held.bookingId, reason }))).toBe(
      'payment/reason-required',
    )
    expect(await world.booking(held.bookingId)).toEqual(before)
    expect(await auditOf(held.bookingId, 'payment.recorded-by-hand')).toEqual([])
  })

  it('closes an open card payment first', async () => {
    const held = await world.aBooking()
    const { orderRef } = await world.started(held)
    await recordArrivalPayment(world, admin, { bookingId: held.bookingId, reason: 'Paid at the counter' })
    expect(world.madeUp.orders.get(orderRef)?.status).toBe('expired')
  })
})

describe('a check by the customer', () => {
  it('of a transfer calls no provider and changes nothing', async () => {
    const held = await withProof()
    const page = await checkPayment(world, visitor, held)
    expect(page).toMatchObject({ payment_status: 'pending', proof: { state: 'pending-verification' } })
  })
})
