import type { ShopApi } from './api.ts'

type Call = (...args: readonly unknown[]) => Promise<unknown>

function callAt(path: readonly string[], load: () => Promise<unknown>): Call {
  const call: Call = async (...args) => {
    const found = path.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], await load())
    return (found as Call)(...args)
  }
  return new Proxy(call, {
    get: (_, key) => (typeof key === 'string' && key !== 'then' ? callAt([...path, key], load) : undefined),
  })
}

/** Stands in for the client until the first call loads it. */
export const lazyApi = (load: () => Promise<ShopApi>): ShopApi => callAt([], load) as unknown as ShopApi
