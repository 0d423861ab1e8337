import { implement } from '@orpc/server'
import type { RequestContext } from '../../../platform/request.server.ts'
import type { BookingDeps } from '../deps.server.ts'
import { createView, removeView, updateView } from './change-views.server.ts'
import { savedViewProcedures } from './contract.ts'
import { listViews } from './read-views.server.ts'

const { views: os } = implement(savedViewProcedures).$context<RequestContext>()

export const implementSavedViews = (deps: BookingDeps) => ({
  list: os.list.handler(({ context }) => listViews(deps, context.caller)),
  create: os.create.handler(({ input, context }) => createView(deps, context, input)),
  update: os.update.handler(({ input, context }) => updateView(deps, context.caller, input)),
  remove: os.remove.handler(({ input, context }) => removeView(deps, context.caller, input)),
})
