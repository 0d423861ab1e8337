import type Stripe from 'stripe'
import type { ProviderContext } from '../../../modules/payment/port.ts'
import { apiVersion } from './fields.ts'

/** Below the time that a call may take, so that its end is an answer of ours. */
const patience = 7_000

/** Loaded when it is first needed: the library is large, and most shops start without a payment. */
const load = async () => (await import('stripe')).default

/** A client for one call: it ends with the call. `address`: where Stripe is when it is not at home (a stand-in). */
export async function openClient(
  ctx: Pick<ProviderContext, 'secrets' | 'signal'>,
  address: string | null,
): Promise<Stripe> {
  const Client = await load()
  const url = address === null ? null : new URL(address)
  const untilOver: typeof fetch = (target, init = {}) =>
    fetch(target, { ...init, signal: init.signal ? AbortSignal.any([init.signal, ctx.signal]) : ctx.signal })
  return new Client(ctx.secrets.secret_key ?? '', {
    apiVersion,
    maxNetworkRetries: 0,
    timeout: patience,
    telemetry: false,
    httpClient: Client.createFetchHttpClient(untilOver),
    ...(url && {
      host: url.hostname,
      port: url.port || (url.protocol === 'http:' ? 80 : 443),
      protocol: url.protocol === 'http:' ? 'http' : 'https',
    }),
  })
}
export const openWebhooks = async () => (await load()).webhooks

/** A definite no: nothing was done, and repeating it would not help. `words` are Stripe's; they may hold parts of keys. */
export type Refused = { readonly status: number; readonly code: string; readonly words: string }

const definite = ['StripeInvalidRequestError', 'StripeCardError', 'StripeAuthenticationError', 'StripePermissionError']

/**
 * Null when the outcome is unknown: no answer, an unreadable one, a fault on Stripe's side, too many requests, or an
 * idempotency key in use (409) or used for something else.
 */
export function refusalOf(error: unknown): Refused | null {
  if (!(error instanceof Error) || !('type' in error) || !('statusCode' in error)) return null
  const { type, statusCode, message } = error
  const isDefinite = typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500 && statusCode !== 409
  if (!isDefinite || !definite.includes(String(type))) return null
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return { status: statusCode, code, words: message }
}

/** For log and callers: what kind of fault it was, without Stripe's words. */
export function silence(what: string, error: unknown): Error {
  const type = error instanceof Error && 'type' in error ? String(error.type) : null
  const status = error instanceof Error && 'statusCode' in error ? ` ${String(error.statusCode ?? '')}` : ''
  if (type === null && error instanceof Error) return error
  return new Error(`Stripe gave no usable answer to "${what}": ${type ?? 'unknown'}${status}`)
}
/** Stripe's answer; `refused` when it says no. Throws when the outcome is unknown. */
export async function ask<T>(
  what: string,
  call: () => Promise<T>,
): Promise<{ readonly answer: T } | { readonly refused: Refused }> {
  try {
    return { answer: await call() }
  } catch (error) {
    const refused = refusalOf(error)
    if (refused) return { refused }
    throw silence(what, error)
  }
}
