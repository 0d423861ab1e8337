import { implement } from '@orpc/server'
import type { RequestContext } from '../../platform/request.server.ts'
import { changeCustomer } from './change.server.ts'
import { customerContract } from './contract.ts'
import type { CustomerDeps } from './deps.server.ts'
import { listCustomers } from './list.server.ts'
import { addNote, setNoteDeleted } from './notes.server.ts'
import { listCustomerBookings, readCustomer } from './read.server.ts'

export function implementCustomer(deps: CustomerDeps) {
  const os = implement(customerContract).$context<RequestContext>()
  return os.router({
    admin: {
      list: os.admin.list.handler(({ input }) => listCustomers(deps, input)),
      get: os.admin.get.handler(({ input }) => readCustomer(deps, input.customerId)),
      bookings: os.admin.bookings.handler(({ input }) => listCustomerBookings(deps, input)),
      change: os.admin.change.handler(({ input, context }) => changeCustomer(deps, context.caller, input)),
      addNote: os.admin.addNote.handler(({ input, context }) => addNote(deps, context, input)),
      removeNote: os.admin.removeNote.handler(({ input, context }) =>
        setNoteDeleted(deps, context.caller, { ...input, isDeleted: true }),
      ),
      restoreNote: os.admin.restoreNote.handler(({ input, context }) =>
        setNoteDeleted(deps, context.caller, { ...input, isDeleted: false }),
      ),
    },
  })
}
