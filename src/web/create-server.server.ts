import multipart from '@fastify/multipart'
import underPressure from '@fastify/under-pressure'
import type { AnyRouter } from '@orpc/server'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { escapeHtml } from '../kernel/html.ts'
import { Refusal } from '../kernel/refusal.ts'
import { anonymous, type Caller, type Core } from '../platform/core.server.ts'
import { newId } from '../platform/crypto/keyring.server.ts'
import type { RoutePlugin } from '../platform/route.server.ts'
import { declaredProcedures, requireAccess, requireDeclaredRoute } from './access.server.ts'
import { registerApi } from './api.server.ts'
import { registerHealth } from './health.server.ts'
import { registerOpenApi } from './openapi.server.ts'
import { type PagesDeps, registerPages } from './pages.server.ts'
import { asRefusal, problemOf, retryAfterOf } from './problem.server.ts'
import { requireSameOrigin } from './same-origin.server.ts'
import { baseHeaders } from './security-headers.server.ts'

export type ServerDeps = Readonly<{
  core: Core
  router: AnyRouter
  /** From the session cookie; asked only when the request carries one. */
  callerOf: (headers: FastifyRequest['headers'], address: string) => Promise<Caller>
  /** True when the request carries a session cookie. */
  hasSession: (headers: FastifyRequest['headers']) => boolean
  /** The rooms' plain routes. */
  routes: readonly RoutePlugin[]
  /** Left out where only the API is wanted. */
  pages?: PagesDeps
  trustProxy?: false | number | readonly string[]
  metricsToken?: string | null
  /** Answers 503 once the event loop is late by more milliseconds than this; left out in tests: machines are busy. */
  longestDelay?: number
}>
export type Server = { app: FastifyInstance; drain: () => void }

const largestBody = 1024 * 1024
/** Larger than the largest upload, so that the room that takes it says the sentence. */
const largestPart = 6 * 1024 * 1024
/** An upload with all its fields; a body that goes on is cut off, whether or not anybody keeps what it holds. */
const largestForm = 16 * 1024 * 1024
/** Running requests finish within this time once the shop stops. */
const longestStop = 30_000

/** The HTTP server of the shop, complete but not listening. Throws when a route does not say who may call it. */
export async function createServer(deps: ServerDeps): Promise<Server> {
  const { core } = deps
  let draining = false
  const procedures = declaredProcedures(deps.router)
  const app = Fastify({
    loggerInstance: core.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trusted(deps.trustProxy ?? false),
    genReqId: () => newId(core.clock()),
    requestIdHeader: false,
    bodyLimit: largestBody,
    // A client that sends a byte a second is cut off; uploads on slow lines have two minutes.
    requestTimeout: 120_000,
    keepAliveTimeout: 72_000,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000, maxHeaderSize: 16_384 },
    return503OnClosing: true,
    forceCloseConnections: 'idle',
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    // An address that cannot be read has no route, and so none of the hooks below.
    frameworkErrors: (error, request, reply) => {
      reply.headers(baseHeaders(core.baseUrl)).header('x-request-id', request.id)
      answerError(core, error, request, reply)
    },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 400 },
  })
  app.addHook('onRoute', requireDeclaredRoute)
  parseBodies(app)
  answerErrors(app, core)
  addGates(app, deps, () => draining)
  logAnswers(app, core)
  stopInTime(app)
  if (deps.longestDelay !== undefined) {
    await app.register(underPressure, {
      maxEventLoopDelay: deps.longestDelay,
      retryAfter: 10,
      pressureHandler: () => {
        throw new Refusal('server/unavailable', { retryAfter: 10 })
      },
    })
  }
  registerHealth(app, { core, isDraining: () => draining, metricsToken: deps.metricsToken ?? null })
  const documented = registerOpenApi(app, { router: deps.router, procedures, baseUrl: core.baseUrl })
  registerApi(app, { router: deps.router, log: core.log, baseUrl: core.baseUrl })
  await app.register(async (scope) => {
    await scope.register(multipart, {
      limits: { fileSize: largestPart, files: 20, fields: 40, fieldSize: 64 * 1024, parts: 60, headerPairs: 100 },
    })
    scope.addHook('onRoute', documented)
    for (const register of deps.routes) await register(scope)
  })
  if (deps.pages) await registerPages(app, { ...deps.pages, core, router: deps.router, hasSession: deps.hasSession })
  await app.ready()
  return {
    app,
    drain: () => {
      draining = true
    },
  }
}

/** So many proxies in front of us, counted from here, or those at these addresses. */
function trusted(
  proxies: false | number | readonly string[],
): false | string[] | ((address: string, hop: number) => boolean) {
  if (typeof proxies === 'number') return (_address, hop) => hop < proxies
  return proxies === false ? false : [...proxies]
}

