import { formatAmount, money } from '../../../kernel/money.ts'
import type { Caller } from '../../../platform/core.server.ts'
import { newId } from '../../../platform/crypto/keyring.server.ts'
import type { Trx } from '../../../platform/db/database.server.ts'
import { actorOf, type BookingRecord, type GatewayResponse, lockBooking } from '../../booking/index.server.ts'
import { readSettingsIn } from '../../settings/index.server.ts'
import type { PaymentDeps } from '../deps.server.ts'
import { modeOfProvider } from '../gateways/store.server.ts'
import { hasPaidBooking, writeLedgerEntries } from '../ledger/write-entries.server.ts'
import type { ProviderMode, Snapshot } from '../port.ts'
import { listRefunds, saveRefundChanges, toRefund } from '../refunds/store.server.ts'
import { strongerReason } from '../reviews/rules.ts'
import type { AttemptRecord, EventOutcome } from '../tables.server.ts'
import { text } from '../text.ts'
import { type EventRow, storeEvent } from '../webhooks/events.server.ts'
import { applyEffect, askForReview, type Change, countRefunds } from './apply-effect.server.ts'
import { setChecking } from './checking.server.ts'
import { isAwaited } from './due.server.ts'
import { takeBackGrants } from './grants.server.ts'
import { type Attempt, type AttemptState, isActive } from './rules/attempt.ts'
import { applyRefundSetting, type BookingEffect, bookingEffect, isOpenBooking } from './rules/booking-effect.ts'
import { isBeingChecked } from './rules/checking.ts'
import { type Reading, readSnapshot } from './rules/reading.ts'
import { seatPayment } from './seat-payment.server.ts'
import { bookingFacts, getAttempt, lockAttempt, saveAttempt, toAttempt } from './store.server.ts'

/** What triggered the update. Only the snapshot is trusted, never the trigger. */
export type Source =
  | { readonly kind: 'webhook'; readonly eventId: string; readonly body: Uint8Array }
  /**
   * Return page, poller, sweep. `isGivenUp`: we end an attempt whose outcome the provider never reported. `isCarriedOn`:
   * another attempt of the same method follows, so what it granted stays.
   */
  | { readonly kind: 'check'; readonly isGivenUp?: boolean; readonly isCarriedOn?: boolean }
  /** A decision by staff. */
  | {
      readonly kind: 'admin'
      readonly caller: Caller
      readonly isApproved: boolean
      /** Reason and receipt, for the history. */
      readonly facts?: Readonly<Record<string, string>>
    }
export type Applied = {
  readonly outcome: EventOutcome | 'duplicate'
  readonly state: AttemptState
  readonly booking: BookingRecord
}
type Locks = { readonly lockBooking: typeof lockBooking; readonly lockAttempt: typeof lockAttempt }

/**
 * The only place where an attempt changes state. Locks booking and attempt, lets the rules decide, and writes attempt,
 * event, booking and outbox in one transaction. Idempotent. Never calls a provider.
 */
export async function applySnapshot(
  deps: PaymentDeps,
  attemptId: string,
  snapshot: Snapshot,
  source: Source,
  locks: Locks = { lockBooking, lockAttempt },
): Promise<Applied> {
  const { booking_id: bookingId, provider } = await getAttempt(deps.db, attemptId)
  const mode = await modeOfProvider(deps, provider)
  return deps.db.transaction().execute(async (trx) => {
    // Every transaction locks in this order, so that none deadlocks.
    const booking = await locks.lockBooking(trx, bookingId)
    const attempt = await locks.lockAttempt(trx, attemptId)
    return applyLocked(trx, deps, { booking, attempt, mode }, snapshot, source)
  })
}

export type Locked = { readonly booking: BookingRecord; readonly attempt: AttemptRecord; readonly mode: ProviderMode }

/** Like applySnapshot, inside a transaction that holds both locks. */
export async function applyLocked(
  trx: Trx,
  deps: PaymentDeps,
  { booking: locked, attempt: row, mode }: Locked,
  snapshot: Snapshot,
  source: Source,
): Promise<Applied> {
  const now = deps.clock()
  const refunds = (await listRefunds(trx, [row.id])).map(toRefund)
  const reading = readSnapshot(toAttempt(row), refunds, snapshot, mode, () => newId(now))
  const outcome = outcomeOf(row, reading)
  const event = eventOf({ row, snapshot, source, outcome, id: newId(now) })
  if (event && !(await storeEvent(trx, event, now))) return { outcome: 'duplicate', state: row.state, booking: locked }
  if (outcome === 'unchanged') {
    const checked = await updateChecking({ trx, deps, snapshot }, { before: row, after: row }, locked)
    return { outcome, state: row.state, booking: checked }
  }
  const origin = originOf(source, row.provider, snapshot)
  const wanted = { booking: locked, effect: await effectOf(trx, deps, { booking: locked, reading, source }) }
  const { booking, effect } = await seatPayment({ trx, deps, actor: origin.actor }, wanted)
  const reviews = reviewsOf(reading, effect, source)
  const reviewReason = reviews.reduce<string | null>(strongerReason, reading.attempt.reviewReason)
  const attempt = await saveAttempt(trx, row, { ...reading.attempt, reviewReason }, now)
  const change = { trx, deps, attempt, ...origin }
  await saveRefundChanges(trx, attempt, reading, change.actor, now)
  let changed = await applyEffect(change, booking, effect)
  const isOpen = attempt.move_id === null && isOpenBooking(bookingFacts(changed, now))
  const isReplaced = losesGrants(row, attempt, source) && isOpen
  if (isReplaced) changed = await takeBackGrants({ trx, deps }, { booking: changed, attempt })
  if (row.refunded_minor !== attempt.refunded_minor) {
    const hasPaid = changed.paid_minor > booking.paid_minor || (await hasPaidBooking(trx, attempt.id))
    if (hasPaid) changed = await countRefunds(change, changed)
  }
  const movement = { attempt: { before: row, after: attempt }, booking: { before: booking, after: changed } }
  await writeLedgerEntries(trx, movement, { source: event?.eventId ?? source.kind, at: now })
  changed = await updateChecking({ trx, deps, snapshot }, { before: row, after: attempt }, changed)
  for (const reason of reviews) await askForReview(change, reason)
  return { outcome, state: attempt.state, booking: changed }
}

