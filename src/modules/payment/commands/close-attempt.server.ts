import { Refusal } from '../../../kernel/refusal.ts'
import { getAttempt, toAttempt } from '../attempts.server.ts'
import type { PaymentDeps } from '../deps.server.ts'
import { callProvider, findGateway, type Gateway, modeOfProvider, ProviderUnreachable } from '../gateways.server.ts'
import type { ProviderMode, Snapshot } from '../port.ts'
import { type Attempt, isActive } from '../rules/attempt.ts'
import type { AttemptRecord } from '../tables.server.ts'
import { type Applied, applySnapshot } from './apply-snapshot.server.ts'

/** What we say ourselves of an attempt, about its state alone. */
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
 * With what the provider has said. `payerUrl`: where it wants to see the payer once more. `hasFailedTry`: it says now
 * that the last try has failed, though the order is open still.
 */
type Refreshed = Applied & {
  readonly snapshot: Snapshot
  readonly payerUrl: string | null
  readonly hasFailedTry: boolean
}

/**
 * Asks the provider and applies what it says. Null where only people know, or when this server no longer has the
 * provider. Throws ProviderUnreachable.
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

/**
 * Ends an attempt that nobody should pay any more: closed with the provider or, where that cannot be done, asked once
 * more. Money that has come meanwhile counts. Refuses 'payment/provider-unreachable' when the provider does not answer.
 */
export async function closeAttempt(
  deps: PaymentDeps,
  attemptId: string,
  end: 'cancelled' | 'expired',
): Promise<Applied | null> {
  const row = await getAttempt(deps.db, attemptId)
  if (!isActive(row.state)) return null
  const gateway = await findGateway(deps, row.provider)
  try {
    const told = gateway && (await lastWord(deps, gateway, row))
    if (told) {
      const applied = await applySnapshot(deps, row.id, told, { kind: 'check' })
      if (!isActive(applied.state) || applied.state === 'processing') return applied
    }
  } catch (error) {
    if (error instanceof ProviderUnreachable) throw new Refusal('payment/provider-unreachable')
    throw error
  }
  return applySnapshot(deps, row.id, ownSnapshot(toAttempt(row), end, await modeOfProvider(deps, row.provider)), {
    kind: 'check',
  })
}

/** What the provider says when it is asked to close; null: it is closed, or only people know. */
async function lastWord(deps: PaymentDeps, gateway: Gateway, row: AttemptRecord): Promise<Snapshot | null> {
  const { close, fetchStatus } = gateway.provider
  const attempt = toAttempt(row)
  const shut = async (orderRef: string, how: NonNullable<typeof close>): Promise<Snapshot | null> => {
    const answer = await callProvider(deps, gateway, (ctx) => how(ctx, { ...attempt, orderRef }))
    if (answer.outcome === 'unknown') throw new ProviderUnreachable(gateway.record.name, 'close')
    return answer.outcome === 'moved-on' ? answer.snapshot : null
  }
  if (close && attempt.orderRef !== null) return shut(attempt.orderRef, close)
  // An attempt whose start was never answered has no order that we could name: it is looked up first.
  const told = fetchStatus ? await callProvider(deps, gateway, (ctx) => fetchStatus(ctx, attempt)) : null
  const isOpen = told?.status === 'requires_action' && told.orderRef !== null
  return close && isOpen ? shut(told.orderRef, close) : told
}
