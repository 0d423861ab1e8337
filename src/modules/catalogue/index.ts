/**
 * Owns: items of every kind, their slugs, featured and trending items. Does not own: the meaning of a kind's fields
 * and prices (services/), bookings, storage of pictures (files). Invariants: an item's details pass its kind's schema;
 * a slug, once assigned, always leads to its item; the shop shows active items only.
 */

export type { LeftItem, UploadRow, UploadView } from './bulk/contract.ts'
export type { ServiceCard, ServiceDetail, ServiceList } from './contract.ts'
export type { PricePreview, RecentPriceChange } from './prices/contract.ts'
export { daysAhead, sharedFields, shortInputs } from './rules.ts'
export type { ImportReport } from './translations/exchange/report.ts'
export type { TrendingEntry } from './trending-contract.ts'

export type CatalogueRefusal =
  | 'catalogue/unknown-kind'
  | 'catalogue/not-found'
  | 'catalogue/invalid'
  | 'catalogue/version-conflict'
  | 'catalogue/in-trash'
  | 'catalogue/not-in-trash'
  | 'catalogue/slug-taken'
  | 'catalogue/one-active'
  | 'catalogue/already-trending'
  | 'catalogue/not-trending'
  | 'catalogue/order-changed'
  | 'catalogue/too-many-items'
  | 'catalogue/no-price-change'
  | 'catalogue/prices-undone'
  | 'catalogue/upload-missing'
  | 'catalogue/upload-refused'
  | 'catalogue/no-upload'
  | 'catalogue/upload-state'
  | 'catalogue/upload-too-old'
  | 'catalogue/translation-file'
  | 'catalogue/translation-file-missing'
  | 'catalogue/translations-changed'
  | 'catalogue/nothing-to-translate'
