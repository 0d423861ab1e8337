import { implement } from '@orpc/server'
import type { RequestContext } from '../../platform/request.server.ts'
import { changeCustomer } from './change.server.ts'
import { customerContract } from './contract.ts'
import type { CustomerDeps } from './deps.server.ts'
import { listCustomers } from './list.server.ts'
import { listCandidates } from './merge/candidates.server.ts'
import { mergeCustomers } from './merge/merge.server.ts'
import { previewMerge } from './merge/preview.server.ts'
import { undoMerge } from './merge/unmerge.server.ts'
import { findPersonBookingIds } from './names.server.ts'
import { addNote, setNoteDeleted } from './notes.server.ts'
import type { OtherRooms } from './other-rooms.server.ts'
import { findCustomer, listCustomerBookings } from './read.server.ts'
import { listEarlierTravellers } from './travellers.server.ts'

export function implementCustomer(deps: CustomerDeps, rooms: OtherRooms) {
  const os = implement(customerContract).$context<RequestContext>()
  return os.router({
    admin: {
      list: os.admin.list.handler(({ input, context }) => listCustomers(deps, input, context.caller)),
      get: os.admin.get.handler(({ input }) => findCustomer(deps, input.customerId)),
      bookings: os.admin.bookings.handler(({ input }) => listCustomerBookings(deps, input)),
      change: os.admin.change.handler(({ input, context }) => changeCustomer(deps, context.caller, input)),
      addNote: os.admin.addNote.handler(({ input, context }) => addNote(deps, context, input)),
      removeNote: os.admin.removeNote.handler(({ input, context }) =>
        setNoteDeleted(deps, context.caller, { ...input, isDeleted: true }),
      ),
      travellers: os.admin.travellers.handler(async ({ input, context }) => ({
        items: [...(await listEarlierTravellers(deps, context.caller, input.customerId))],
      })),
      issuedDocuments: os.admin.issuedDocuments.handler(async ({ input, context: { caller } }) =>
        rooms.listPrintouts(deps, caller, await findPersonBookingIds(deps.db, input.customerId)),
      ),
      mergeCandidates: os.admin.mergeCandidates.handler(({ input }) => listCandidates(deps, input.customerId)),
      mergePreview: os.admin.mergePreview.handler(({ input }) => previewMerge(deps, rooms, input)),
      merge: os.admin.merge.handler(({ input, context: { caller } }) =>
        mergeCustomers(deps, rooms, { ...input, caller }),
      ),
      undoMerge: os.admin.undoMerge.handler(({ input, context: { caller } }) =>
        undoMerge(deps, rooms, { ...input, caller }),
      ),
      restoreNote: os.admin.restoreNote.handler(({ input, context }) =>
        setNoteDeleted(deps, context.caller, { ...input, isDeleted: false }),
      ),
    },
  })
}
