import { implement } from '@orpc/server'
import type { RequestContext } from '../../platform/request.server.ts'
import { type BookingDeps, readBy } from '../booking/index.server.ts'
import { hideReview, publishReview, reopenReview, replyToReview, saveReview } from './commands.server.ts'
import { reviewContract } from './contract.ts'
import { listForStaff, listPublished, readOwn } from './queries.server.ts'

export function implementReview(deps: BookingDeps) {
  const os = implement(reviewContract).$context<RequestContext>()
  return os.router({
    list: os.list.handler(({ input }) => listPublished(deps, input)),
    own: os.own.handler(({ input, context }) => readOwn(readBy(deps, context), context.caller, input)),
    save: os.save.handler(({ input, context }) => saveReview(readBy(deps, context), context.caller, input)),
    admin: {
      list: os.admin.list.handler(({ input }) => listForStaff(deps, input)),
      publish: os.admin.publish.handler(({ input, context }) => publishReview(deps, context.caller, input)),
      hide: os.admin.hide.handler(({ input, context }) => hideReview(deps, context.caller, input)),
      reopen: os.admin.reopen.handler(({ input, context }) => reopenReview(deps, context.caller, input)),
      reply: os.admin.reply.handler(({ input, context }) => replyToReview(deps, context.caller, input)),
    },
  })
}