const losesGrants = (before: AttemptRecord, after: AttemptRecord, source: Source): boolean =>
  isActive(before.state) && after.state === 'cancelled' && !(source.kind === 'check' && source.isCarriedOn)

const reviewsOf = (reading: Reading, effect: BookingEffect, source: Source) => [
  ...reading.reviews,
  ...('review' in effect ? [effect.review] : []),
  ...(source.kind === 'check' && source.isGivenUp ? (['unsettled'] as const) : []),
]

type Checked = { readonly trx: Trx; readonly deps: PaymentDeps; readonly snapshot: Snapshot }
type Rows = { readonly before: AttemptRecord; readonly after: AttemptRecord }

async function updateChecking(
  { trx, deps, snapshot }: Checked,
  { before, after: attempt }: Rows,
  booking: BookingRecord,
): Promise<BookingRecord> {
  const now = deps.clock()
  const isChecking = isBeingChecked({
    attempt: toAttempt(attempt),
    snapshot,
    wasChecking: before.checking_since !== null,
    isManual: deps.providers.find(attempt.provider)?.describe.type === 'manual',
    isOver: !(await isAwaited(trx, { booking, attempt }, now)),
  })
  return setChecking(trx, { attempt, booking, now }, isChecking)
}

async function effectOf(
  trx: Trx,
  deps: PaymentDeps,
  { booking, reading, source }: { booking: BookingRecord; reading: Reading; source: Source },
): Promise<BookingEffect> {
  const isApproved = source.kind === 'admin' && source.isApproved
  const effect = bookingEffect(reading.transition, bookingFacts(booking, deps.clock()), isApproved)
  return effect.kind === 'give-back' ? applyRefundSetting(effect, await readSettingsIn(trx, deps)) : effect
}

function outcomeOf(row: AttemptRecord, reading: Reading): EventOutcome {
  if (reading.transition.outcome === 'mismatch') return 'mismatch'
  const before = toAttempt(row)
  const isSame = (Object.keys(before) as (keyof Attempt)[]).every((key) => before[key] === reading.attempt[key])
  return isSame && reading.refundChanges.length === 0 ? 'unchanged' : 'applied'
}

/** Provider events are always stored; our own checks only when they changed something. */
function eventOf({
  row,
  snapshot,
  source,
  outcome,
  id,
}: {
  row: AttemptRecord
  snapshot: Snapshot
  source: Source
  outcome: EventOutcome
  id: string
}): EventRow | null {
  const common = { provider: row.provider, attemptId: row.id, outcome, note: noteOf(snapshot) }
  if (source.kind === 'webhook') return { ...common, eventId: source.eventId, body: source.body }
  if (outcome === 'unchanged' || (outcome === 'mismatch' && row.review_reason !== null)) return null
  return { ...common, eventId: `${source.kind}:${id}`, body: Buffer.from(JSON.stringify(snapshot)) }
}
function noteOf({ status, currency, capturedMinor, refundedMinor }: Snapshot): string {
  // The report may hold an invalid currency or amount.
  const isMoney = /^[A-Z]{3}$/.test(currency) && [capturedMinor, refundedMinor].every(Number.isSafeInteger)
  const amount = (minor: number) =>
    isMoney ? `${formatAmount(money(minor, currency))} ${currency}` : text('events.invalidAmount', { minor, currency })
  return text('events.snapshot', { status, captured: amount(capturedMinor), refunded: amount(refundedMinor) })
}

/** Staff act for themselves; anything else is the provider's verified answer, which the booking stores (C211). */
function originOf(source: Source, provider: string, snapshot: Snapshot): Pick<Change, 'actor' | 'facts' | 'response'> {
  if (source.kind === 'admin') return { actor: actorOf(source.caller), facts: source.facts ?? {}, response: null }
  const response: GatewayResponse = {
    provider,
    orderRef: snapshot.orderRef,
    paymentRef: snapshot.paymentRef,
    status: snapshot.status,
    captured: { minor: snapshot.capturedMinor, currency: snapshot.currency },
    mode: snapshot.mode,
  }
  return { actor: { kind: 'provider', id: null, name: provider }, facts: {}, response }
}
