import { AsyncLocalStorage } from 'node:async_hooks'
import type { Span } from './tracing/span.server.ts'

/** The request or job that is running. Code that it awaits finds it here. */
export interface Work {
  /** Of the request, or of the request that queued the job; null for scheduled jobs. */
  readonly requestId: string | null
  /** The pattern of the address, where it says more than the route of the server. */
  route?: string
  /** Undefined while nothing is traced. */
  readonly span?: Span | undefined
}

const current = new AsyncLocalStorage<Work | undefined>()

export const currentWork = (): Work | undefined => current.getStore()

/** Runs `run`, and everything that it awaits or starts, as a part of `work`. */
export const asPartOf = <T>(work: Work | undefined, run: () => T): T => current.run(work, run)
