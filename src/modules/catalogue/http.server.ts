import { implement } from '@orpc/server'
import type { RequestContext } from '../../platform/request.server.ts'
import { catalogueContract } from './contract.ts'
import { listServices } from './list.server.ts'
import { getDetail, listTrending } from './queries.server.ts'
import {
  addTrending,
  listChoices,
  readTrending,
  removeTrending,
  reorderTrending,
  setTrendingActive,
} from './trending.server.ts'
import type { CatalogueDeps } from './views.server.ts'

/** The catalogue as everybody may read it: active items only (C305). */
export function implementCatalogue(deps: CatalogueDeps) {
  const os = implement(catalogueContract).$context<RequestContext>()
  return os.router({
    list: os.list.handler(({ input }) => listServices(deps, input)),
    get: os.get.handler(({ input }) => getDetail(deps, input)),
    trending: os.trending.handler(() => listTrending(deps)),
    admin: {
      trending: {
        list: os.admin.trending.list.handler(() => readTrending(deps)),
        choices: os.admin.trending.choices.handler(({ input }) => listChoices(deps, input.service_type)),
        add: os.admin.trending.add.handler(({ input, context }) => addTrending(deps, context.caller, input)),
        setActive: os.admin.trending.setActive.handler(({ input, context }) =>
          setTrendingActive(deps, context.caller, input),
        ),
        remove: os.admin.trending.remove.handler(({ input, context }) =>
          removeTrending(deps, context.caller, input.trendingId),
        ),
        reorder: os.admin.trending.reorder.handler(({ input, context }) =>
          reorderTrending(deps, context.caller, input.ids),
        ),
      },
    },
  })
}
