import type { QueryClient } from '@tanstack/react-query'
import { createContext, use, useSyncExternalStore } from 'react'
import type { Language } from '../../kernel/language.ts'
import type { DisplayCurrency } from '../money/display-currency.ts'
import type { ShopApi } from './api.ts'

/** What every route and page may use. The server makes one for each page, the browser one for each page load. */
export interface Shop {
  readonly api: ShopApi
  readonly queryClient: QueryClient
  readonly currency: DisplayCurrency
  /** 'https://shop.example', for absolute addresses. */
  readonly origin: string
  readonly isServer: boolean
  readonly language: Language
  /** Begins the addresses of this language: '' or '/ar'. */
  readonly prefix: string
}

const ShopContext = createContext<Shop | null>(null)
export const ShopProvider = ShopContext.Provider

export function useShop(): Shop {
  const shop = use(ShopContext)
  if (!shop) throw new Error('useShop outside of the shop')
  return shop
}

export function useDisplayCurrency(): string {
  const { currency } = useShop()
  return useSyncExternalStore(currency.subscribe, currency.get, currency.get)
}
