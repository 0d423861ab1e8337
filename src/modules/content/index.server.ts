/**
 * Owns: header and footer of every page, the home page, the agency's pages, messages of visitors and the replies, the
 * visitor counter,
 * wish lists of accounts, the sitemap. Does not own: rates and settings (settings). Invariants: header, footer and home
 * page always have an answer, with defaults for what cannot be read; the tags 'content', 'settings' and 'catalogue' drop
 * the cached parts.
 */

export { defaultPages } from './default-pages.server.ts'
export { openEnquiries } from './enquiries.server.ts'
export { enquiryTypedFields, eraseEnquiriesOf, findEnquiriesOf, listEnquiryAddresses } from './erase-visitor.server.ts'
export { implementContent } from './http.server.ts'
export type { ContentRefusal } from './index.ts'
export { registerManifest } from './manifest.server.ts'
export { getPage, savePage } from './pages.server.ts'
export { type ContentDeps, readChrome, readHome } from './queries.server.ts'
export { contentReactions } from './reactions.server.ts'
export { registerSitemap } from './sitemap.server.ts'
export { listBookingLines } from './thread/booking-lines.server.ts'
export { purgeCanned } from './thread/canned.server.ts'
export { emptyContentTrash } from './trash.server.ts'
