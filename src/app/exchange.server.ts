import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  type CatalogueDeps,
  itemTexts,
  openSheets,
  registerBulkRoutes,
  registerTranslationFileRoutes,
} from '../modules/catalogue/index.server.ts'
import { contentTexts, registerContentExport } from '../modules/content/index.server.ts'

/** Tables with items, and files for translators. */
export function registerExchange(app: FastifyInstance, deps: CatalogueDeps): void {
  const callerOf = (request: FastifyRequest) => request.caller
  registerBulkRoutes(app, { ...deps, sheets: openSheets() }, callerOf)
  registerTranslationFileRoutes(app, { ...deps, subjects: [contentTexts(deps), itemTexts(deps)] }, callerOf)
  registerContentExport(app, deps, callerOf)
}
