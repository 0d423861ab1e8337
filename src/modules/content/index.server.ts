/**
 * Owns: reading the frame of every page, the home page, and the agency's own pages, for display. Does not own: the
 * rates and settings themselves (settings). Invariants: the frame and the home page are always answered, with defaults
 * where something cannot be read; what is kept in memory is dropped by the tags 'content', 'settings', 'catalogue'.
 */
export { implementContent } from './http.server.ts'
export type { ContentRefusal } from './index.ts'
export { type ContentDeps, getPage, readChrome, readHome } from './queries.server.ts'
