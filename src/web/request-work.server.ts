import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { startSpan } from '../platform/tracing/tracing.server.ts'
import { asPartOf, type Work } from '../platform/work.server.ts'
import { proxyTest, type TrustedProxies } from './request-id.server.ts'

declare module 'fastify' {
  interface FastifyRequest {
    work: Work
  }
}

/** Must be the first hooks: the others and the handlers run as a part of the request. */
export function followRequests(app: FastifyInstance, proxies: TrustedProxies): void {
  const isProxy = proxyTest(proxies)
  app.decorateRequest('work', null as unknown as Work)
  app.addHook('onRequest', (request, _reply, done) => {
    request.work = { requestId: request.id, span: spanOf(request, isProxy) }
    asPartOf(request.work, done)
  })
  // The body arrives in events of the connection, which belong to no request.
  app.addHook('preValidation', (request, _reply, done) => asPartOf(request.work, done))
  app.addHook('onResponse', (request, reply, done) => {
    endSpan(request, reply)
    done()
  })
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
/** The method, for metrics and traces: clients may make up others. */
export const methodOf = ({ method }: FastifyRequest): string => (methods.has(method) ? method : 'other')

/** The pattern of the route, never the URL, which may contain references and tokens. */
export function routeOf({ work, routeOptions: { url = 'none' } }: FastifyRequest, status: number): string {
  // Only pages that exist are named, so their number is limited.
  const isMissing = url === '/*' && status !== 200 && status !== 304
  return isMissing ? url : (work?.route ?? url)
}

/** Asked every few seconds by machines. */
const probes = new Set(['/healthz', '/readyz', '/metrics'])

function spanOf(request: FastifyRequest, isProxy: (address: string | undefined) => boolean): Work['span'] {
  const { url = '' } = request.routeOptions
  if (probes.has(url)) return undefined
  const { traceparent } = request.headers
  const isGiven = typeof traceparent === 'string' && isProxy(request.raw.socket.remoteAddress)
  const attributes = { 'http.request.method': methodOf(request), 'safar.request_id': request.id }
  return startSpan({ name: methodOf(request), kind: 'server', attributes, parent: isGiven ? traceparent : null })
}

function endSpan(request: FastifyRequest, { statusCode: status }: FastifyReply): void {
  const route = routeOf(request, status)
  request.work?.span?.end({
    name: `${methodOf(request)} ${route}`,
    attributes: { 'http.route': route, 'http.response.status_code': status },
    error: status >= 500 ? String(status) : undefined,
  })
}
