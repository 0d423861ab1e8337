/**
 * The back office's view of the module contracts: types only. Every call goes over /rpc, where the server checks
 * permissions; nothing here grants access.
 */
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { ContractRouterClient } from '@orpc/contract'
import type { FieldError } from '../kernel/refusal.ts'
import type { accountContract } from '../modules/account/contract.ts'
import type { bookingContract } from '../modules/booking/contract.ts'
import type { catalogueContract } from '../modules/catalogue/contract.ts'
import type { ImportReport } from '../modules/catalogue/index.ts'
import type { contentContract } from '../modules/content/contract.ts'
import type { customerContract } from '../modules/customer/contract.ts'
import type { filesContract } from '../modules/files/contract.ts'
import type { inventoryContract } from '../modules/inventory/contract.ts'
import type { mailContract } from '../modules/mail/contract.ts'
import type { paymentContract } from '../modules/payment/contract.ts'
import type { printoutContract } from '../modules/printouts/contract.ts'
import type { promoContract } from '../modules/promo/contract.ts'
import type { reviewContract } from '../modules/review/contract.ts'
import type { settingsContract } from '../modules/settings/contract.ts'
import type { taskContract } from '../modules/task/contract.ts'
import { officeLanguage } from './language.ts'

type AdminContract = {
  account: typeof accountContract
  /** Shop calls that staff use for phone sales. */
  booking: Pick<typeof bookingContract, 'admin' | 'quote' | 'saveTraveller'>
  inventory: Pick<typeof inventoryContract, 'admin' | 'availability' | 'groups'>
  payment: { admin: (typeof paymentContract)['admin'] }
  mail: { admin: (typeof mailContract)['admin'] }
  catalogue: Pick<typeof catalogueContract, 'admin' | 'list' | 'get'>
  customer: typeof customerContract
  files: typeof filesContract
  content: { admin: (typeof contentContract)['admin'] }
  paper: typeof printoutContract
  promo: { admin: (typeof promoContract)['admin'] }
  review: { admin: (typeof reviewContract)['admin'] }
  settings: typeof settingsContract
  task: typeof taskContract
}
/** Writes with the same key run only once, so retries are safe. */
type CallContext = { readonly idempotencyKey?: string }
export type AdminApi = ContractRouterClient<AdminContract, CallContext>

const link = new RPCLink<CallContext>({
  url: `${location.origin}/rpc`,
  // Staff choose the language here; the browser's own does not matter.
  headers: ({ context }) => ({
    'accept-language': officeLanguage,
    ...(context.idempotencyKey && { 'idempotency-key': context.idempotencyKey }),
  }),
})
export const api: AdminApi = createORPCClient(link)

/** Status and message of a server error; status 0 means that the server was unreachable. */
export function readFault(error: unknown): { status: number; message: string } {
  const { status, message } = (typeof error === 'object' && error !== null ? error : {}) as {
    status?: unknown
    message?: unknown
  }
  if (typeof status !== 'number') return { status: 0, message: '' }
  return { status, message: typeof message === 'string' && status < 500 ? message : '' }
}

/** The server's code of a refusal, such as 'booking/not-found'; '' for another error. */
export function readCode(error: unknown): string {
  const { data } = (typeof error === 'object' && error !== null ? error : {}) as { data?: { code?: unknown } }
  return typeof data?.code === 'string' ? data.code : ''
}

/** Field errors of the server; empty when it refused for another reason. */
export function readFieldErrors(error: unknown): readonly FieldError<string>[] {
  const { data } = (typeof error === 'object' && error !== null ? error : {}) as { data?: { errors?: unknown } }
  return Array.isArray(data?.errors) ? (data.errors as FieldError<string>[]) : []
}

export async function sendPicture(file: File): Promise<string> {
  const answer = await sendFile('/api/admin/pictures', file)
  const { url } = (await answer.json()) as { url: string }
  return url
}

/** Uploads a payment proof received another way. The route accepts the session in place of a token. */
export async function sendProof(bookingId: string, file: File): Promise<void> {
  await sendFile(`/api/bookings/${bookingId}/payment-proofs`, file)
}

export async function sendIssued(bookingId: string, travelerId: string | null, file: File): Promise<void> {
  const query = travelerId === null ? '' : `?traveler_id=${travelerId}`
  await sendFile(`/api/admin/bookings/${bookingId}/issued-documents${query}`, file)
}

type DocumentTarget = { readonly name: string; readonly travelerId: string | null; readonly isChecked: boolean }
/** Uploads a document that the customer sent another way. */
export async function sendDocument(bookingId: string, target: DocumentTarget, file: File): Promise<void> {
  const { name, travelerId, isChecked } = target
  const query = new URLSearchParams({
    name,
    ...(travelerId !== null && { traveler_id: travelerId }),
    checked: String(isChecked),
  })
  await sendFile(`/api/admin/bookings/${bookingId}/documents?${query}`, file)
}

export async function sendTable(kind: string, file: File): Promise<{ id: string }> {
  const answer = await sendFile(`/api/admin/catalogue-uploads?kind=${encodeURIComponent(kind)}`, file)
  return (await answer.json()) as { id: string }
}

type Query = Readonly<Record<string, string>>
/** For `saveAnswer`: texts of items. */
export const fetchTranslationFile = (query: Query): Promise<Response> => fetchFile('translation-export', query)
/** For `saveAnswer`: texts of pages, sliders, menus and settings. */
export const fetchContentFile = (query: Query): Promise<Response> => fetchFile('content-translation-export', query)

async function fetchFile(name: string, query: Query): Promise<Response> {
  const address = `/api/admin/${name}?${new URLSearchParams(query)}`
  return required(await fetch(address, { headers: { 'accept-language': officeLanguage } }))
}

/** Without `agreed` a preview, which stores nothing. */
export async function sendTranslationFile(file: File, agreed?: string): Promise<ImportReport> {
  const query = agreed === undefined ? '' : `?agreed=${encodeURIComponent(agreed)}`
  const answer = await sendFile(`/api/admin/translation-imports${query}`, file)
  return (await answer.json()) as ImportReport
}

async function sendFile(address: string, file: File): Promise<Response> {
  const form = new FormData()
  form.set('file', file)
  const answer = await fetch(address, { method: 'POST', headers: { 'accept-language': officeLanguage }, body: form })
  return required(answer)
}

/** Throws what `readFault` reads. */
async function required(answer: Response): Promise<Response> {
  if (answer.ok) return answer
  const problem: unknown = await answer.json().catch(() => null)
  const { title } = (typeof problem === 'object' && problem !== null ? problem : {}) as { title?: unknown }
  throw Object.assign(new Error(typeof title === 'string' ? title : ''), { status: answer.status })
}
