/**
 * Owns: header and footer of every page, the home page, the agency's pages, messages of visitors and the replies, the
 * visitor counter,
 * wish lists of accounts, the sitemap, and the translations of all that and of the sentences in the settings. Does not own: rates and settings (settings). Invariants: header, footer and home
 * page always have an answer, with defaults for what cannot be read; the tags 'content', 'settings' and 'catalogue' drop
 * the cached parts.
 */

export { contentTitles } from './audit-titles.server.ts'
export { defaultPages } from './default-pages.server.ts'
export { openEnquiries } from './enquiries.server.ts'
export {
  countEnquiriesOf,
  enquiryTypedFields,
  eraseEnquiriesOf,
  findEnquiriesOf,
  listEnquiryAddresses,
} from './erase-visitor.server.ts'
export { implementContent } from './http.server.ts'
export type { ContentRefusal } from './index.ts'
export { registerManifest } from './manifest.server.ts'
export { getPage, savePage } from './pages.server.ts'
export { type ContentDeps, readChrome, readHome } from './queries.server.ts'
export { contentReactions } from './reactions.server.ts'
export { registerSitemap } from './sitemap.server.ts'
export { listBookingLines } from './thread/booking-lines.server.ts'
export { purgeCanned } from './thread/canned.server.ts'
export { addContentTranslations } from './translations/edit.server.ts'
export { contentTexts } from './translations/exchange/import.server.ts'
export { registerContentExport } from './translations/exchange/routes.server.ts'
export { siteId } from './translations/rules.ts'
export { emptyContentTrash } from './trash.server.ts'
export { countWishes } from './wish-list.server.ts'
