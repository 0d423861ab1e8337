import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { SupplierFault } from './stand-in.ts'

export type SupplierRequest = {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string | undefined>>
  /** The raw body as text. */
  readonly body: string
}
export type SupplierAnswer = {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  /** Objects are sent as JSON. */
  readonly body: string | object
}
export type SupplierServer = {
  /** 'http://127.0.0.1:12345' */
  readonly origin: string
  /** `only`: paths to break. Omitted: all that are not pages. */
  readonly setFault: (fault: SupplierFault | null, only?: RegExp) => void
  readonly close: () => Promise<void>
}

const slowMilliseconds = 3_000

/**
 * A supplier's HTTP server on a free port. `isPage`: pages for browsers, which faults do not touch. When `respond`
 * throws, the answer is 500 and `breaches` lists the error.
 */
export async function supplierServer(
  respond: (request: SupplierRequest) => Promise<SupplierAnswer> | SupplierAnswer,
  isPage: (path: string) => boolean,
): Promise<SupplierServer> {
  let fault: SupplierFault | null = null
  let paths = /./
  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain' })
      response.end(String(error))
    })
  })
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const incoming = await readRequest(request)
    // Browsers ask for it beside a page; the supplier's contract knows nothing of it.
    if (incoming.path === '/favicon.ico') return send(response, { status: 404, body: '' })
    const now = isPage(incoming.path) || !paths.test(incoming.path) ? null : fault
    if (now === 'hanging') return
    if (now === 'resetting') return void request.socket.resetAndDestroy()
    if (now === 'error-500') return send(response, { status: 500, body: 'Internal Server Error' })
    if (now === 'slow') await new Promise((done) => setTimeout(done, slowMilliseconds))
    const answer = await respond(incoming)
    if (now === 'losing-answers') return void request.socket.resetAndDestroy()
    send(response, now === 'garbage' ? { status: 200, body: '\u0000<html>Please try again{"' } : answer)
  }
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    setFault: (to, only = /./) => {
      fault = to
      paths = only
    },
    close: async () => {
      const closed = new Promise((done) => server.close(done))
      server.closeAllConnections()
      await closed
    },
  }
}

async function readRequest(request: IncomingMessage): Promise<SupplierRequest> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const url = new URL(request.url ?? '/', 'http://supplier.test')
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  )
  const body = Buffer.concat(parts).toString('utf8')
  return { method: request.method ?? 'GET', path: url.pathname, query: url.searchParams, headers, body }
}

function send(response: ServerResponse, { status, headers = {}, body }: SupplierAnswer): void {
  const isText = typeof body === 'string'
  response.writeHead(status, { 'content-type': isText ? 'text/html; charset=utf-8' : 'application/json', ...headers })
  response.end(isText ? body : JSON.stringify(body))
}

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign)

/**
 * The supplier's page: the amount, and the buttons 'Pay', 'Decline' and 'Cancel', which post `act` (pay, decline,
 * cancel) to `action`. All suppliers share it, so that one browser test covers all.
 */
export const hostedPage = (page: { supplier: string; amount: string; action: string }): SupplierAnswer => ({
  status: 200,
  body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(page.supplier)}</title>
<meta name="viewport" content="width=device-width"></head><body><main><h1>${escapeHtml(page.supplier)}</h1>
<p>Stand-in: no money moves.</p><p>Amount: <strong>${escapeHtml(page.amount)}</strong></p>
<form method="post" action="${escapeHtml(page.action)}">
<button name="act" value="pay">Pay</button> <button name="act" value="decline">Decline</button>
<button name="act" value="cancel">Cancel</button></form></main></body></html>`,
})
/** A 303 redirect. */
export const onward = (location: string): SupplierAnswer => ({
  status: 303,
  headers: { location },
  body: '',
})
/** A page that posts itself to another site, as some suppliers' pages do. */
export const postOnward = (action: string, fields: Readonly<Record<string, string>>): SupplierAnswer => ({
  status: 200,
  body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>One moment</title></head>
<body><form method="post" action="${escapeHtml(action)}">${Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('')}<button>Continue</button></form><script>document.forms[0].submit()</script></body></html>`,
})

/** Posts a webhook to the shop and returns its answer. */
export async function postReport(
  to: string,
  report: { readonly rawBody: Uint8Array; readonly headers: Readonly<Record<string, string | undefined>> },
): Promise<number> {
  const headers = Object.entries(report.headers).filter((pair): pair is [string, string] => pair[1] !== undefined)
  const answer = await fetch(to, { method: 'POST', body: Buffer.from(report.rawBody), headers })
  await answer.arrayBuffer()
  return answer.status
}
