import { type TestCore, testCore } from '../../../../tests/support/database.ts'
import { type BookingRecord, issueBookingToken } from '../../booking/index.server.ts'
import { addService, addUsers, admin, book, type FixtureKind, visitor } from '../../booking/testing/fixtures.ts'
import type { FileStore } from '../../files/index.server.ts'
import type { PaymentDeps } from '../deps.server.ts'
import { receiveWebhook, returnFromProvider, seedGateways, startPayment, sweepPayments } from '../index.server.ts'
import { type PaymentProvider, providerRegistry, type Snapshot } from '../port.ts'
import type { AttemptRecord, RefundRecord } from '../tables.server.ts'
import { type MadeUp, madeUpProvider } from './made-up/provider.ts'

export { admin, visitor }

export type World = PaymentDeps & {
  readonly clock: TestCore['clock']
  readonly madeUp: MadeUp
  /** An unpaid booking of 200.00 USD, with its token. */
  readonly aBooking: (options?: { kind?: FixtureKind; isInstant?: boolean; service?: Service }) => Promise<Held>
  readonly booking: (bookingId: string) => Promise<BookingRecord>
  readonly attempts: (bookingId: string) => Promise<AttemptRecord[]>
  /** Names of the booking's events so far, in order. */
  readonly events: (bookingId: string) => Promise<string[]>
  /** Starts a payment with the made-up provider. */
  readonly started: (held: Held, method?: string) => Promise<Started>
  /** Sends a webhook of the made-up provider: its own state, or the given snapshot. */
  readonly hook: (
    eventId: string,
    attemptId: string | null,
    snapshot?: Snapshot | null,
    orderRef?: string | null,
  ) => ReturnType<typeof receiveWebhook>
  /** The payer returns from the provider; returns the redirect address. */
  readonly visit: (attemptId: string, query?: Record<string, string>) => Promise<string>
  /** Refunds of an attempt, oldest first. */
  readonly refunds: (attemptId: string) => Promise<RefundRecord[]>
  /** Sweeps after the booking's expiry, and sets the clock back. */
  readonly expire: (bookingId: string) => Promise<void>
}
type Service = Awaited<ReturnType<typeof addService>>
export type Held = { readonly bookingId: string; readonly token: string }
export type Started = { readonly attempt: AttemptRecord; readonly orderRef: string }

/** A shop with a made-up online provider and `more` on its own database, without a server or jobs. */
export async function paymentWorld(
  more: readonly PaymentProvider[] | ((core: TestCore) => readonly PaymentProvider[]),
): Promise<World> {
  const core = await testCore()
  const madeUp = madeUpProvider()
  const others = typeof more === 'function' ? more(core) : more
  const providers = providerRegistry([madeUp.provider, ...others])
  const deps: PaymentDeps & { clock: TestCore['clock'] } = { ...core, store: memoryStore(), providers, isSandbox: true }
  await addUsers(core)
  const names = providers.all.map((provider) => provider.describe.name)
  await seedGateways(core.db, providers, names, core.clock())
  const manual_instructions = 'Account Name: Safar Travel House\nIFSC Code: SAFR0000001'
  await core.db.updateTable('payment_gateways').set({ manual_instructions }).where('type', '=', 'manual').execute()
  const attempts = (bookingId: string): Promise<AttemptRecord[]> =>
    core.db.selectFrom('payment_attempts').selectAll().where('booking_id', '=', bookingId).orderBy('id').execute()
  return {
    ...deps,
    madeUp,
    attempts,
    booking: (id) => core.db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    aBooking: async ({ kind = 'tour', isInstant = false, service: given } = {}) => {
      const title = `A ${kind} ${Math.random().toString(36).slice(2)}`
      const service = given ?? (await addService(core, kind, {}, { title }))
      const record = await book(core, service)
      await core.db
        .updateTable('bookings')
        .set({ instant_confirmation: isInstant })
        .where('id', '=', record.id)
        .execute()
      return { bookingId: record.id, token: issueBookingToken(core, record) }
    },
    events: (bookingId) => eventsOf(core, bookingId),
    started: async (held, method = 'made_up') => {
      const { attempt } = await startPayment(deps, visitor, { ...held, paymentMethod: method }, null)
      return { attempt, orderRef: attempt.provider_order_ref ?? '' }
    },
    ...arrivalsIn(deps, madeUp),
  }
}

function arrivalsIn(
  deps: PaymentDeps & { clock: TestCore['clock'] },
  madeUp: MadeUp,
): Pick<World, 'hook' | 'visit' | 'refunds' | 'expire'> {
  return {
    hook: (eventId, attemptId, snapshot = null, orderRef = null) => {
      const { rawBody, headers } = madeUp.report({ eventId, attemptId, snapshot, orderRef }, deps.clock())
      return receiveWebhook(deps, 'made_up', rawBody, headers)
    },
    visit: (attemptId, query = {}) => returnFromProvider(deps, attemptId, { query, form: {} }),
    refunds: (attemptId) =>
      deps.db.selectFrom('refunds').selectAll().where('attempt_id', '=', attemptId).orderBy('id').execute(),
    expire: async (bookingId) => {
      const query = deps.db.selectFrom('bookings').select('expires_at').where('id', '=', bookingId)
      const { expires_at: end } = await query.executeTakeFirstOrThrow()
      const now = deps.clock()
      deps.clock.set(new Date(end!.getTime() + 60_000))
      await sweepPayments(deps)
      deps.clock.set(now)
    },
  }
}

async function eventsOf(core: TestCore, bookingId: string): Promise<string[]> {
  const ids = await core.db.selectFrom('payment_attempts').select('id').where('booking_id', '=', bookingId).execute()
  const rows = await core.db.selectFrom('events').select(['name', 'payload']).orderBy('id').execute()
  return rows
    .filter(({ payload }) => payload.bookingId === bookingId || ids.some(({ id }) => id === payload.attemptId))
    .map(({ name }) => name)
}

function memoryStore(): FileStore {
  const stored = new Map<string, Uint8Array>()
  return {
    put: async (key, bytes) => {
      stored.set(key, bytes)
    },
    get: async (key) => {
      const bytes = stored.get(key)
      if (!bytes) throw new Error('gone')
      return bytes
    },
    remove: async (key) => {
      stored.delete(key)
    },
    async *list() {},
  }
}

/** The smallest valid PDF, padded to a size. */
export function aPdf(size = 400): Buffer {
  const [head, tail] = ['%PDF-1.4\n', '\nstartxref\n0\n%%EOF\n']
  return Buffer.from(head + ' '.repeat(Math.max(0, size - head.length - tail.length)) + tail)
}
export async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
}
