import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterFile } from './after-file.ts'

type Kept = { readonly body: string; readonly keys: readonly string[]; readonly until: number }

/** Stands in for Fastly: keeps pages for as long as `Surrogate-Control` says, and removes them by key. */
export async function standInCdn(token: string) {
  const kept = new Map<string, Kept>()
  const state = { origin: '', seconds: 0, isDown: false, calls: [] as string[][] }
  const purge = async (request: IncomingMessage): Promise<number> => {
    if (state.isDown) return 503
    if (request.headers['fastly-key'] !== token) return 401
    const { surrogate_keys: keys } = JSON.parse(await text(request)) as { surrogate_keys: string[] }
    state.calls.push(keys)
    for (const [url, page] of kept) if (page.keys.some((key) => keys.includes(key))) kept.delete(url)
    return 200
  }
  const read = async (url: string): Promise<string> => {
    const known = kept.get(url)
    if (known && known.until > state.seconds) return known.body
    const answer = await fetch(`${state.origin}${url}`)
    const body = await answer.text()
    const age = Number(/^max-age=(\d+)$/.exec(answer.headers.get('surrogate-control') ?? '')?.[1] ?? 0)
    const keys = answer.headers.get('surrogate-key')?.split(' ') ?? []
    kept.set(url, { body, keys, until: state.seconds + age })
    return body
  }
  const server = createServer((request, response) => {
    const answer =
      request.method === 'POST'
        ? purge(request).then((status) => response.writeHead(status).end())
        : read(request.url ?? '/').then((body) => response.end(body))
    answer.catch((error: unknown) => response.writeHead(502).end(String(error)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterFile(async () => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    state,
    url,
    purgeUrl: `${url}/service/shop/purge`,
    get: async (path: string): Promise<string> => (await fetch(`${url}${path}`)).text(),
    keeps: (path: string): boolean => kept.has(path),
  }
}
