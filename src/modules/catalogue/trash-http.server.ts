import { implement } from '@orpc/server'
import type { RequestContext } from '../../platform/request.server.ts'
import { viewStored } from './admin-list.server.ts'
import { catalogueContract } from './contract.ts'
import { deleteForGood, restoreService } from './removal.server.ts'
import type { CatalogueDeps } from './views.server.ts'

export function implementTrash(deps: CatalogueDeps) {
  const os = implement(catalogueContract.admin.trash).$context<RequestContext>()
  return {
    restore: os.restore.handler(async ({ input, context }) =>
      viewStored(deps, await restoreService(deps, context.caller, input)),
    ),
    remove: os.remove.handler(async ({ input, context }) => ({
      outcome: await deleteForGood(deps, context.caller, input),
    })),
  }
}
