import type { Language } from '../kernel/language.ts'
import type { Caller } from './core.server.ts'

/** The context of every procedure call. */
export interface RequestContext {
  readonly caller: Caller
  /** The Idempotency-Key header, 8 to 200 characters, else null. */
  readonly idempotencyKey: string | null
  readonly requestId: string
  /** The Cookie and User-Agent headers; empty if missing. */
  readonly cookies: string
  readonly userAgent: string
  /** What the caller reads: the language of every text that the call returns. */
  readonly language: Language
}
