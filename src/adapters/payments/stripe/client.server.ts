import type Stripe from 'stripe'
import type { ProviderContext } from '../../../modules/payment/port.ts'
import { apiVersion } from './fields.ts'

/** Milliseconds. Below the limit of the whole call, so that our own error is reported. */
const patience = 7_000

/** Loaded on first use: the library is large, and most processes start without a payment. */
const load = async () => (await import('stripe')).default

/** A client for one call, aborted with it. `address` replaces Stripe's URL for stand-ins. */
export async function openClient(
  ctx: Pick<ProviderContext, 'secrets' | 'signal'>,
  address: string | null,
): Promise<Stripe> {
  const Client = await load()
  const url = address === null ? null : new URL(address)
  const untilOver: typeof fetch = (target, init = {}) =>
    fetch(target, {
      ...init,
      redirect: 'error',
      signal: init.signal ? AbortSignal.any([init.signal, ctx.signal]) : ctx.signal,
    })
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

/** A definite refusal: retrying would not help. `words` is Stripe's message and may hold parts of keys. */
export type Refused = { readonly status: number; readonly code: string; readonly words: string }

const definite = ['StripeInvalidRequestError', 'StripeCardError', 'StripeAuthenticationError', 'StripePermissionError']

/**
 * Returns null if the outcome is unknown: no or unreadable response, server error, rate limit, or an idempotency key
 * that is in use (409) or was used with other parameters.
 */
export function refusalOf(error: unknown): Refused | null {
  if (!(error instanceof Error) || !('type' in error) || !('statusCode' in error)) return null
  const { type, statusCode, message } = error
  const isDefinite = typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500 && statusCode !== 409
  if (!isDefinite || !definite.includes(String(type))) return null
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return { status: statusCode, code, words: message }
}

/** An error for logs and callers, without Stripe's message. */
export function silence(what: string, error: unknown): Error {
  const type = error instanceof Error && 'type' in error ? String(error.type) : null
  const status = error instanceof Error && 'statusCode' in error ? ` ${String(error.statusCode ?? '')}` : ''
  if (type === null && error instanceof Error) return error
  return new Error(`Stripe gave no usable answer to "${what}": ${type ?? 'unknown'}${status}`)
}
/** Returns Stripe's response, or `refused`. Throws if the outcome is unknown. */
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
