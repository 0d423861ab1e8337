import { StandardOpenAPIHandler } from '@orpc/openapi/standard'
import { type AnyRouter, createRouterClient, ORPCError, type RouterClient } from '@orpc/server'
import { StrictGetMethodPlugin } from '@orpc/server/plugins'
import { type StandardHandler, StandardRPCHandler } from '@orpc/server/standard'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../kernel/refusal.ts'
import type { Caller, Core } from '../platform/core.server.ts'
import type { DiskWatch } from '../platform/disk-space.server.ts'
import type { Log } from '../platform/log.server.ts'
import { resolveTexts } from '../platform/messages.server.ts'
import type { RequestContext } from '../platform/request.server.ts'
import { currentWork } from '../platform/work.server.ts'
import { requireAccess } from './access.server.ts'
import { requireRoom } from './disk-gate.server.ts'
import { compressOnce, matchesEtag, type PackedText, pickEncoding } from './packed-text.server.ts'
import { answerOf, asRefusal, type Problem, problemOf, retryAfterOf } from './problem.server.ts'
import { createSharedAnswers, type Response } from './shared-answers.server.ts'

export type RequireOpen = (caller: Caller) => Promise<void>
type Gates = {
  readonly requireOpen: RequireOpen | undefined
  readonly disk?: DiskWatch
  /** Of a call over HTTP. */
  readonly prefix?: Prefix
}
type ErrorData = Pick<ReturnType<typeof answerOf>, 'code' | 'errors' | 'facts'>
type Call = {
  path: readonly string[]
  context: RequestContext
  procedure: {
    '~orpc': {
      meta: { access?: unknown; readsOnly?: boolean; closes?: boolean }
      route: { method?: string; path?: string }
    }
  }
  next: () => Promise<unknown>
}
/**
 * Guards every procedure, over /rpc, over /api and in process: checks access before the input is read, and resolves
 * message references in the answer into the caller's language. Refuses what closes with the shop, and writes while `disk`
 * is full.
 */
async function gate(call: Call, { requireOpen, disk, prefix }: Gates): Promise<unknown> {
  const { context, procedure, next } = call
  if (prefix) nameRoute(prefix, call)
  const { meta, route } = procedure['~orpc']
  requireAccess(meta.access, context.caller)
  if (meta.closes) await requireOpen?.(context.caller)
  if (disk && !meta.readsOnly) await requireRoom(disk, route.method)
  return resolveTexts(await next(), context.language)
}

/** Converts an error into the answer: the refusal's code, message, fields and facts. */
const refuseWith =
  (log: Log, { language }: RequestContext) =>
  (error: unknown): never => {
    if (error instanceof ORPCError && error.cause instanceof Refusal) throw error
    const refusal = asRefusal(error, log)
    const answer = answerOf(refusal, language)
    const { code, errors, facts } = answer
    const data = { code, errors, facts }
    throw new ORPCError(code, { status: answer.status, message: answer.title, data, cause: refusal })
  }

type InProcess<R> = Readonly<{ router: R; log: Log; requireOpen?: RequireOpen | undefined }>

/** The router in process, for a page that is rendered for this caller. */
export function inProcess<R extends AnyRouter>(deps: InProcess<R>, context: RequestContext): RouterClient<R> {
  const { router, log, requireOpen } = deps
  const refuse = refuseWith(log, context)
  const options = { context, interceptors: [(call: Call) => gate(call, { requireOpen }).catch(refuse)] }
  return createRouterClient(router, options as never) as RouterClient<R>
}

export type ApiDeps = Readonly<{
  core: Core
  router: AnyRouter
  disk: DiskWatch
  requireOpen?: RequireOpen | undefined
}>

/** Around decoding: an error before a procedure is called means that the request cannot be read. */
const refuseUnread =
  (log: Log) =>
  async ({ next, context }: { next: () => Promise<unknown>; context: RequestContext }): Promise<unknown> => {
    try {
      return await next()
    } catch (error) {
      if (!(error instanceof ORPCError)) log.debug({ err: error }, 'request not understood')
      return refuseWith(log, context)(error instanceof ORPCError ? error : new Refusal('request/malformed'))
    }
  }

