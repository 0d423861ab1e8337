/**
 * Owns: what the agency says beside its catalogue: sliders, menus, pages. Does not own: site settings (settings), what
 * is on sale (catalogue). Invariant: no address that could run a script reaches a page.
 */
export type { Chrome, Home, Page } from './contract.ts'

/** Every "no" of this room. */
export type ContentRefusal = 'content/not-found'
