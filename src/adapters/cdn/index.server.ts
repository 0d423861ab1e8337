import type { Cdn } from '../../platform/cdn.server.ts'
import type { CdnSettings } from '../../platform/env.server.ts'

type Api = Pick<Cdn, 'headersOf'> &
  Readonly<{
    authorization: (token: string) => Readonly<Record<string, string>>
    bodyOf: (keys: readonly string[]) => object
    /** Keys in one call. */
    maxKeys: number
  }>

const apis: Readonly<Record<CdnSettings['name'], Api>> = {
  fastly: {
    headersOf: (keys, seconds) => ({ 'surrogate-key': keys.join(' '), 'surrogate-control': `max-age=${seconds}` }),
    authorization: (token) => ({ 'fastly-key': token }),
    bodyOf: (keys) => ({ surrogate_keys: keys }),
    maxKeys: 256,
  },
  cloudflare: {
    headersOf: (keys, seconds) => ({ 'cache-tag': keys.join(','), 'cdn-cache-control': `max-age=${seconds}` }),
    authorization: (token) => ({ authorization: `Bearer ${token}` }),
    bodyOf: (keys) => ({ tags: keys }),
    maxKeys: 30,
  },
}
const patience = 5_000

export function openCdn({ name, purgeUrl, purgeToken }: CdnSettings): Cdn {
  const { headersOf, authorization, bodyOf, maxKeys } = apis[name]
  const send = async (keys: readonly string[]): Promise<void> => {
    const answer = await fetch(purgeUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...authorization(purgeToken) },
      body: JSON.stringify(bodyOf(keys)),
      signal: AbortSignal.timeout(patience),
      redirect: 'error',
    }).catch((error: Error) => {
      throw new Error(`${name}: not reached (${error.name})`)
    })
    await answer.body?.cancel()
    if (!answer.ok) throw new Error(`${name}: answered ${answer.status}`)
  }
  return {
    headersOf,
    purge: async (keys) => {
      for (let at = 0; at < keys.length; at += maxKeys) await send(keys.slice(at, at + maxKeys))
    },
  }
}
