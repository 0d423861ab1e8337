import { type RawBuilder, sql } from 'kysely'
import { currentWork } from '../work.server.ts'

/** Where a job comes from. In its payload, as `_from`. */
export interface Origin {
  readonly requestId: string
  /** W3C traceparent of the span that queued it. */
  readonly traceparent?: string
}

/** Added to the payload of every job; empty outside requests and their jobs. */
export function originFields(): { _from?: Origin } {
  const { requestId, span } = currentWork() ?? {}
  return requestId ? { _from: { requestId, ...(span && { traceparent: span.traceparent }) } } : {}
}

/** The payload of a job about a row of the statement. */
export const payloadOf = (id: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(jsonb_build_object('id', ${id}) || ${JSON.stringify(originFields())}::jsonb)::json`

/** Takes the origin out of a payload. */
export function readOrigin(payload: unknown): { origin: Origin | null; payload: Record<string, unknown> } {
  const { _from, ...own } = (payload ?? {}) as Record<string, unknown> & { _from?: Partial<Origin> }
  const { requestId, traceparent } = _from ?? {}
  if (typeof requestId !== 'string') return { origin: null, payload: own }
  return { origin: { requestId, ...(typeof traceparent === 'string' && { traceparent }) }, payload: own }
}
