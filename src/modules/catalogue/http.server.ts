import { implement } from '@orpc/server'
import type { RequestContext } from '../../platform/request.server.ts'
import { readerOf } from '../settings/index.server.ts'
import { getForStaff, listForStaff, viewForStaff } from './admin-list.server.ts'
import { implementUploads } from './bulk/http.server.ts'
import { saveService } from './commands.server.ts'
import { catalogueContract } from './contract.ts'
import { cutOff } from './cut-off.server.ts'
import { described } from './described-details.server.ts'
import { listServices } from './list.server.ts'
import { implementPrices } from './prices/http.server.ts'
import { getDetail, getService, listTrending } from './queries.server.ts'
import { removeService } from './removal.server.ts'
import { changeServices, duplicateService, isFreeSlug } from './staff-commands.server.ts'
import { findForStaff } from './staff-search.server.ts'
import { implementTranslations } from './translations/http.server.ts'
import { implementTrash } from './trash-http.server.ts'
import { implementTrending } from './trending-http.server.ts'
import type { CatalogueDeps } from './views.server.ts'

/** The public catalogue (active items only, C305) and its staff API. */
export function implementCatalogue(deps: CatalogueDeps) {
  const os = implement(described(catalogueContract)).$context<RequestContext>()
  return os.router({
    list: os.list.handler(async ({ input, context }) =>
      listServices(deps, input, await readerOf(deps, context.language)),
    ),
    get: os.get.handler(async ({ input, context }) =>
      withCutOff(deps, await getDetail(deps, input, await readerOf(deps, context.language))),
    ),
    trending: os.trending.handler(async ({ context }) => listTrending(deps, await readerOf(deps, context.language))),
    admin: {
      ...{ uploads: implementUploads(deps), trash: implementTrash(deps), prices: implementPrices(deps) },
      ...{ trending: implementTrending(deps), translations: implementTranslations(deps) },
      list: os.admin.list.handler(({ input }) => listForStaff(deps, input)),
      find: os.admin.find.handler(async ({ input, context }) => ({
        items: await findForStaff(deps, input, context.language),
      })),
      get: os.admin.get.handler(({ input }) => getForStaff(deps, input.id)),
      create: os.admin.create.handler(async ({ input, context }) =>
        viewForStaff(await saveService(deps, context.caller, input)),
      ),
      update: os.admin.update.handler(async ({ input, context }) => {
        const { kind } = await getService(deps.db, deps, input.id)
        const saved = await saveService(deps, context.caller, { ...input, kind })
        return saved.status === 'archived' ? getForStaff(deps, saved.id) : viewForStaff(saved)
      }),
      duplicate: os.admin.duplicate.handler(async ({ input, context }) =>
        viewForStaff(await duplicateService(deps, context.caller, input.id)),
      ),
      remove: os.admin.remove.handler(({ input, context }) => removeService(deps, context.caller, input)),
      bulk: os.admin.bulk.handler(({ input, context }) => changeServices(deps, context.caller, input)),
      checkSlug: os.admin.checkSlug.handler(async ({ input }) => ({ isFree: await isFreeSlug(deps, input) })),
    },
  })
}

async function withCutOff(deps: CatalogueDeps, answer: Awaited<ReturnType<typeof getDetail>>) {
  return 'service' in answer ? { service: await cutOff(deps, answer.service) } : answer
}
