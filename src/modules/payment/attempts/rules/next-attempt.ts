import type { Attempt } from './attempt.ts'
import { isActive } from './attempt.ts'

/** What must happen before the customer can pay with a method. */
export type NextAttempt =
  | { readonly kind: 'reuse'; readonly attempt: Attempt }
  /** Close this other attempt with its provider first. */
  | { readonly kind: 'close-first'; readonly attempt: Attempt }
  /** The provider is still deciding: a second attempt could be paid twice. */
  | { readonly kind: 'wait'; readonly attempt: Attempt }
  | { readonly kind: 'create' }

export type Wanted = {
  readonly provider: string
  readonly amountMinor: number
  readonly currency: string
  /** The prepared move whose difference is paid. */
  readonly moveId?: string | null
  readonly isManual: (provider: string) => boolean
  readonly isExpired: (attempt: Attempt) => boolean
}

export function nextAttempt(attempts: readonly Attempt[], wanted: Wanted): NextAttempt {
  const active = attempts.find((attempt) => isActive(attempt.state))
  if (!active) return { kind: 'create' }
  const isSame =
    active.provider === wanted.provider &&
    (active.moveId ?? null) === (wanted.moveId ?? null) &&
    active.amountMinor === wanted.amountMinor &&
    active.currency === wanted.currency
  if (isSame && !wanted.isExpired(active)) return { kind: 'reuse', attempt: active }
  if (active.state === 'processing' && !wanted.isManual(active.provider)) return { kind: 'wait', attempt: active }
  return { kind: 'close-first', attempt: active }
}
