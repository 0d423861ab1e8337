/**
 * The back office's view of the rooms' contracts: types only. Every call goes over /rpc, where the server checks who
 * asks; nothing here decides what somebody may do.
 */
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { ContractRouterClient } from '@orpc/contract'
import type { FieldError } from '../kernel/refusal.ts'
import type { accountContract } from '../modules/account/contract.ts'
import type { bookingContract } from '../modules/booking/contract.ts'
import type { catalogueContract } from '../modules/catalogue/contract.ts'
import type { contentContract } from '../modules/content/contract.ts'
import type { filesContract } from '../modules/files/contract.ts'
import type { mailContract } from '../modules/mail/contract.ts'
import type { paymentContract } from '../modules/payment/contract.ts'
import type { promoContract } from '../modules/promo/contract.ts'
import type { reviewContract } from '../modules/review/contract.ts'
import type { settingsContract } from '../modules/settings/contract.ts'

type AdminContract = {
  account: typeof accountContract
  /** The shop's own questions beside the staff's: what a sale by phone is made of. */
  booking: Pick<typeof bookingContract, 'admin' | 'quote'>
  payment: { admin: (typeof paymentContract)['admin'] }
  mail: { admin: (typeof mailContract)['admin'] }
  catalogue: Pick<typeof catalogueContract, 'admin' | 'list' | 'get'>
  files: typeof filesContract
  content: { admin: (typeof contentContract)['admin'] }
  promo: { admin: (typeof promoContract)['admin'] }
  review: { admin: (typeof reviewContract)['admin'] }
  settings: { admin: (typeof settingsContract)['admin'] }
}
/** With a key a write is done once, however often it is sent. */
type CallContext = { readonly idempotencyKey?: string }
export type AdminApi = ContractRouterClient<AdminContract, CallContext>

const link = new RPCLink<CallContext>({
  url: `${location.origin}/rpc`,
  headers: ({ context }) => (context.idempotencyKey ? { 'idempotency-key': context.idempotencyKey } : {}),
})
export const api: AdminApi = createORPCClient(link)

/** Gives a key for each request: the same one again has the same key, a changed one another. */
export function newAttempt(): (request: unknown) => string {
  let last = { body: '', key: '' }
  return (request) => {
    const body = JSON.stringify(request)
    // Browsers offer randomUUID on https only; a shop in a local network has the plain random values.
    const bytes = () => Array.from(crypto.getRandomValues(new Uint8Array(16)))
    if (body !== last.body)
      last = {
        body,
        key: bytes()
          .map((byte) => byte.toString(16).padStart(2, '0'))
          .join(''),
      }
    return last.key
  }
}

/** What the server said, and its sentence; status 0 = it could not be reached. */
export function readFault(error: unknown): { status: number; message: string } {
  const { status, message } = (typeof error === 'object' && error !== null ? error : {}) as {
    status?: unknown
    message?: unknown
  }
  if (typeof status !== 'number') return { status: 0, message: '' }
  return { status, message: typeof message === 'string' && status < 500 ? message : '' }
}

/** What the server says of single fields; none where it refused for another reason. */
export function readFieldErrors(error: unknown): readonly FieldError[] {
  const { data } = (typeof error === 'object' && error !== null ? error : {}) as { data?: { errors?: unknown } }
  return Array.isArray(data?.errors) ? (data.errors as FieldError[]) : []
}

/** A picture for the catalogue or a page; gives the address under which everybody sees it. */
export async function sendPicture(file: File): Promise<string> {
  const answer = await sendFile('/api/admin/pictures', file)
  const { url } = (await answer.json()) as { url: string }
  return url
}

/** A proof that came another way. Its route takes the session in place of a token. */
export async function sendProof(bookingId: string, file: File): Promise<void> {
  await sendFile(`/api/bookings/${bookingId}/payment-proofs`, file)
}

/** What was issued, for a traveller or for the booking as a whole. */
export async function sendIssued(bookingId: string, travelerId: string | null, file: File): Promise<void> {
  const query = travelerId === null ? '' : `?traveler_id=${travelerId}`
  await sendFile(`/api/admin/bookings/${bookingId}/issued-documents${query}`, file)
}

/** A table of items of a kind, to be looked at; gives the upload's id. */
export async function sendTable(kind: string, file: File): Promise<{ id: string }> {
  const answer = await sendFile(`/api/admin/catalogue-uploads?kind=${encodeURIComponent(kind)}`, file)
  return (await answer.json()) as { id: string }
}

async function sendFile(address: string, file: File): Promise<Response> {
  const form = new FormData()
  form.set('file', file)
  const answer = await fetch(address, { method: 'POST', body: form })
  if (answer.ok) return answer
  const problem: unknown = await answer.json().catch(() => null)
  const { title } = (typeof problem === 'object' && problem !== null ? problem : {}) as { title?: unknown }
  throw Object.assign(new Error(typeof title === 'string' ? title : ''), { status: answer.status })
}
