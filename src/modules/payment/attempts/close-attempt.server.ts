import { addHours } from '../../../kernel/dates.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { PaymentDeps } from '../deps.server.ts'
import { callProvider, ProviderUnreachable } from '../gateways/call-provider.server.ts'
import { findGateway, type Gateway, modeOfProvider } from '../gateways/store.server.ts'
import type { ProviderMode, Snapshot } from '../port.ts'
import type { AttemptRecord } from '../tables.server.ts'
import { type Applied, applySnapshot } from './apply-snapshot.server.ts'
import { type Attempt, isActive } from './rules/attempt.ts'
import { getAttempt, toAttempt } from './store.server.ts'

/** A snapshot with a state that we decide ourselves; amounts stay as they are. */
export const ownSnapshot = (attempt: Attempt, status: Snapshot['status'], mode: ProviderMode): Snapshot => ({
  orderRef: attempt.orderRef,
  paymentRef: attempt.paymentRef,
  status,
  currency: attempt.currency,
  capturedMinor: attempt.capturedMinor,
  refundedMinor: attempt.refundedMinor,
  refunds: null,
  mode,
  failureMessage: null,
})

/**
 * With the provider's snapshot. `payerUrl`: the provider wants the payer back there. `hasFailedTry`: the last try
 * failed, but the order is still open.
 */
type Refreshed = Applied & {
  readonly snapshot: Snapshot
  readonly payerUrl: string | null
  readonly hasFailedTry: boolean
}

/**
 * Asks the provider and applies its answer. Null for manual methods and for providers that this server no longer has.
 * Throws ProviderUnreachable.
 */
export async function refreshAttempt(deps: PaymentDeps, row: AttemptRecord): Promise<Refreshed | null> {
  const gateway = await findGateway(deps, row.provider)
  const fetchStatus = gateway?.provider.fetchStatus
  if (!gateway || !fetchStatus) return null
  const snapshot = await callProvider(deps, gateway, (ctx) => fetchStatus(ctx, toAttempt(row)))
  const applied = await applySnapshot(deps, row.id, snapshot, { kind: 'check' })
  const isOpen = isActive(applied.state)
  return {
    ...applied,
    snapshot,
    payerUrl: (isOpen && snapshot.payerUrl) || null,
    hasFailedTry: isOpen && snapshot.status === 'requires_action' && snapshot.failureMessage !== null,
  }
}

/** An attempt under check that the provider never settles is given up after this time, and staff review it. */
const checkingHours = 24

/**
 * 'given-up': staff have decided otherwise, so that an attempt under check ends too.
 */
type End = 'cancelled' | 'expired' | 'given-up'

/**
 * Ends an attempt: closes it with the provider, or asks once more when it cannot be closed. Money that arrived in the
 * meantime counts. An attempt under check stays open until the provider settles it. Refuses
 * 'payment/provider-unreachable'.
 */
export async function closeAttempt(deps: PaymentDeps, attemptId: string, end: End): Promise<Applied | null> {
  const row = await getAttempt(deps.db, attemptId)
  if (!isActive(row.state)) return null
  const gateway = await findGateway(deps, row.provider)
  let isGivenUp = false
  try {
    const snapshot = gateway && (await closeWithProvider(deps, gateway, row))
    if (snapshot) {
      const applied = await applySnapshot(deps, row.id, snapshot, { kind: 'check' })
      if (!isActive(applied.state) || applied.state === 'processing') return applied
      const since = (await getAttempt(deps.db, row.id)).checking_since
      isGivenUp = since !== null
      if (since && end !== 'given-up' && deps.clock() < addHours(since, checkingHours)) return applied
    }
  } catch (error) {
    if (error instanceof ProviderUnreachable) throw new Refusal('payment/provider-unreachable')
    throw error
  }
  const status = end === 'given-up' ? 'cancelled' : end
  const snapshot = ownSnapshot(toAttempt(row), status, await modeOfProvider(deps, row.provider))
  return applySnapshot(deps, row.id, snapshot, { kind: 'check', isGivenUp })
}

/** The provider's snapshot if it refuses to close; null: closed, or a manual method. */
async function closeWithProvider(deps: PaymentDeps, gateway: Gateway, row: AttemptRecord): Promise<Snapshot | null> {
  const { close, fetchStatus } = gateway.provider
  const attempt = toAttempt(row)
  const shut = async (orderRef: string, how: NonNullable<typeof close>): Promise<Snapshot | null> => {
    const answer = await callProvider(deps, gateway, (ctx) => how(ctx, { ...attempt, orderRef }))
    if (answer.outcome === 'unknown') throw new ProviderUnreachable(gateway.record.name, 'close')
    return answer.outcome === 'moved-on' ? answer.snapshot : null
  }
  if (close && attempt.orderRef !== null) return shut(attempt.orderRef, close)
  // Without an answer to the start we do not know the order yet, so look it up first.
  const snapshot = fetchStatus ? await callProvider(deps, gateway, (ctx) => fetchStatus(ctx, attempt)) : null
  const isOpen = snapshot?.status === 'requires_action' && snapshot.orderRef !== null
  return close && isOpen ? shut(snapshot.orderRef, close) : snapshot
}
