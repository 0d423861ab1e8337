/** Draws items that are being edited as the shop's own pages. */
import { type PreviewInput, previewInput } from '../modules/catalogue/contract.ts'
import { type CatalogueDeps, previewService } from '../modules/catalogue/index.server.ts'
import { resolveTexts } from '../platform/messages.server.ts'
import type { ShopApi } from '../shop/client/api.ts'
import type { PreviewSource } from '../web/pages.server.ts'

export const itemPreviews = (deps: CatalogueDeps): PreviewSource => ({
  access: 'staff:catalogue',
  body: previewInput,
  read: async (body: PreviewInput, { first, all }) => {
    const language = all.find((code) => code === body.language) ?? first
    const reader = language === first ? null : { language, original: first }
    const service = resolveTexts(await previewService(deps, body, reader), language)
    const kind = deps.kinds.find(service.kind)?.kind
    const answersOf = (api: ShopApi) => ({
      ...{ account: api.account, booking: api.booking, inventory: api.inventory, payment: api.payment },
      ...{ paper: api.paper, review: api.review },
      // Also while the shop is closed: that is when its items are written.
      content: { chrome: async () => ({ ...(await api.content.chrome()), state: 'open' }) },
      catalogue: { get: async () => ({ service }), list: async () => ({ items: [service] }) },
    })
    // By id: a title of signs alone has no slug.
    return { path: kind?.isSingle ? service.href : `/${kind?.path}/${service.id}`, language, answersOf }
  },
})
