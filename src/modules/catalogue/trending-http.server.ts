import { implement } from '@orpc/server'
import type { RequestContext } from '../../platform/request.server.ts'
import {
  addTrending,
  listChoices,
  readTrending,
  removeTrending,
  reorderTrending,
  restoreTrending,
  setTrendingActive,
} from './trending.server.ts'
import { trendingContract } from './trending-contract.ts'
import type { CatalogueDeps } from './views.server.ts'

export function implementTrending(deps: CatalogueDeps) {
  const os = implement(trendingContract).$context<RequestContext>()
  return {
    list: os.list.handler(() => readTrending(deps)),
    choices: os.choices.handler(({ input }) => listChoices(deps, input.service_type)),
    add: os.add.handler(({ input, context }) => addTrending(deps, context.caller, input)),
    setActive: os.setActive.handler(({ input, context }) => setTrendingActive(deps, context.caller, input)),
    remove: os.remove.handler(({ input, context }) => removeTrending(deps, context.caller, input.trendingId)),
    reorder: os.reorder.handler(({ input, context }) => reorderTrending(deps, context.caller, input.ids)),
    restore: os.restore.handler(({ input, context }) => restoreTrending(deps, context.caller, input.trendingId)),
  }
}
