/**
 * The shop's view of the rooms' contracts: types only, so that no schema reaches the browser. Rendering calls the same
 * router in process; browsers call it over /rpc.
 */
import type { ContractRouterClient } from '@orpc/contract'
import type { FieldError, RefusalFacts } from '../../kernel/refusal.ts'
import type { accountContract } from '../../modules/account/contract.ts'
import type { bookingContract } from '../../modules/booking/contract.ts'
import type { catalogueContract } from '../../modules/catalogue/contract.ts'
import type { contentContract } from '../../modules/content/contract.ts'
import type { inventoryContract } from '../../modules/inventory/contract.ts'
import type { paymentContract } from '../../modules/payment/contract.ts'
import type { printoutContract } from '../../modules/printouts/contract.ts'
import type { reviewContract } from '../../modules/review/contract.ts'

type ShopContract = {
  catalogue: Omit<typeof catalogueContract, 'admin'>
  content: Omit<typeof contentContract, 'admin'>
  booking: Omit<typeof bookingContract, 'admin'>
  paper: typeof printoutContract
  inventory: Omit<typeof inventoryContract, 'admin'>
  payment: Omit<typeof paymentContract, 'admin'>
  account: Omit<typeof accountContract, 'admin' | 'sessions' | 'twoFactor'>
  review: Omit<typeof reviewContract, 'admin'>
}

/** Sent as the Idempotency-Key header: the same key again gets the first result (D31). */
export type CallContext = { idempotencyKey?: string }
export type ShopApi = ContractRouterClient<ShopContract, CallContext>

/** A failed call, with the server's sentence. */
export interface Problem {
  readonly status: number
  /** 'booking/not-found'; '' when the server gave none. */
  readonly code: string
  readonly message: string
  readonly errors: readonly FieldError<string>[]
  readonly facts: RefusalFacts
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const asText = (value: unknown): string => (typeof value === 'string' ? value : '')

function readErrors(value: unknown): FieldError<string>[] {
  if (!Array.isArray(value)) return []
  return value.filter(isRecord).map((entry) => ({ path: asText(entry.path), message: asText(entry.message) }))
}

/** In process a refusal arrives as it was thrown. Only statuses that a page depends on are told apart. */
function statusOfRefusal(code: string): number {
  if (code === 'account/sign-in-needed') return 401
  return code.endsWith('/not-found') || code.endsWith('/unknown-kind') ? 404 : 422
}

/** oRPC errors carry `status` and the refusal in `data`; anything else is a failed connection. */
export function readProblem(error: unknown): Problem {
  if (isRecord(error) && error.name === 'Refusal') {
    const code = asText(error.code)
    return { status: statusOfRefusal(code), code, message: '', errors: readErrors(error.errors), facts: {} }
  }
  if (!isRecord(error) || typeof error.status !== 'number')
    return { status: 0, code: '', message: '', errors: [], facts: {} }
  const data = isRecord(error.data) ? error.data : {}
  return {
    status: error.status,
    code: asText(data.code),
    message: error.status >= 500 ? '' : asText(error.message),
    errors: readErrors(data.errors),
    facts: isRecord(data.facts) ? (data.facts as RefusalFacts) : {},
  }
}
/** Nothing is there: not found, or the address names what cannot exist, such as an id of 2,000 letters. */
export function isMissing(error: unknown): boolean {
  const { status, code } = readProblem(error)
  return status === 404 || code === 'request/invalid'
}
