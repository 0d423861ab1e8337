import { implement } from '@orpc/server'
import type { RequestContext } from '../../../platform/request.server.ts'
import type { CatalogueDeps } from '../views.server.ts'
import { changePrices, undoPrices } from './commands.server.ts'
import { pricesContract } from './contract.ts'
import { listPriceChanges, previewPrices } from './queries.server.ts'

export function implementPrices(deps: CatalogueDeps) {
  const os = implement(pricesContract).$context<RequestContext>()
  return {
    preview: os.preview.handler(({ input }) => previewPrices(deps, input)),
    apply: os.apply.handler(({ input, context: { caller, idempotencyKey } }) =>
      changePrices(deps, caller, { ...input, idempotencyKey }),
    ),
    list: os.list.handler(({ input }) => listPriceChanges(deps, input.kind)),
    undo: os.undo.handler(({ input, context }) => undoPrices(deps, context.caller, input.changeId)),
  }
}
