import { ORPCError, ValidationError } from '@orpc/contract'
import { messageOfIssue } from '../kernel/issue-message.ts'
import type { Language } from '../kernel/language.ts'
import { type FieldError, isRefusal, Refusal, type RefusalFacts } from '../kernel/refusal.ts'
import { text } from '../kernel/text.ts'
import { isDatabaseAway } from '../platform/db/away.server.ts'
import { isDiskFull } from '../platform/disk-space.server.ts'
import type { Log } from '../platform/log.server.ts'
import { resolveTexts, say } from '../platform/messages.server.ts'
import { isRefusalCode, type RefusalCode, statusOf } from './refusal-codes.ts'
import { sentenceOf } from './refusals.ts'

/** RFC 9457, with our code and, for input, the fields. */
export type Problem = {
  type: string
  status: number
  code: RefusalCode
  /** The message that the screen shows. */
  title: string
  errors?: readonly FieldError[]
  facts?: RefusalFacts
  requestId?: string
}

/** Converts any error into a refusal. Unexpected errors are logged here and become a 500. */
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
  if (isDiskFull(error)) return new Refusal('server/storage-full', { retryAfter: 60 })
  if (isDatabaseAway(error)) return new Refusal('server/unavailable', { retryAfter: 5 })
  // A null byte from the client, which PostgreSQL can store neither in text nor in jsonb.
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

/** Errors of the multipart reader for a truncated body or a missing boundary; they have no codes. */
const isCutUpload = (error: Error): boolean =>
  /unexpected end of multipart data$|^Multipart: Boundary not found$|^The needle cannot/i.test(error.message)

/** A client that sends a million faults must not get a million errors back. */
const maxErrors = 100

function fromOrpc(error: ORPCError<string, unknown>): Refusal | null {
  if (error.cause instanceof ValidationError && error.code === 'BAD_REQUEST') {
    return new Refusal('request/invalid', {}, error.cause.issues.flatMap(fieldErrors).slice(0, maxErrors))
  }
  if (error.code === 'BAD_REQUEST') return new Refusal('request/malformed')
  if (error.code === 'METHOD_NOT_SUPPORTED') return new Refusal('request/method')
  if (error.code === 'NOT_FOUND') return new Refusal('request/not-found')
  return null
}

type Issue = ValidationError['issues'][number] & { readonly keys?: readonly string[] }
function fieldErrors(issue: Issue): FieldError[] {
  const path = (issue.path ?? []).map((part) => String(typeof part === 'object' ? part.key : part)).join('.')
  if (!issue.keys) return [{ path, message: messageOfIssue(issue) }]
  // One error per unknown key, at its own path.
  return issue.keys
    .slice(0, maxErrors)
    .map((key) => ({ path: path ? `${path}.${key}` : key, message: text('fields.unknown') }))
}

/** An error for the log, without detail, parameters and request: they may contain personal data. */
function plain(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error }
  const cause = error.cause === undefined ? {} : { cause: plain(error.cause) }
  const issues = error instanceof ValidationError ? { issues: error.issues.flatMap(fieldErrors) } : {}
  const code = 'code' in error ? { code: error.code } : {}
  return { type: error.name, message: error.message, stack: error.stack, ...code, ...issues, ...cause }
}

type Answer = Pick<Problem, 'status' | 'code' | 'title'> & Required<Pick<Problem, 'errors' | 'facts'>>

/** The refusal in the caller's language. */
export function answerOf(refusal: Refusal & { code: RefusalCode }, language: Language): Answer {
  const { code, facts, errors } = resolveTexts(
    { code: refusal.code, facts: refusal.facts, errors: refusal.errors },
    language,
  )
  return { status: statusOf(code), code, title: say(sentenceOf(code, facts), language), errors, facts }
}

export const problemOf = ({ errors, facts, ...answer }: Answer, requestId?: string): Problem => ({
  type: `/api/docs#${answer.code}`,
  ...answer,
  ...(errors.length > 0 && { errors }),
  ...(Object.keys(facts).length > 0 && { facts }),
  ...(requestId && { requestId }),
})

/** Seconds for the Retry-After header, if the answer needs one. */
export function retryAfterOf(refusal: Refusal): number | null {
  const { retryAfter } = refusal.facts
  return typeof retryAfter === 'number' ? retryAfter : null
}
