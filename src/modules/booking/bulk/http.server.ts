import { implement } from '@orpc/server'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '../../../kernel/refusal.ts'
import { mayEnter } from '../../../kernel/staff.ts'
import type { Caller } from '../../../platform/core.server.ts'
import { countHit } from '../../../platform/rate-limit.server.ts'
import type { RequestContext } from '../../../platform/request.server.ts'
import type { MailDeps } from '../../mail/index.server.ts'
import type { BookingDeps } from '../deps.server.ts'
import { csvName } from '../queries/csv-export.server.ts'
import { bulkProcedures, chosenBookings } from './contract.ts'
import { exportChosen } from './export.server.ts'
import { type FindDecidedByTransfer, previewConfirm, previewMessage } from './preview.server.ts'
import { listToPrint } from './print.server.ts'
import { listRefused, listRuns, readRun } from './read.server.ts'
import { selectBookings } from './select.server.ts'
import { startConfirm, startMessage } from './start.server.ts'

const { bulk: os } = implement(bulkProcedures).$context<RequestContext>()
type Deps = BookingDeps & Pick<MailDeps, 'bookingMailFacts'>
type Options = {
  readonly findDecidedByTransfer: FindDecidedByTransfer
  readonly messageLimit: Parameters<typeof countHit>[1]
}

export const implementBulk = (deps: Deps, { findDecidedByTransfer, messageLimit }: Options) => ({
  select: os.select.handler(({ input }) => selectBookings(deps, input)),
  previewConfirm: os.previewConfirm.handler(({ input }) => previewConfirm(deps, findDecidedByTransfer, input.ids)),
  confirm: os.confirm.handler(({ input, context }) => startConfirm(deps, context, input)),
  previewMessage: os.previewMessage.handler(({ input }) => previewMessage(deps, input)),
  message: os.message.handler(async ({ input, context }) => {
    await countHit(deps, messageLimit, context.caller.userId ?? '')
    return startMessage(deps, context, input)
  }),
  print: os.print.handler(({ input }) => listToPrint(deps, input.ids)),
  list: os.list.handler(() => listRuns(deps)),
  get: os.get.handler(({ input }) => readRun(deps, input.runId)),
  refused: os.refused.handler(({ input }) => listRefused(deps, input)),
})

/** POST, because thousands of ids do not fit into an address. */
export function registerChosenExport(
  app: FastifyInstance,
  deps: BookingDeps,
  callerOf: (request: FastifyRequest) => Caller,
): void {
  app.post(
    '/api/admin/booking-selection.csv',
    {
      config: {
        access: 'staff:bookings',
        summary: 'These bookings as CSV, up to 5,000',
        body: chosenBookings,
        answers: { types: ['text/csv'] },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request)
      // Checked twice: a mistake here would leak thousands of bookings at once.
      if (!mayEnter(caller.role, 'bookings')) throw new Refusal('account/not-allowed')
      const parsed = chosenBookings.safeParse(request.body)
      if (!parsed.success) throw new Refusal('booking/invalid')
      return reply
        .header('content-type', 'text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${await csvName(deps)}"`)
        .header('cache-control', 'private, no-store')
        .header('x-content-type-options', 'nosniff')
        .send(await exportChosen(deps, caller, parsed.data.ids))
    },
  )
}
