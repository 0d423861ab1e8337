/**
 * The back office's view of the rooms' contracts: types only. Every call goes over /rpc, where the server checks who
 * asks; nothing here decides what somebody may do.
 */
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { ContractRouterClient } from '@orpc/contract'
import type { accountContract } from '../modules/account/contract.ts'
import type { bookingContract } from '../modules/booking/contract.ts'
import type { catalogueContract } from '../modules/catalogue/contract.ts'
import type { contentContract } from '../modules/content/contract.ts'
import type { mailContract } from '../modules/mail/contract.ts'
import type { paymentContract } from '../modules/payment/contract.ts'
import type { promoContract } from '../modules/promo/contract.ts'

type AdminContract = {
  account: typeof accountContract
  booking: { admin: (typeof bookingContract)['admin'] }
  payment: { admin: (typeof paymentContract)['admin'] }
  mail: { admin: (typeof mailContract)['admin'] }
  catalogue: { admin: (typeof catalogueContract)['admin'] }
  content: { admin: (typeof contentContract)['admin'] }
  promo: { admin: (typeof promoContract)['admin'] }
}
export type AdminApi = ContractRouterClient<AdminContract>

export const api: AdminApi = createORPCClient(new RPCLink({ url: `${location.origin}/rpc` }))

/** What the server said, and its sentence; status 0 = it could not be reached. */
export function readFault(error: unknown): { status: number; message: string } {
  const { status, message } = (typeof error === 'object' && error !== null ? error : {}) as {
    status?: unknown
    message?: unknown
  }
  if (typeof status !== 'number') return { status: 0, message: '' }
  return { status, message: typeof message === 'string' && status < 500 ? message : '' }
}

/** What the server said of single fields, by their paths; empty where it said nothing of them. */
export function readFieldErrors(error: unknown): Readonly<Record<string, string>> {
  const { data } = (typeof error === 'object' && error !== null ? error : {}) as { data?: { errors?: unknown } }
  if (!Array.isArray(data?.errors)) return {}
  const given = data.errors as readonly { path?: unknown; message?: unknown }[]
  return Object.fromEntries(given.map(({ path, message }) => [String(path), String(message)]))
}

/** The one file that staff send: a proof that came another way. Its route takes the session in place of a token. */
export async function sendProof(bookingId: string, file: File): Promise<void> {
  const form = new FormData()
  form.set('file', file)
  const answer = await fetch(`/api/bookings/${bookingId}/payment-proofs`, { method: 'POST', body: form })
  if (answer.ok) return
  const problem: unknown = await answer.json().catch(() => null)
  const { title } = (typeof problem === 'object' && problem !== null ? problem : {}) as { title?: unknown }
  throw Object.assign(new Error(typeof title === 'string' ? title : ''), { status: answer.status })
}
