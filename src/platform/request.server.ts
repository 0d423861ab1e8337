import type { Caller } from './core.server.ts'

/** What every procedure knows of its call. */
export interface RequestContext {
  readonly caller: Caller
  /** The Idempotency-Key header, 8 to 200 characters, else null. */
  readonly idempotencyKey: string | null
  readonly requestId: string
  /** The Cookie and User-Agent headers, '' without one. */
  readonly cookies: string
  readonly userAgent: string
}
