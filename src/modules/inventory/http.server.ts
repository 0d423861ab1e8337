import { implement } from '@orpc/server'
import type { RequestContext } from '../../platform/request.server.ts'
import type { CatalogueDeps } from '../catalogue/index.server.ts'
import { addDeparture, removeDeparture } from './add-departure.server.ts'
import { readAvailability } from './availability.server.ts'
import { blockDates, listBlockedDates, unblockDates } from './blocked-dates.server.ts'
import { changeDeparture } from './change-departure.server.ts'
import { changeDepartures } from './change-departures.server.ts'
import { inventoryContract } from './contract.ts'
import { readDeparturePrices } from './departure-prices.server.ts'
import { readExceptions } from './exceptions.server.ts'
import { listGroupDepartures } from './groups.server.ts'
import { addResource, changeResource } from './resources/change-resources.server.ts'
import { blockUnit, chooseUnit, unblockUnit } from './resources/change-uses.server.ts'
import { listResources, readUsesOfDay, readUsesOfDeparture } from './resources/read-resources.server.ts'
import { readOffer } from './waiting/claim-offer.server.ts'
import { leaveList, readEntry } from './waiting/entry-page.server.ts'
import { joinList } from './waiting/join-list.server.ts'
import { listWaiting, offerNow, removeEntry } from './waiting/staff.server.ts'

export function implementInventory(deps: CatalogueDeps) {
  const os = implement(inventoryContract).$context<RequestContext>()
  return os.router({
    availability: os.availability.handler(({ input }) => readAvailability(deps, input)),
    groups: os.groups.handler(({ input }) => listGroupDepartures(deps, input)),
    waiting: {
      join: os.waiting.join.handler(({ input, context }) =>
        joinList({ ...deps, language: context.language }, context.caller, input),
      ),
      entry: os.waiting.entry.handler(({ input, context }) => readEntry(deps, input.token, context.language)),
      leave: os.waiting.leave.handler(({ input, context }) => leaveList(deps, input.token, context.language)),
      offer: os.waiting.offer.handler(({ input }) => readOffer(deps, input.token)),
    },
    admin: {
      waiting: {
        list: os.admin.waiting.list.handler(({ input }) => listWaiting(deps, input.departure_id)),
        remove: os.admin.waiting.remove.handler(({ input, context }) =>
          removeEntry(deps, context.caller, input.entry_id),
        ),
        offer: os.admin.waiting.offer.handler(({ input, context }) =>
          offerNow(deps, context.caller, { entryId: input.entry_id, reason: input.reason }),
        ),
      },
      change: os.admin.change.handler(({ input, context }) => changeDeparture(deps, context.caller, input)),
      add: os.admin.add.handler(({ input, context }) => addDeparture(deps, context.caller, input)),
      changeMany: os.admin.changeMany.handler(({ input, context }) => changeDepartures(deps, context.caller, input)),
      prices: os.admin.prices.handler(({ input }) => readDeparturePrices(deps, input.service_id)),
      exceptions: os.admin.exceptions.handler(({ input }) => readExceptions(deps, input)),
      blocks: os.admin.blocks.handler(() => listBlockedDates(deps)),
      block: os.admin.block.handler(({ input, context }) => blockDates(deps, context.caller, input)),
      unblock: os.admin.unblock.handler(({ input, context }) => unblockDates(deps, context.caller, input.id)),
      remove: os.admin.remove.handler(({ input, context }) =>
        removeDeparture(deps, context.caller, input.departure_id),
      ),
      resources: implementResources(deps),
    },
  })
}

function implementResources(deps: CatalogueDeps) {
  const os = implement(inventoryContract).$context<RequestContext>().admin.resources
  return {
    list: os.list.handler(() => listResources(deps)),
    choices: os.choices.handler(() => listResources(deps)),
    add: os.add.handler(({ input, context }) => addResource(deps, context.caller, input)),
    change: os.change.handler(({ input, context }) => changeResource(deps, context.caller, input)),
    uses: os.uses.handler(({ input }) => readUsesOfDay(deps, input.day)),
    usesOfDeparture: os.usesOfDeparture.handler(({ input }) => readUsesOfDeparture(deps, input.departure_id)),
    block: os.block.handler(({ input, context }) => blockUnit(deps, context.caller, input)),
    unblock: os.unblock.handler(({ input, context }) => unblockUnit(deps, context.caller, input.id)),
    chooseUnit: os.chooseUnit.handler(({ input, context }) => chooseUnit(deps, context.caller, input)),
  }
}
