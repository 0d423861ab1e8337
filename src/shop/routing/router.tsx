import { QueryClientProvider } from '@tanstack/react-query'
import { createRouter, type LocationRewrite, type RouterHistory } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Language } from '../../kernel/language.ts'
import { withPrefix } from '../../kernel/language-address.ts'
import type { ShopApi } from '../client/api.ts'
import { type Shop, ShopProvider } from '../client/context.tsx'
import { createQueryClient } from '../client/query-client.ts'
import { ShopIntl } from '../intl/intl.tsx'
import { createDisplayCurrency } from '../money/display-currency.ts'
import { createRouteTree } from './routes.tsx'
import { parseSearch, stringifySearch } from './search.ts'

interface ShopInput {
  readonly api: ShopApi
  readonly currency: string
  readonly language: Language
  /** Left out: the first language of the shop. */
  readonly prefix?: string
  readonly origin: string
  readonly history?: RouterHistory
}

/** The router's own addresses have no prefix. */
const languageRewrite = (prefix: string): LocationRewrite => ({
  input: ({ url }) => {
    if (`${url.pathname}/`.startsWith(`${prefix}/`)) url.pathname = url.pathname.slice(prefix.length) || '/'
    return url
  },
  output: ({ url }) => {
    url.pathname = withPrefix(prefix, url.pathname)
    return url
  },
})

/** One shop per page on the server, one per page load in the browser. */
export function createShop({ api, currency, language, prefix = '', origin, history }: ShopInput) {
  const shop: Shop = {
    api,
    queryClient: createQueryClient(),
    currency: createDisplayCurrency(currency),
    origin,
    isServer: typeof window === 'undefined',
    language,
    prefix,
  }
  const Wrap = ({ children }: { children: ReactNode }) => (
    <ShopProvider value={shop}>
      <QueryClientProvider client={shop.queryClient}>
        <ShopIntl language={language}>{children}</ShopIntl>
      </QueryClientProvider>
    </ShopProvider>
  )
  const router = createRouter({
    routeTree: createRouteTree(),
    context: shop,
    ...(prefix && { rewrite: languageRewrite(prefix) }),
    parseSearch,
    stringifySearch,
    trailingSlash: 'never',
    // The previous page stays until the next is ready; a slow one shows its skeleton (pendingComponent).
    defaultPendingMs: 400,
    defaultPendingMinMs: 300,
    // The query client has its own cache times.
    defaultPreloadStaleTime: 0,
    defaultStructuralSharing: true,
    Wrap,
    ...(history && { history }),
  })
  return { shop, router }
}
