import type { FastifyInstance, FastifyRequest } from 'fastify'
import type * as z from 'zod'
import type { Access } from '../kernel/contract.ts'
import { messageOfIssue } from '../kernel/issue-message.ts'
import type { Language, LanguageOffer } from '../kernel/language.ts'
import { type FieldError, Refusal } from '../kernel/refusal.ts'
import { text } from '../kernel/text.ts'
import type { Caller } from './core.server.ts'

/** What a plain Fastify route (upload, webhook, download, page) declares in `config`. */
declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call. Deny by default: a route without it does not start. */
    access?: Access
    /** One sentence for the API description; required below /api. */
    summary?: string
    /** For the description: the schemas of the query and the JSON body. */
    query?: z.ZodType
    body?: z.ZodType
    /** The body is multipart: these optional fields, then one file named `file`. */
    uploads?: readonly string[]
    /** The successful response; default 200 with JSON. No types: no body. */
    answers?: Readonly<{ status?: number; types?: readonly string[] }>
    /** For calls from other sites (provider events and return posts): skips the same-origin check. */
    crossSite?: true
    /** For assets and health: reads no session, so `request.caller` is anonymous. */
    sessionless?: true
    /** Serves files of pages, which lose the headers that browsers read of documents only. */
    files?: true
    /** Shows the offer: refused to visitors while the shop is closed. */
    closes?: true
    /** For uploads: no deadline of seconds for the body. */
    slowBody?: true
  }
  interface FastifyRequest {
    /** Determined once per request, before any handler runs. */
    caller: Caller
    /** What the caller reads. */
    language: Language
    /** What the agency has switched on. Not set on routes that read no session. */
    languages: LanguageOffer
  }
}

/** A room's plain routes, registered by `app/`. Runs in its own scope, with multipart support. */
export type RoutePlugin = (app: FastifyInstance) => void | Promise<void>

/**
 * Reads the query of a plain route. A repeated parameter is ambiguous and refuses 'request/malformed'; a query that
 * does not fit the schema refuses `code`.
 */
export function readQuery<T>(schema: z.ZodType<T>, request: FastifyRequest, code = 'request/invalid'): T {
  const repeated = Object.entries(request.query as Readonly<Record<string, unknown>>)
    .filter(([, value]) => typeof value !== 'string')
    .map(([path]): FieldError => ({ path, message: text('fields.once') }))
  if (repeated.length > 0) throw new Refusal('request/malformed', {}, repeated)
  return readWith(schema, request.query, code)
}

/** Reads the JSON body of a plain route. Refuses 'request/invalid' with field errors. */
export const readBody = <T>(schema: z.ZodType<T>, request: FastifyRequest): T =>
  readWith(schema, request.body, 'request/invalid')

function readWith<T>(schema: z.ZodType<T>, given: unknown, code: string): T {
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  const errors = parsed.error.issues.flatMap((issue): FieldError[] =>
    issue.code === 'unrecognized_keys'
      ? issue.keys
          .slice(0, maxErrors)
          .map((key) => ({ path: [...issue.path, key].join('.'), message: text('fields.unknown') }))
      : [{ path: issue.path.join('.'), message: messageOfIssue(issue) }],
  )
  throw new Refusal(code, {}, errors.slice(0, maxErrors))
}

/** A client that sends a million faults must not get a million errors back. */
const maxErrors = 100
