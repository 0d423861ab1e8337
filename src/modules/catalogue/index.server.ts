/**
 * Owns: reading and changing the items on sale, their slugs and their search text. Does not own: bookings (they keep
 * their own copy of title and price), pictures, rates (settings). Invariants: what the public queries answer is active
 * (C305); every change checks the version that was edited, is audited, and drops what the nodes keep of it.
 */
export { countAddresses, type ItemAddress, walkAddresses } from './addresses.server.ts'
export { bulkJobs, forgetUploads } from './bulk/jobs.server.ts'
export { registerBulkRoutes } from './bulk/routes.server.ts'
export { openSheets, type Sheets } from './bulk/sheets.server.ts'
export { archiveService, removeService, saveService, setServiceStatus } from './commands.server.ts'
export type { SaveServiceInput } from './drafts.server.ts'
export { implementCatalogue } from './http.server.ts'
export type { CatalogueRefusal } from './index.ts'
export { listServices } from './list.server.ts'
export {
  countServices,
  findActiveService,
  getDetail,
  getService,
  listCards,
  listFeatured,
  listPricedCurrencies,
  listTrending,
} from './queries.server.ts'
export { dropRated, saveRating } from './rating.server.ts'
export { hrefOf } from './rules.ts'
export type { CatalogueDeps, CatalogueService } from './views.server.ts'
