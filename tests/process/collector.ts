import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

type Value = { stringValue?: string; intValue?: number | string; doubleValue?: number }
type Attribute = { key: string; value: Value }
type Exported = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: Attribute[]
  links?: { traceId: string }[]
  status?: { code?: number }
}
export type ReceivedSpan = Omit<Exported, 'attributes'> & { attributes: Record<string, string | number | undefined> }
export type Collector = {
  readonly url: string
  readonly spans: () => readonly ReceivedSpan[]
  /** Content types and bodies as they came. */
  readonly bodies: readonly { type: string; body: Buffer }[]
  readonly requests: () => number
  readonly close: () => Promise<void>
}

/** A collector of traces, over OTLP and HTTP. `isDeaf`: it takes requests and never answers. */
export async function startCollector({ isDeaf = false } = {}): Promise<Collector> {
  const bodies: { type: string; body: Buffer }[] = []
  let requests = 0
  const server = createServer(async (request, response) => {
    requests++
    if (isDeaf) return
    bodies.push({ type: request.headers['content-type'] ?? '', body: await bodyOf(request) })
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    requests: () => requests,
    spans: () => bodies.filter(({ type }) => type === 'application/json').flatMap(({ body }) => spansIn(body)),
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

function spansIn(body: Buffer): ReceivedSpan[] {
  const { resourceSpans } = JSON.parse(body.toString()) as {
    resourceSpans: { scopeSpans: { spans: Exported[] }[] }[]
  }
  const read = ({ stringValue, intValue, doubleValue }: Value) =>
    stringValue ?? (intValue === undefined ? doubleValue : Number(intValue))
  return resourceSpans
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
    .map((span) => ({
      ...span,
      attributes: Object.fromEntries(span.attributes.map(({ key, value }) => [key, read(value)])),
    }))
}
