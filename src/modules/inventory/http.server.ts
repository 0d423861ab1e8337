import { implement } from '@orpc/server'
import type { RequestContext } from '../../platform/request.server.ts'
import type { CatalogueDeps } from '../catalogue/index.server.ts'
import { addDeparture, removeDeparture } from './add-departure.server.ts'
import { readAvailability } from './availability.server.ts'
import { blockDates, listBlockedDates, unblockDates } from './blocked-dates.server.ts'
import { changeDeparture } from './change-departure.server.ts'
import { changeDepartures } from './change-departures.server.ts'
import { inventoryContract } from './contract.ts'
import { readExceptions } from './exceptions.server.ts'
import { listGroupDepartures } from './groups.server.ts'

export function implementInventory(deps: CatalogueDeps) {
  const os = implement(inventoryContract).$context<RequestContext>()
  return os.router({
    availability: os.availability.handler(({ input }) => readAvailability(deps, input)),
    groups: os.groups.handler(({ input }) => listGroupDepartures(deps, input)),
    admin: {
      change: os.admin.change.handler(({ input, context }) => changeDeparture(deps, context.caller, input)),
      add: os.admin.add.handler(({ input, context }) => addDeparture(deps, context.caller, input)),
      changeMany: os.admin.changeMany.handler(({ input, context }) => changeDepartures(deps, context.caller, input)),
      exceptions: os.admin.exceptions.handler(({ input }) => readExceptions(deps, input.service_id ?? null)),
      blocks: os.admin.blocks.handler(() => listBlockedDates(deps)),
      block: os.admin.block.handler(({ input, context }) => blockDates(deps, context.caller, input)),
      unblock: os.admin.unblock.handler(({ input, context }) => unblockDates(deps, context.caller, input.id)),
      remove: os.admin.remove.handler(({ input, context }) =>
        removeDeparture(deps, context.caller, input.departure_id),
      ),
    },
  })
}
