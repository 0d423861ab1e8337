// A stand-in for the advertising network: serves a script that records the page's reports, and accepts the server's
// events.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Report = {
  readonly call: readonly [command: string, ...rest: unknown[]]
  readonly url: string
  readonly referrer: string
  /** Milliseconds on the browser's clock: requests may arrive out of order. */
  readonly at: number
}
export type ServerEvent = { readonly event_name: string; readonly event_id: string; readonly custom_data: object }
export type Meta = {
  readonly origin: string
  readonly reports: Report[]
  readonly events: ServerEvent[]
  readonly requests: string[]
  readonly close: () => void
}

const script = (origin: string) => `(() => {
  const fbq = window.fbq
  let at = 0
  const now = () => (at = Math.max(at + 0.001, performance.timeOrigin + performance.now()))
  const report = (...call) => void fetch('${origin}/tr', { method: 'POST', mode: 'no-cors', keepalive: true,
    body: JSON.stringify({ at: now(), call, url: location.href, referrer: document.referrer }) })
  fbq.callMethod = report
  for (const call of fbq.queue.splice(0)) report(...call)
  document.cookie = '_fbp=fb.1.1596403881668.1098115397; Path=/'
})()`

export async function startMeta(): Promise<Meta> {
  const [reports, events, requests]: [Report[], ServerEvent[], string[]] = [[], [], []]
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => {
      body += part
    })
    request.on('end', () => {
      const path = request.url ?? ''
      requests.push(`${path} ${body}`)
      if (path === '/tr') {
        reports.push(JSON.parse(body) as Report)
        reports.sort((a, b) => a.at - b.at)
      }
      if (path.endsWith('/events')) events.push(...(JSON.parse(body) as { data: ServerEvent[] }).data)
      const headers = { 'content-type': 'text/javascript', 'cross-origin-resource-policy': 'cross-origin' }
      response.writeHead(path.startsWith('/broken') ? 500 : 200, headers)
      response.end(path === '/pixel.js' ? script(`http://${request.headers.host}`) : '{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { origin, reports, events, requests, close: () => server.close() }
}
