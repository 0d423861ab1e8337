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
import { catalogueLanguage, factsOf, type LanguageOffer } from '../kernel/language.ts'
import { addressIn } from '../kernel/language-address.ts'
import { offerOf } from '../kernel/language-offer.ts'
import { Refusal } from '../kernel/refusal.ts'
import { anonymous, type Caller, type Core } from '../platform/core.server.ts'
import { newId } from '../platform/crypto/keyring.server.ts'
import { type DiskWatch, unlimitedDisk } from '../platform/disk-space.server.ts'
import { resolveTexts, say } from '../platform/messages.server.ts'
import type { RoutePlugin } from '../platform/route.server.ts'
import { asPartOf } from '../platform/work.server.ts'
import { declaredProcedures, requireAccess, requireDeclaredRoute } from './access.server.ts'
import { registerApi } from './api.server.ts'
import { requireRoomFor } from './disk-gate.server.ts'
import { registerHealth } from './health.server.ts'
import { judgeJson } from './json-shape.ts'
import { hasJustWritten, markWrites } from './just-written.server.ts'
import type { RoomReadings } from './metrics.server.ts'
import { registerOpenApi } from './openapi.server.ts'
import { type PagesDeps, registerPages } from './pages.server.ts'
import { registerPreview } from './preview.server.ts'
import { answerOf, asRefusal, problemOf, retryAfterOf } from './problem.server.ts'
import { requestIds, type TrustedProxies } from './request-id.server.ts'
import { requestLanguage, variesByLanguage } from './request-language.ts'
import { followRequests } from './request-work.server.ts'
import { requireSameOrigin } from './same-origin.server.ts'
import { baseHeaders, documentHeaders, isInertType } from './security-headers.server.ts'
import { text } from './text.ts'

export type ServerDeps = Readonly<{
  core: Core
  router: AnyRouter
  /** Reads the session cookie; called only when the request has one. */
  callerOf: (headers: FastifyRequest['headers'], address: string) => Promise<Caller>
  /** True when the request has a session cookie. */
  hasSession: (headers: FastifyRequest['headers']) => boolean
  /** Refuses visitors while the shop is closed; left out: it is always open. */
  requireOpen?: (caller: Caller) => Promise<void>
  /** The rooms' plain routes. */
  routes: readonly RoutePlugin[]
  /** Left out for a server with the API only. */
  pages?: PagesDeps
  /** What visitors can choose; never rejects. Left out: English only. */
  languages?: () => Promise<LanguageOffer>
  trustProxy?: TrustedProxies
  metricsToken?: string | null
  /** What the rooms add to the metrics. */
  readings?: RoomReadings
  /** When the certificate of the shop expires; null while unknown. */
  certificate?: () => Date | null
  /** The embedded database's log is archived. */
  isArchived?: boolean
  /** The disk of the data folder; left out: always roomy. */
  disk?: DiskWatch
  /** Milliseconds of event-loop delay above which requests get 503. Left out in tests, which run on busy machines. */
  maxDelay?: number
}>
const onlyEnglish = async (): Promise<LanguageOffer> => offerOf(catalogueLanguage, [])
export type Server = { app: FastifyInstance; drain: () => void }

const maxBodyBytes = 1024 * 1024
/** Larger than the largest upload, so that the room itself refuses with its own message. */
const maxPartBytes = 6 * 1024 * 1024
/** An upload with all its fields. A longer body is cut off. */
const maxFormBytes = 16 * 1024 * 1024
/** How long running requests may take once the shop stops. */
const maxStopMilliseconds = 30_000

