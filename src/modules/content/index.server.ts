/**
 * Owns: reading the frame of every page, the home page, and the agency's own pages, for display; what visitors write;
 * the visitor counter; what search engines are told of the shop's addresses. Does not own: the rates and settings
 * themselves (settings). Invariants: the frame and the home page are always answered, with defaults where something
 * cannot be read; what is kept in memory is dropped by the tags 'content', 'settings', 'catalogue'.
 */
export { defaultPages } from './default-pages.ts'
export { getEnquiry, openEnquiries } from './enquiries.server.ts'
export { eraseEnquiriesOf, findEnquiriesOf } from './erase-visitor.server.ts'
export { implementContent } from './http.server.ts'
export type { ContentRefusal } from './index.ts'
export { registerManifest } from './manifest.server.ts'
export { getPage, savePage } from './pages.server.ts'
export { type ContentDeps, readChrome, readHome } from './queries.server.ts'
export { registerSitemap } from './sitemap.server.ts'
