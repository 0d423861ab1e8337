import { StandardOpenAPIHandler } from '@orpc/openapi/standard'
import { type AnyRouter, createRouterClient, ORPCError, type RouterClient } from '@orpc/server'
import { StrictGetMethodPlugin } from '@orpc/server/plugins'
import { type StandardHandler, StandardRPCHandler } from '@orpc/server/standard'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../kernel/refusal.ts'
import type { Log } from '../platform/log.server.ts'
import type { RequestContext } from '../platform/request.server.ts'
import { requireAccess } from './access.server.ts'
import { compressOnce, pickEncoding } from './page-cache.server.ts'
import { asRefusal, type Problem, problemOf, retryAfterOf } from './problem.server.ts'

type Call = {
  context: RequestContext
  procedure: { '~orpc': { meta: { access?: unknown } } }
  next: () => Promise<unknown>
}
/** The one gate of every procedure, over /rpc, over /api and in process: it stands before the input is even looked at. */
async function gate({ context, procedure, next }: Call): Promise<unknown> {
  requireAccess(procedure['~orpc'].meta.access, context.caller)
  return next()
}

/** Turns whatever a call throws into what its caller is told: the refusal's code, sentence, fields and facts. */
const refuseWith =
  (log: Log) =>
  (error: unknown): never => {
    if (error instanceof ORPCError && error.cause instanceof Refusal) throw error
    const refusal = asRefusal(error, log)
    const { status, title, code, errors = [], facts = {} } = problemOf(refusal)
    throw new ORPCError(code, { status, message: title, data: { code, errors, facts }, cause: refusal })
  }

/** The same router in process, for the page that is being rendered for this caller. */
export function inProcess<R extends AnyRouter>(router: R, context: RequestContext, log: Log): RouterClient<R> {
  const refuse = refuseWith(log)
  const options = { context, interceptors: [(call: Call) => gate(call).catch(refuse)] }
  return createRouterClient(router, options as never) as RouterClient<R>
}

export type ApiDeps = Readonly<{ router: AnyRouter; log: Log; baseUrl: string }>

/** /rpc/* for our own pages, /api/* as plain REST; both speak of the same procedures. */
export function registerApi(app: FastifyInstance, deps: ApiDeps): void {
  const { log } = deps
  const refuse = refuseWith(log)
  // Anew for each handler: plugins add to the lists.
  const options = () => ({
    // Around decoding: what fails there before a procedure is called is a request that cannot be read.
    interceptors: [
      async ({ next }: { next: () => Promise<unknown> }) => {
        try {
          return await next()
        } catch (error) {
          if (!(error instanceof ORPCError)) log.debug({ err: error }, 'request not understood')
          return refuse(error instanceof ORPCError ? error : new Refusal('request/malformed'))
        }
      },
    ],
    clientInterceptors: [(call: Call) => gate(call).catch(refuse)],
  })
  const rpc = new StandardRPCHandler(deps.router, { ...options(), plugins: [new StrictGetMethodPlugin()] } as never)
  const rest = new StandardOpenAPIHandler(deps.router, {
    ...options(),
    customErrorResponseBodyEncoder: (error: ORPCError<string, unknown>): Problem | undefined =>
      error.cause instanceof Refusal ? problemOf(asRefusal(error.cause, log)) : undefined,
  } as never)
  const route = (prefix: '/rpc' | '/api', handler: StandardHandler<RequestContext>): void => {
    app.route({
      method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      url: `${prefix}/*`,
      // Who may call is for each procedure to say; the gate above holds them to it.
      config: { access: 'public' },
      handler: (request, reply) => answer(handler, prefix, deps.baseUrl, request, reply),
    })
  }
  route('/rpc', rpc as StandardHandler<RequestContext>)
  route('/api', rest as unknown as StandardHandler<RequestContext>)
}

async function answer(
  handler: StandardHandler<RequestContext>,
  prefix: '/rpc' | '/api',
  baseUrl: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const result = await handler.handle(
    {
      // Whoever may not write by GET may not by HEAD: neither is held to come from our own pages.
      method: request.method === 'HEAD' ? 'GET' : request.method,
      url: new URL(`${baseUrl}/${request.url.replace(/^\/+/, '')}`),
      headers: request.headers,
      body: async () => request.body,
      signal: undefined,
    },
    { prefix, context: requestContext(request) },
  )
  if (!result.matched) throw new Refusal('request/not-found')
  const { status, body } = result.response
  if (status >= 400) addRetryAfter(reply, body)
  const type = status >= 400 && prefix === '/api' ? 'application/problem+json' : 'application/json'
  reply.code(status).header('cache-control', 'no-store')
  if (body === undefined) return reply.send()
  return sendJson(request, reply.header('content-type', `${type}; charset=utf-8`), JSON.stringify(body))
}

/** Below this a compressed answer saves no packet. */
const worthCompressing = 1_400

async function sendJson(request: FastifyRequest, reply: FastifyReply, text: string): Promise<FastifyReply> {
  const encoding = text.length < worthCompressing ? 'identity' : pickEncoding(request.headers['accept-encoding'])
  if (encoding === 'identity') return reply.send(text)
  reply.header('content-encoding', encoding).header('vary', 'accept-encoding')
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
  }
}
