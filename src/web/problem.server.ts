import { ORPCError, ValidationError } from '@orpc/contract'
import { type FieldError, isRefusal, Refusal, type RefusalFacts } from '../kernel/refusal.ts'
import { isDatabaseAway } from '../platform/db/away.server.ts'
import type { Log } from '../platform/log.server.ts'
import { isRefusalCode, type RefusalCode, sentenceOf, statusOf } from './refusals.ts'

/** RFC 9457, with our code and, for input, the fields. */
export type Problem = {
  type: string
  status: number
  code: RefusalCode
  /** The sentence that the screen shows. */
  title: string
  errors?: readonly FieldError[]
  facts?: RefusalFacts
  requestId?: string
}

/** Any error as the refusal that it is answered with. What nobody expected is logged here, once, and becomes a 500. */
export function asRefusal(error: unknown, log: Log): Refusal & { code: RefusalCode } {
  const refusal = known(error)
  if (refusal && isRefusalCode(refusal.code)) return refusal as Refusal & { code: RefusalCode }
  log.error({ err: plain(refusal ?? error) }, refusal ? `refusal without an answer: ${refusal.code}` : 'request failed')
  return new Refusal('server/broken') as Refusal & { code: RefusalCode }
}

function known(error: unknown): Refusal | null {
  if (isRefusal(error)) return error
  if (error instanceof ORPCError) return isRefusal(error.cause) ? error.cause : fromOrpc(error)
  if (!(error instanceof Error)) return null
  const { code, statusCode } = error as Error & { code?: unknown; statusCode?: unknown }
  if (isDatabaseAway(error)) return new Refusal('server/unavailable', { retryAfter: 5 })
  // A null byte, which no text of the database can hold, nor one within JSON: the room did not think of it, the client sent it.
  if (code === '22021' || code === '22P05') return new Refusal('request/malformed')
  if (isCutUpload(error)) return new Refusal('request/malformed')
  if (typeof code === 'string' && code in fastifyCodes) return new Refusal(fastifyCodes[code] ?? 'request/malformed')
  if (statusCode === 413) return new Refusal('request/too-large')
  if (statusCode === 415) return new Refusal('request/media-type')
  if (statusCode === 503) return new Refusal('server/unavailable', { retryAfter: 10 })
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500) return new Refusal('request/malformed')
  return null
}

const fastifyCodes: Readonly<Record<string, RefusalCode>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'request/media-type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'request/too-large',
  FST_REQ_FILE_TOO_LARGE: 'request/too-large',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'request/media-type',
  FST_ERR_NOT_FOUND: 'request/not-found',
}

/** What the multipart reader says of a body that ends early or names no boundary; its errors have no codes. */
const isCutUpload = (error: Error): boolean =>
  /unexpected end of multipart data$|^Multipart: Boundary not found$|^The needle cannot/i.test(error.message)

/** Nobody reads more; each would be written, compressed and sent, to whoever sent a million faults. */
const mostErrors = 100

function fromOrpc(error: ORPCError<string, unknown>): Refusal | null {
  if (error.cause instanceof ValidationError && error.code === 'BAD_REQUEST') {
    return new Refusal('request/invalid', {}, error.cause.issues.flatMap(fieldErrors).slice(0, mostErrors))
  }
  if (error.code === 'BAD_REQUEST') return new Refusal('request/malformed')
  if (error.code === 'METHOD_NOT_SUPPORTED') return new Refusal('request/method')
  if (error.code === 'NOT_FOUND') return new Refusal('request/not-found')
  return null
}

type Issue = ValidationError['issues'][number] & { readonly keys?: readonly string[] }
function fieldErrors(issue: Issue): FieldError[] {
  const path = (issue.path ?? []).map((part) => String(typeof part === 'object' ? part.key : part)).join('.')
  if (!issue.keys) return [{ path, message: issue.message }]
  // One error per key that is not known, at its own path.
  return issue.keys.map((key) => ({ path: path ? `${path}.${key}` : key, message: 'There is no such field' }))
}

/** An error for the log: never its detail, parameters or request, where personal data may stand. */
function plain(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error }
  const cause = error.cause === undefined ? {} : { cause: plain(error.cause) }
  const issues = error instanceof ValidationError ? { issues: error.issues.flatMap(fieldErrors) } : {}
  const code = 'code' in error ? { code: error.code } : {}
  return { type: error.name, message: error.message, stack: error.stack, ...code, ...issues, ...cause }
}

export function problemOf(refusal: Refusal & { code: RefusalCode }, requestId?: string): Problem {
  return {
    type: `/api/docs#${refusal.code}`,
    status: statusOf(refusal.code),
    code: refusal.code,
    title: sentenceOf(refusal.code, refusal.facts),
    ...(refusal.errors.length > 0 && { errors: refusal.errors }),
    ...(Object.keys(refusal.facts).length > 0 && { facts: refusal.facts }),
    ...(requestId && { requestId }),
  }
}

/** Seconds for Retry-After, where the answer needs one. */
export function retryAfterOf(refusal: Refusal): number | null {
  const { retryAfter } = refusal.facts
  return typeof retryAfter === 'number' ? retryAfter : null
}
