/**
 * Owns: what is on sale: items of every kind, their slugs, what is featured and trending. Does not own: what a kind's
 * fields and prices mean (services/), bookings, where an item's pictures are kept (files). Invariants: an item's
 * details have passed its kind's schema; a slug, once given, always leads to its item; the shop sees active items only.
 */

export type { UploadRow, UploadView } from './bulk/contract.ts'
export type { ServiceCard, ServiceDetail, ServiceList } from './contract.ts'
export { sharedFields, shortInputs } from './rules.ts'
export type { TrendingEntry } from './trending-contract.ts'

/** Every "no" of this room. */
export type CatalogueRefusal =
  | 'catalogue/unknown-kind'
  | 'catalogue/not-found'
  | 'catalogue/invalid'
  | 'catalogue/version-conflict'
  | 'catalogue/slug-taken'
  | 'catalogue/one-active'
  | 'catalogue/already-trending'
  | 'catalogue/not-trending'
  | 'catalogue/order-changed'
  | 'catalogue/upload-missing'
  | 'catalogue/upload-refused'
  | 'catalogue/no-upload'
  | 'catalogue/upload-state'
