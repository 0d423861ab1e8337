import { inspect } from 'node:util'
import type { Core } from '../../../platform/core.server.ts'
import type { ProviderContext } from '../port.ts'
import { type Patience, timeLeft } from './patience.server.ts'
import { withoutSecrets } from './rules/secrets.ts'
import { type Gateway, payeeOf, setOf } from './store.server.ts'

/** A provider did not answer in time or could not be reached. The outcome of the call is unknown. */
export class ProviderUnreachable extends Error {
  constructor(provider: string, cause: unknown) {
    super(`${provider} gave no answer`, { cause })
    this.name = 'ProviderUnreachable'
  }
}

/**
 * Calls a provider with a time limit: eight seconds, or what is left for the request. Never call it inside a
 * transaction. Throws ProviderUnreachable for every error.
 */
export async function callProvider<T>(
  deps: Core & Patience,
  gateway: Gateway,
  call: (ctx: ProviderContext) => Promise<T>,
): Promise<T> {
  const stop = new AbortController()
  const timeout = Promise.withResolvers<never>()
  const limit = timeLeft(deps)
  const timer = setTimeout(() => {
    stop.abort(new Error('too slow'))
    timeout.reject(new Error(`no answer within ${Math.round(limit)} ms`))
  }, limit)
  try {
    return await Promise.race([call(contextOf(deps, gateway, stop.signal)), timeout.promise])
  } catch (error) {
    const provider = gateway.record.name
    const reason = error instanceof Error ? error.message : typeof error
    deps.log.warn({ provider, reason: withoutSecrets(reason, gateway.secrets) }, 'provider call failed')
    throw new ProviderUnreachable(provider, harmless(error, gateway.secrets))
  } finally {
    clearTimeout(timer)
  }
}

/** The error as it may be logged: unchanged, or reduced to a cleaned message when it contains a secret. */
function harmless(error: unknown, secrets: Gateway['secrets']): unknown {
  const text = everythingOf(error)
  if (withoutSecrets(text, secrets) === text) return error
  return new Error(withoutSecrets(error instanceof Error ? error.message : 'an error that contains a secret', secrets))
}
function everythingOf(error: unknown, depth = 0): string {
  if (!(error instanceof Error)) return typeof error === 'string' ? error : inspect(error)
  const rest = depth < 3 && error.cause !== undefined ? everythingOf(error.cause, depth + 1) : ''
  return `${error.message}\n${error.stack ?? ''}\n${inspect({ ...error })}\n${rest}`
}

function contextOf(deps: Core, gateway: Gateway, signal: AbortSignal): ProviderContext {
  return {
    ...setOf(gateway),
    ...payeeOf(gateway),
    baseUrl: deps.baseUrl,
    now: deps.clock(),
    signal,
  }
}
