import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ClientRequest, IncomingMessage } from 'node:http'
import type { Span } from './span.server.ts'
import { errorType, startCall } from './tracing.server.ts'

/** Parts of suppliers' addresses that are words of their API. Everything else may be an id or a key. */
const words = new Set(
  `v1 v2 v3 apis servlet DoWebTrans transaction transaction.do api oauth2 token certs checkout checkouts sessions expire
  payment_intents charges refunds refund balance_transactions events account orders payments capture captures authorize
  authorizations void notifications webhooks webhooks-events verify-webhook-signature webhook-endpoints identity
  generate-token customers invoices`.split(/\s+/),
)
const version = /^v\d{1,3}(?:\.\d{1,2})?$/

/** The route of a supplier's address: ids, keys and queries are left out. */
export function routeOfCall(path: string, isStore = false): string {
  if (isStore) return '/{bucket}/{key}'
  const parts = (path.split(/[?#]/)[0] ?? '').split('/').slice(1, 12)
  return `/${parts.map((part) => (part === '' || words.has(part) || version.test(part) ? part : '{id}')).join('/')}`
}

type Undici = { request: { origin: string | URL; path: string; method: string }; response?: { statusCode: number } }
type Http = { request: ClientRequest; response?: IncomingMessage }
type Failed = { error?: unknown }

/** Follows the calls of fetch and of node:http that requests and jobs make. Returns a function that ends it. */
export function traceSupplierCalls(storeHosts: ReadonlySet<string>): () => void {
  const open = new WeakMap<object, Span>()
  const begin = (key: object, method: string, { host, path }: { host: string; path: string }): void => {
    const route = routeOfCall(path, storeHosts.has(host))
    const [name = '', port] = host.split(/:(?=\d+$)/)
    const span = startCall(`${method} ${name}${route}`, {
      'http.request.method': method,
      'server.address': name,
      ...(port && { 'server.port': Number(port) }),
      'url.template': route,
    })
    if (span) open.set(key, span)
  }
  const end = (key: object, status: number | undefined, error?: unknown): void => {
    const attributes = status === undefined ? {} : { 'http.response.status_code': status }
    const failed = error ? errorType(error) : status !== undefined && status >= 400 ? String(status) : undefined
    open.get(key)?.end({ attributes, error: failed })
    open.delete(key)
  }
  const channels: Record<string, (message: unknown) => void> = {
    'undici:request:create': (message) => {
      const { request } = message as Undici
      begin(request, request.method, { host: new URL(request.origin).host, path: request.path })
    },
    'undici:request:headers': (message) => end((message as Undici).request, (message as Undici).response?.statusCode),
    'undici:request:error': (message) => end((message as Undici).request, undefined, (message as Failed).error ?? true),
    'http.client.request.created': (message) => {
      const { request } = message as Http
      begin(request, request.method, { host: String(request.getHeader('host') ?? request.host), path: request.path })
    },
    'http.client.response.finish': (message) => end((message as Http).request, (message as Http).response?.statusCode),
    'http.client.request.error': (message) =>
      end((message as Http).request, undefined, (message as Failed).error ?? true),
  }
  for (const [name, listener] of Object.entries(channels)) subscribe(name, listener)
  return () => {
    for (const [name, listener] of Object.entries(channels)) unsubscribe(name, listener)
  }
}
