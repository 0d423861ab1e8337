/**
 * Owns: reading and changing the items on sale, their slugs and their search text. Does not own: bookings (they copy
 * title and price), pictures, rates (settings). Invariants: public queries return active items only (C305); every
 * change checks the edited version, is audited and invalidates the nodes' caches; deleted items wait in the trash.
 */

export { countAddresses, type ItemAddress, walkAddresses } from './addresses.server.ts'
export { catalogueTitles } from './audit-titles.server.ts'
export { expireAvailability, type ItemAvailability, listStaleItems, saveAvailability } from './availability.server.ts'
export { bulkJobs, forgetUploads } from './bulk/jobs.server.ts'
export { registerBulkRoutes } from './bulk/routes.server.ts'
export { openSheets, type Sheets } from './bulk/sheets.server.ts'
export { type ChangeGuard, type ItemChange, inTurn } from './change-guard.server.ts'
export { saveService, setServiceStatus } from './commands.server.ts'
export type { SaveServiceInput } from './drafts.server.ts'
export { implementCatalogue } from './http.server.ts'
export type { CatalogueRefusal } from './index.ts'
export { lockAgainstSales, lockForSale } from './item-locks.server.ts'
export { listServices } from './list.server.ts'
export { listItemsNaming, namedResources } from './named-resources.server.ts'
export { previewService } from './preview.server.ts'
export { forgetPriceChanges } from './prices/queries.server.ts'
export {
  countServices,
  findActiveService,
  findServiceBeside,
  getDetail,
  getService,
  getServiceInLanguage,
  listCards,
  listFeatured,
  listPricedCurrencies,
  listServicesBeside,
  listServicesById,
  listTrending,
} from './queries.server.ts'
export { dropRated, saveRating } from './rating.server.ts'
export { archiveService, emptyTrash, removeService } from './removal.server.ts'
export { hrefOf } from './rules.ts'
export { type KindResults, type SearchResults, searchItems } from './search/items.server.ts'
export { hasParts, type Part, wordsOf } from './search/words.ts'
export { serviceSummaries } from './service-summaries.server.ts'
export { addTranslations } from './translations/commands.server.ts'
export { digestJobs, digestSchedule } from './translations/digest-jobs.server.ts'
export { itemTexts } from './translations/exchange/items.server.ts'
export { givenIn, planFields, refusedFile } from './translations/exchange/plan.server.ts'
export { registerTranslationFileRoutes, sendXliff, xliff } from './translations/exchange/routes.server.ts'
export {
  type Asked,
  nothingStored,
  type Plan,
  type Stored,
  type TextSubject,
} from './translations/exchange/subject.server.ts'
export type { Shown } from './translations/rules.ts'
export { readShownTitles } from './translations/shown-titles.server.ts'
export type { CatalogueDeps, CatalogueReading, CatalogueService, StoredIds } from './views.server.ts'