/** JSON and, where a room asks for it, more. An empty JSON body is no body; `__proto__` and the like are refused. */
function parseBodies(app: FastifyInstance): void {
  app.removeContentTypeParser('text/plain')
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined)
    parseJson(request, body as string, done)
  })
}

function answerErrors(app: FastifyInstance, core: Core): void {
  app.setErrorHandler((error, request, reply) => answerError(core, error, request, reply))
  app.setNotFoundHandler(() => {
    throw new Refusal('request/not-found')
  })
}

function answerError(core: Core, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = asRefusal(error, core.log.child({ requestId: request.id, route: request.routeOptions.url }))
  const problem = problemOf(refusal, request.id)
  const retryAfter = retryAfterOf(refusal)
  if (retryAfter !== null) reply.header('retry-after', String(retryAfter))
  reply.code(problem.status).header('cache-control', 'no-store')
  // A code of the status line alone would leave a person in front of JSON.
  if (isPageRequest(request)) return reply.type('text/html; charset=utf-8').send(plainPage(problem.title))
  return reply.type('application/problem+json; charset=utf-8').send(JSON.stringify(problem))
}

const isPageRequest = (request: FastifyRequest): boolean =>
  !/^\/(api|rpc)(\/|$)/.test(request.url) && (request.headers.accept ?? '').includes('text/html')
const plainPage = (title: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<title>${escapeHtml(title)}</title></head><body><h1>${escapeHtml(title)}</h1><p><a href="/">Home</a></p></body></html>`

/** In order: our headers, is it our own site, has it come in time, who asks, may they. */
function addGates(app: FastifyInstance, deps: ServerDeps, isDraining: () => boolean): void {
  const { core } = deps
  const headers = baseHeaders(core.baseUrl)
  app.decorateRequest('caller', null as unknown as Caller)
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers).header('x-request-id', request.id)
    if (isDraining()) reply.header('connection', 'close')
    const { config } = request.routeOptions
    request.caller = anonymous(request.ip)
    if (!config.crossSite) {
      requireSameOrigin({ method: request.method, headers: request.headers, baseUrl: core.baseUrl })
    }
    if (config.slowBody) expectBodyUpTo(request, largestForm)
    else expectBodyWithin(request, 20_000)
    if (!config.sessionless && deps.hasSession(request.headers)) {
      request.caller = await deps.callerOf(request.headers, request.ip)
    }
    requireAccess(request.is404 ? 'public' : config.access, request.caller)
  })
}

/**
 * A connection that is busy when the stop begins is kept open for its next request, and nobody looks after slow ones
 * any more: without this the stop would wait for them.
 */
function stopInTime(app: FastifyInstance): void {
  app.addHook('preClose', async () => {
    const idle = setInterval(() => app.server.closeIdleConnections(), 50)
    const late = setTimeout(() => app.server.closeAllConnections(), longestStop)
    app.server.once('close', () => {
      clearInterval(idle)
      clearTimeout(late)
    })
    idle.unref()
    late.unref()
  })
}

/** For whoever looks for one request: the route's pattern, never the address with what it holds. */
function logAnswers(app: FastifyInstance, core: Core): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { method, id: requestId } = request
    const milliseconds = Math.round(reply.elapsedTime)
    core.log.debug(
      { method, route: request.routeOptions.url, status: reply.statusCode, milliseconds, requestId },
      'answered',
    )
    done()
  })
}

/** Ends the connection of a client that does not finish its body. */
function expectBodyWithin(request: FastifyRequest, milliseconds: number): void {
  const { 'content-length': length, 'transfer-encoding': chunked } = request.headers
  if (chunked === undefined && Number(length ?? 0) === 0) return
  const timer = setTimeout(() => {
    if (!request.raw.complete) request.raw.destroy(new Refusal('request/too-slow'))
  }, milliseconds)
  timer.unref()
  request.raw.once('close', () => clearTimeout(timer))
  request.raw.once('end', () => clearTimeout(timer))
}

/** Refuses 'request/too-large', or ends the connection of a client that never said how much it sends. */
function expectBodyUpTo(request: FastifyRequest, bytes: number): void {
  if (Number(request.headers['content-length'] ?? 0) > bytes) throw new Refusal('request/too-large')
  if (request.headers['transfer-encoding'] === undefined) return
  let received = 0
  // Paused, so that counting alone does not begin to read: whoever takes the body does.
  request.raw.pause()
  request.raw.on('data', (part: Buffer) => {
    received += part.length
    if (received > bytes) request.raw.destroy(new Refusal('request/too-large'))
  })
}
