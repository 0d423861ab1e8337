import { currentWork } from '../work.server.ts'
import type { Attributes, Span } from './span.server.ts'

/**
 * Spans of requests, statements, jobs and calls to suppliers. Off unless `switchOn` was called; then starting a span costs
 * one comparison. Attributes never hold values of statements, addresses of people, queries or keys.
 */
export interface SpanStart {
  readonly name: string
  readonly kind: 'server' | 'client' | 'consumer'
  readonly attributes: Attributes
  /** The span, or the traceparent, that this one belongs to. */
  readonly parent?: Span | string | null | undefined
  /** The traceparent of another trace. */
  readonly link?: string | null
}

export interface Tracing {
  readonly start: (span: SpanStart) => Span
  /** Sends what is left, for two seconds at most. */
  readonly stop: () => Promise<void>
}

let tracing: Tracing | null = null
export function switchOn(next: Tracing | null): void {
  tracing = next
}
export const isTracing = (): boolean => tracing !== null

/** Starts a span of its own trace, or of the one that `parent` names. */
export const startSpan = (start: SpanStart): Span | undefined => tracing?.start(start)

/** Starts a call that the present request or job makes. Undefined outside them. */
export function startCall(name: string, attributes: Attributes): Span | undefined {
  if (tracing === null) return undefined
  const parent = currentWork()?.span
  return parent && tracing.start({ name, kind: 'client', attributes, parent })
}

/** Runs a call to a supplier within a span. */
export async function callTraced<T>(name: string, attributes: Attributes, call: () => Promise<T>): Promise<T> {
  const span = startCall(name, attributes)
  if (!span) return call()
  try {
    const answer = await call()
    span.end()
    return answer
  } catch (error) {
    span.end({ error: errorType(error) })
    throw error
  }
}

/** The code of an error, such as an SQLSTATE, else its class. */
export function errorType(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  return String(typeof code === 'string' ? code : (name ?? typeof error))
}
