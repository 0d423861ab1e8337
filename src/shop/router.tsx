import { QueryClientProvider } from '@tanstack/react-query'
import { createRouter, type RouterHistory } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ShopApi } from './api.ts'
import { type Shop, ShopProvider } from './context.tsx'
import { ShopIntl } from './intl.tsx'
import { createDisplayCurrency } from './money/display-currency.ts'
import { createQueryClient } from './query-client.ts'
import { createRouteTree } from './routes.tsx'
import { parseSearch, stringifySearch } from './search.ts'

interface ShopInput {
  readonly api: ShopApi
  readonly currency: string
  readonly origin: string
  readonly history?: RouterHistory
}

/** One shop for each page on the server, one for each page load in the browser. */
export function createShop({ api, currency, origin, history }: ShopInput) {
  const shop: Shop = {
    api,
    queryClient: createQueryClient(),
    currency: createDisplayCurrency(currency),
    origin,
    isServer: typeof window === 'undefined',
  }
  const Wrap = ({ children }: { children: ReactNode }) => (
    <ShopProvider value={shop}>
      <QueryClientProvider client={shop.queryClient}>
        <ShopIntl>{children}</ShopIntl>
      </QueryClientProvider>
    </ShopProvider>
  )
  const router = createRouter({
    routeTree: createRouteTree(),
    context: shop,
    parseSearch,
    stringifySearch,
    trailingSlash: 'never',
    // The page that was left stays until the next is there; a slow one shows its own shape (pendingComponent).
    defaultPendingMs: 400,
    defaultPendingMinMs: 300,
    // The data has its own cache with its own times.
    defaultPreloadStaleTime: 0,
    defaultStructuralSharing: true,
    Wrap,
    ...(history && { history }),
  })
  return { shop, router }
}