/** The HTTP server of the shop, complete but not listening. Throws when a route does not declare its access. */
export async function createServer(deps: ServerDeps): Promise<Server> {
  const { core, disk = unlimitedDisk } = deps
  let draining = false
  const procedures = declaredProcedures(deps.router)
  const app = Fastify({
    loggerInstance: core.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trusted(deps.trustProxy ?? false),
    genReqId: requestIds(deps.trustProxy ?? false, () => newId(core.clock())),
    requestIdHeader: false,
    bodyLimit: maxBodyBytes,
    // Cuts off slow clients. Uploads on slow lines get two minutes.
    requestTimeout: 120_000,
    keepAliveTimeout: 72_000,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000, maxHeaderSize: 16_384 },
    return503OnClosing: true,
    forceCloseConnections: 'idle',
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    frameworkErrors: answerUnreadable(deps),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 400 },
  })
  addFirstHooks(app, deps.trustProxy)
  parseBodies(app)
  answerErrors(app, core)
  addGates(app, { ...deps, disk }, () => draining)
  logAnswers(app, core)
  stopInTime(app)
  if (deps.maxDelay !== undefined) {
    await app.register(underPressure, {
      maxEventLoopDelay: deps.maxDelay,
      retryAfter: 10,
      pressureHandler: () => {
        throw new Refusal('server/unavailable', { retryAfter: 10 })
      },
    })
  }
  registerHealth(app, { ...deps, disk, isDraining: () => draining, metricsToken: deps.metricsToken ?? null })
  const documented = registerOpenApi(app, { router: deps.router, procedures, baseUrl: core.baseUrl })
  registerApi(app, { ...deps, disk })
  await app.register(async (scope) => {
    await scope.register(multipart, {
      limits: { fileSize: maxPartBytes, files: 20, fields: 40, fieldSize: 64 * 1024, parts: 60, headerPairs: 100 },
    })
    scope.addHook('onRoute', documented)
    for (const register of deps.routes) await register(scope)
  })
  if (deps.pages) await addPages(app, { ...deps, ...deps.pages, documented })
  await app.ready()
  return {
    app,
    drain: () => {
      draining = true
    },
  }
}

function addFirstHooks(app: FastifyInstance, proxies: TrustedProxies = false): void {
  app.addHook('onRoute', requireDeclaredRoute)
  followRequests(app, proxies)
}

async function addPages(app: FastifyInstance, deps: Parameters<typeof registerPreview>[1] & ServerDeps): Promise<void> {
  await registerPages(app, deps)
  await registerPreview(app, deps)
}

/** The number of proxies in front of us, or their addresses. */
function trusted(proxies: TrustedProxies): false | string[] | ((address: string, hop: number) => boolean) {
  if (typeof proxies === 'number') return (_address, hop) => hop < proxies
  return proxies === false ? false : [...proxies]
}

/**
 * JSON, and other types where a room asks for them. An empty JSON body counts as none; `__proto__` and similar keys,
 * deep nesting and too many keys are refused.
 */
function parseBodies(app: FastifyInstance): void {
  app.removeContentTypeParser('text/plain')
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined)
    const shape = judgeJson(body as string)
    if (shape !== 'fine') return done(new Refusal(shape === 'too-deep' ? 'request/malformed' : 'request/too-large'))
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
  const refusal = asRefusal(error, core.log.child({ route: request.routeOptions.url }))
  const problem = problemOf(answerOf(refusal, request.language), request.id)
  const retryAfter = retryAfterOf(refusal)
  if (retryAfter !== null) reply.header('retry-after', String(retryAfter))
  reply.code(problem.status).header('cache-control', 'no-store')
  // Browsers get a readable page instead of JSON.
  if (isPageRequest(request)) return reply.type('text/html; charset=utf-8').send(plainPage(request, problem))
  return reply.type('application/problem+json; charset=utf-8').send(JSON.stringify(problem))
}

/** An unreadable URL matches no route, so no hook runs: what hooks would have read is read here. */
const answerUnreadable =
  ({ core, languages = onlyEnglish }: ServerDeps) =>
  async (error: Error, request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.headers(baseHeaders(core.baseUrl)).header('x-request-id', request.id)
    await readLanguage(request, reply, languages)
    asPartOf({ requestId: request.id }, () => answerError(core, error, request, reply))
  }

const isPageRequest = (request: FastifyRequest): boolean =>
  !/^\/(api|rpc)(\/|$)/.test(request.url) && (request.headers.accept ?? '').includes('text/html')
/** The languages are not read for files. */
type Reader = Pick<FastifyRequest, 'language'> & { readonly languages: LanguageOffer | null }
type Shown = Pick<ReturnType<typeof problemOf>, 'title' | 'status' | 'requestId'>
const plainPage = ({ language, languages }: Reader, { title, status, requestId = '' }: Shown): string => {
  const home = languages ? addressIn(language, languages, '/') : '/'
  const quoted = status < 500 ? '' : `<p>${escapeHtml(say(text('errorPage.quote', { requestId }), language))}</p>`
  return (
    `<!doctype html><html lang="${language}" dir="${factsOf(language).direction}"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeHtml(title)}</title></head><body>` +
    `<h1>${escapeHtml(title)}</h1>${quoted}<p><a href="${home}">${escapeHtml(say(text('errorPage.home'), language))}</a></p></body></html>`
  )
}

