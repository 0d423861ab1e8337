import { isShopCurrency } from '../../kernel/money.ts'

/** The currency that prices are shown in: from the rendered page, then the visitor's choice (D172). */
export interface DisplayCurrency {
  readonly get: () => string
  readonly set: (code: string) => void
  readonly subscribe: (listener: () => void) => () => void
}
/** The cookie that stores the choice; on the server it overrides the setting. */
export const currencyCookie = 'safar_currency'
const year = 31_536_000

export function createDisplayCurrency(initial: string): DisplayCurrency {
  let current = initial
  const listeners = new Set<() => void>()
  return {
    get: () => current,
    set: (code) => {
      if (!isShopCurrency(code) || code === current) return
      current = code
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari
      document.cookie = `${currencyCookie}=${code}; Path=/; Max-Age=${year}; SameSite=Lax`
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