/** /rpc/* for our own pages, /api/* as REST; both call the same procedures. */
export function registerApi(app: FastifyInstance, deps: ApiDeps): void {
  const { log, baseUrl } = deps.core
  const shared = createSharedAnswers(deps.router, deps.core)
  // A new object for each handler: plugins append to these lists.
  const options = (prefix: Prefix) => ({
    interceptors: [refuseUnread(log)],
    clientInterceptors: [
      (call: Call) =>
        gate(call, { disk: deps.disk, requireOpen: deps.requireOpen, prefix }).catch(refuseWith(log, call.context)),
    ],
  })
  const rpc = new StandardRPCHandler(deps.router, {
    ...options('/rpc'),
    plugins: [new StrictGetMethodPlugin()],
  } as never)
  const rest = new StandardOpenAPIHandler(deps.router, {
    ...options('/api'),
    // `refuseWith` has already translated it.
    customErrorResponseBodyEncoder: ({ status, message, data, cause }: ORPCError<string, ErrorData>) =>
      cause instanceof Refusal
        ? problemOf({ status: status as Problem['status'], title: message, ...data })
        : undefined,
  } as never)
  const route = (prefix: Prefix, handler: StandardHandler<RequestContext>): void => {
    app.route({
      method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      url: `${prefix}/*`,
      // Each procedure declares its access; the guard above enforces it.
      config: { access: 'public' },
      handler: async (request, reply) => {
        const respond = () => respondTo(request, { handler, prefix, baseUrl })
        const key = prefix === '/api' ? shared.keyOf(request) : null
        // Memory knows no callers.
        if (key?.closes) await deps.requireOpen?.(request.caller)
        if (key) request.work.route = key.route
        const answer = await (key ? shared.get(key, respond) : respond())
        return 'etag' in answer ? sendPacked(request, reply, answer) : send(request, reply, { ...answer, prefix })
      },
    })
  }
  route('/rpc', rpc as StandardHandler<RequestContext>)
  route('/api', rest as unknown as StandardHandler<RequestContext>)
}

type Prefix = '/rpc' | '/api'

/** The route of a procedure, for metrics: all of them share one route of the server. */
function nameRoute(prefix: Prefix, { path, procedure }: Call): void {
  const work = currentWork()
  if (work) work.route = prefix + (prefix === '/rpc' ? `/${path.join('/')}` : procedure['~orpc'].route.path)
}

type Asked = { readonly handler: StandardHandler<RequestContext>; readonly prefix: Prefix; readonly baseUrl: string }

async function respondTo(request: FastifyRequest, { handler, prefix, baseUrl }: Asked): Promise<Response> {
  const result = await handler.handle(
    {
      // HEAD has the rights of GET only: neither is checked for its origin.
      method: request.method === 'HEAD' ? 'GET' : request.method,
      url: new URL(`${baseUrl}/${request.url.replace(/^\/+/, '')}`),
      headers: request.headers,
      body: async () => request.body,
      signal: undefined,
    },
    { prefix, context: requestContext(request) },
  )
  if (!result.matched) throw new Refusal('request/not-found')
  return result.response
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, body, prefix }: Response & { readonly prefix: Prefix },
): Promise<FastifyReply> {
  if (status >= 400) addRetryAfter(reply, body)
  const type = status >= 400 && prefix === '/api' ? 'application/problem+json' : 'application/json'
  reply.code(status).header('cache-control', 'no-store')
  if (body === undefined) return reply.send()
  return sendJson(request, reply.header('content-type', `${type}; charset=utf-8`), JSON.stringify(body))
}

/** Clients may store it, but must ask whether it has changed. */
async function sendPacked(request: FastifyRequest, reply: FastifyReply, text: PackedText): Promise<FastifyReply> {
  const { etag } = text
  reply.headers({ etag, 'cache-control': 'no-cache', vary: 'accept-language, accept-encoding' })
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  const encoding = text.size < worthCompressing ? 'identity' : pickEncoding(request.headers['accept-encoding'])
  const bytes = await text.in(encoding)
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.type('application/json; charset=utf-8').send(bytes)
}

/** Below this size compression does not save a packet. */
const worthCompressing = 1_400

async function sendJson(request: FastifyRequest, reply: FastifyReply, text: string): Promise<FastifyReply> {
  const encoding = text.length < worthCompressing ? 'identity' : pickEncoding(request.headers['accept-encoding'])
  if (encoding === 'identity') return reply.send(text)
  reply.header('content-encoding', encoding).header('vary', 'accept-language, accept-encoding')
  return reply.send(await compressOnce(text, encoding))
}

function addRetryAfter(reply: FastifyReply, body: unknown): void {
  const { json, facts } = (body ?? {}) as { json?: { data?: { facts?: unknown } }; facts?: unknown }
  const seconds = retryAfterOf(new Refusal('', (facts ?? json?.data?.facts ?? {}) as Refusal['facts']))
  if (seconds !== null) reply.header('retry-after', String(seconds))
}

const idempotencyKey = /^[\x21-\x7e]{8,200}$/

export function requestContext(request: FastifyRequest): RequestContext {
  const key = request.headers['idempotency-key']
  return {
    caller: request.caller,
    idempotencyKey: typeof key === 'string' && idempotencyKey.test(key) ? key : null,
    requestId: request.id,
    cookies: request.headers.cookie ?? '',
    userAgent: request.headers['user-agent'] ?? '',
    language: request.language,
  }
}
