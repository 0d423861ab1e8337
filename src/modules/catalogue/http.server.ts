import { implement } from '@orpc/server'
import type { RequestContext } from '../../platform/request.server.ts'
import { catalogueContract } from './contract.ts'
import { listServices } from './list.server.ts'
import { getDetail, listTrending } from './queries.server.ts'
import type { CatalogueDeps } from './views.server.ts'

/** The catalogue as everybody may read it: active items only (C305). */
export function implementCatalogue(deps: CatalogueDeps) {
  const os = implement(catalogueContract).$context<RequestContext>()
  return os.router({
    list: os.list.handler(({ input }) => listServices(deps, input)),
    get: os.get.handler(({ input }) => getDetail(deps, input)),
    trending: os.trending.handler(() => listTrending(deps)),
  })
}