/** In order: headers, same origin, body deadline, caller, access, disk space. */
function addGates(app: FastifyInstance, deps: ServerDeps & { disk: DiskWatch }, isDraining: () => boolean): void {
  const { core } = deps
  const headers = baseHeaders(core.baseUrl)
  markWrites(app, core)
  app.decorateRequest('caller', null as unknown as Caller)
  const { languages = onlyEnglish } = deps
  app.decorateRequest('language', catalogueLanguage)
  app.decorateRequest('languages', null as unknown as LanguageOffer)
  // Also for a request that arrived before the stop: its connection must not be reused.
  app.addHook('onSend', async (_request, reply) => {
    if (isDraining()) reply.header('connection', 'close')
  })
  app.addHook('onSend', async ({ routeOptions }, reply) => {
    if (routeOptions.config.files && reply.statusCode < 400 && isInertType(String(reply.getHeader('content-type'))))
      for (const name of documentHeaders) reply.removeHeader(name)
  })
  app.addHook('preSerialization', async (request, _reply, payload) => resolveTexts(payload, request.language))
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers).header('x-request-id', request.id)
    const { config } = request.routeOptions
    request.caller = anonymous(request.ip)
    if (!config.sessionless) await readLanguage(request, reply, languages)
    if (!config.crossSite) {
      requireSameOrigin({ method: request.method, headers: request.headers, baseUrl: core.baseUrl })
    }
    if (config.slowBody) expectBodyUpTo(request, maxFormBytes)
    else expectBodyWithin(request, 20_000)
    if (!config.sessionless && deps.hasSession(request.headers)) {
      request.caller = await deps.callerOf(request.headers, request.ip)
    }
    if (hasJustWritten(request.headers)) request.caller = { ...request.caller, hasJustWritten: true }
    requireAccess(request.is404 ? 'public' : config.access, request.caller)
    if (config.closes) await deps.requireOpen?.(request.caller)
    if (!request.is404) await requireRoomFor(deps.disk, request)
  })
}

async function readLanguage(
  request: FastifyRequest,
  reply: FastifyReply,
  languages: () => Promise<LanguageOffer>,
): Promise<void> {
  request.languages = await languages()
  request.language = requestLanguage(request.url, request.headers['accept-language'], request.languages)
  if (!variesByLanguage(request.url)) return
  reply.header('content-language', request.language).header('vary', 'accept-language')
}

/**
 * A connection that is busy when the stop begins would stay open for another request, without deadlines. Closing it
 * keeps the stop short.
 */
function stopInTime(app: FastifyInstance): void {
  app.addHook('preClose', async () => {
    const idle = setInterval(() => app.server.closeIdleConnections(), 50)
    const late = setTimeout(() => app.server.closeAllConnections(), maxStopMilliseconds)
    app.server.once('close', () => {
      clearInterval(idle)
      clearTimeout(late)
    })
    idle.unref()
    late.unref()
  })
}

/** Refused access, cross-site calls and wrong passwords (401, 403), and calls above a limit (429). */
const refusedStatuses: readonly number[] = [401, 403, 429]
const maxPath = 200

/**
 * Logs the route's pattern, never the URL, whose query may contain references and tokens. Every 500 is logged, even
 * without a known cause, and every refusal that may be part of an attack, with its user.
 */
function logAnswers(app: FastifyInstance, core: Core): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { method, id: requestId } = request
    const milliseconds = Math.round(reply.elapsedTime)
    const { statusCode: status } = reply
    const answer = { method, route: request.routeOptions.url, status, milliseconds, requestId }
    if (status === 500) core.log.error(answer, 'answered')
    else if (refusedStatuses.includes(status)) core.log.info({ ...answer, ...refusedCall(request) }, 'refused')
    else core.log.debug(answer, 'answered')
    done()
  })
}

/** The path names the procedure: those share one route. */
function refusedCall({ url, caller, routeOptions }: FastifyRequest): { path?: string; userId?: string } {
  const isShared = routeOptions.url === '/rpc/*' || routeOptions.url === '/api/*'
  return {
    ...(isShared && { path: (url.split('?')[0] ?? '').slice(0, maxPath) }),
    ...(caller?.userId && { userId: caller.userId }),
  }
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

/** Refuses 'request/too-large', or ends the connection of a client that did not announce a length. */
function expectBodyUpTo(request: FastifyRequest, bytes: number): void {
  if (Number(request.headers['content-length'] ?? 0) > bytes) throw new Refusal('request/too-large')
  if (request.headers['transfer-encoding'] === undefined) return
  let received = 0
  // Paused, so that counting does not start reading: the body's consumer does.
  request.raw.pause()
  request.raw.on('data', (part: Buffer) => {
    received += part.length
    if (received > bytes) request.raw.destroy(new Refusal('request/too-large'))
  })
}
