import { isAdminPath } from '../../src/admin/paths.ts'
import { currencyCookie, render } from '../../src/shop/entry-server.tsx'
import type { PageRenderer, PagesDeps } from '../../src/web/pages.server.ts'

const renderer: PageRenderer = {
  render,
  currencyCookie,
  assets: { starter: '/starter.js', script: '/shop.js', styles: [], shared: [], parts: {} },
  adminShell: () => '',
}

/** The real pages, rendered as in production, for `testApp({ pages })`; their scripts are not built. */
export const shopPages = (displayCurrency: PagesDeps['displayCurrency'] = async () => 'USD'): PagesDeps => ({
  source: { isDevelopment: false, load: async () => renderer, serveFiles: async () => {} },
  paymentOrigins: {},
  isAdminPath,
  displayCurrency,
})
