import { implement } from '@orpc/server'
import type { RequestContext } from '../../platform/request.server.ts'
import { changePromo, createPromo, listPromos } from './commands.server.ts'
import { promoContract } from './contract.ts'
import type { PromoDeps } from './tables.server.ts'
import { deletePromo, listTrashedPromos, removePromo, restorePromo } from './trash.server.ts'

export function implementPromo(deps: PromoDeps) {
  const os = implement(promoContract).$context<RequestContext>()
  return os.router({
    admin: {
      list: os.admin.list.handler(() => listPromos(deps)),
      create: os.admin.create.handler(({ input, context }) => createPromo(deps, context.caller, input)),
      change: os.admin.change.handler(({ input, context }) => changePromo(deps, context.caller, input)),
      remove: os.admin.remove.handler(({ input, context }) => removePromo(deps, context.caller, input.promoId)),
      trash: {
        list: os.admin.trash.list.handler(() => listTrashedPromos(deps)),
        restore: os.admin.trash.restore.handler(({ input, context }) =>
          restorePromo(deps, context.caller, input.promoId),
        ),
        remove: os.admin.trash.remove.handler(({ input, context }) => deletePromo(deps, context.caller, input.promoId)),
      },
    },
  })
}
