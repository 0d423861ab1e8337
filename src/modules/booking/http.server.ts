import { implement } from '@orpc/server'
import { isStaffRole, mayEnter } from '../../kernel/staff.ts'
import type { Caller } from '../../platform/core.server.ts'
import type { Trx } from '../../platform/db/database.server.ts'
import { countHit, takeHitBack } from '../../platform/rate-limit.server.ts'
import type { RequestContext } from '../../platform/request.server.ts'
import type { FilesDeps } from '../files/index.server.ts'
import { readSettings } from '../settings/index.server.ts'
import { findVisibleBooking, findVisiblePapers } from './access.server.ts'
import { createBooking } from './commands/create-booking.server.ts'
import { decideStatus } from './commands/decide-status.server.ts'
import { eraseDocuments } from './commands/erase-documents.server.ts'
import { deliverDocument } from './commands/issue-document.server.ts'
import { acceptDocument, askForDocument } from './commands/review-document.server.ts'
import { saveNotes } from './commands/save-notes.server.ts'
import { saveTraveller } from './commands/save-traveller.server.ts'
import { saveTravellers } from './commands/save-travellers.server.ts'
import { bookingContract } from './contract.ts'
import type { BookingDeps } from './deps.server.ts'
import { listBookings } from './queries/admin-list.server.ts'
import { type OpenWork, readDashboard } from './queries/dashboard.server.ts'
import { readManifest } from './queries/manifest.server.ts'
import { listMyBookings, trackBooking } from './queries/own-bookings.server.ts'
import { readPaperwork } from './queries/paperwork.server.ts'
import { quoteChoice } from './queries/quote.server.ts'
import { readTrends } from './queries/trends.server.ts'
import { normalizeReference } from './rules/reference.ts'
import { readAdminBooking, viewBooking } from './views.server.ts'

const wrongCodes = { name: 'promo-wrong', hits: 60, seconds: 600 }

export interface BookingRouterOptions {
  /** What other rooms know of work that waits, for the dashboard. */
  readonly openWork?: () => Promise<OpenWork>
  /** What another room keeps of the request with which a booking was made, in its transaction. */
  readonly keepVisit?: (trx: Trx, bookingId: string, context: RequestContext) => Promise<void>
}

const perTenMinutes = 600
const perMinute = 60

/** C185, D180: counted by address. */
async function limitBookings(deps: BookingDeps, caller: Caller): Promise<void> {
  const { bookings_per_10_minutes: hits } = await readSettings(deps)
  await countHit(deps, { name: 'booking-create', hits, seconds: perTenMinutes }, caller.address)
}
/** C245: counted by address, and by reference, so that many addresses cannot guess at one booking. */
async function limitTracker(deps: BookingDeps, caller: Caller, reference: string): Promise<void> {
  const { tracker_per_minute: hits } = await readSettings(deps)
  await countHit(deps, { name: 'tracker-address', hits, seconds: perMinute }, caller.address)
  const normalized = normalizeReference(reference)
  if (normalized) await countHit(deps, { name: 'tracker-reference', hits, seconds: perMinute }, normalized)
}

/** The contract, answered. Who may call is enforced around it, by what the contract declares. */
export function implementBooking(deps: BookingDeps & FilesDeps, options: BookingRouterOptions = {}) {
  const os = implement(bookingContract).$context<RequestContext>()
  return os.router({
    quote: os.quote.handler(async ({ input, context }) => {
      if (!input.promo_code) return quoteChoice(deps, input)
      // Codes are short enough to be tried one after the other; whoever has one is right at once.
      await countHit(deps, wrongCodes, context.caller.address)
      const quote = await quoteChoice(deps, input)
      const isWrong = quote.errors.some(({ path }) => path === 'promo_code')
      if (!isWrong) await takeHitBack(deps, wrongCodes, context.caller.address)
      return quote
    }),
    create: os.create.handler(async ({ input, context }) => {
      await limitBookings(deps, context.caller)
      // Staff book for others, who have agreed to nothing.
      const isOwn = !isStaffRole(context.caller.role)
      const onPlaced = (trx: Trx, bookingId: string) => options.keepVisit?.(trx, bookingId, context)
      return createBooking(isOwn ? { ...deps, onPlaced } : deps, context.caller, input, context.idempotencyKey)
    }),
    get: os.get.handler(async ({ input, context }) =>
      viewBooking(deps, await findVisibleBooking(deps, context.caller, input), context.caller),
    ),
    paperwork: os.paperwork.handler(async ({ input, context }) =>
      readPaperwork(deps, await findVisiblePapers(deps, context.caller, input), context.caller),
    ),
    saveTravellers: os.saveTravellers.handler(({ input, context }) => saveTravellers(deps, context.caller, input)),
    saveTraveller: os.saveTraveller.handler(({ input, context }) => saveTraveller(deps, context.caller, input)),
    track: os.track.handler(async ({ input, context }) => {
      await limitTracker(deps, context.caller, input.reference)
      return trackBooking(deps, context.caller, input)
    }),
    mine: os.mine.handler(({ input, context }) => listMyBookings(deps, context.caller, input)),
    admin: {
      dashboard: os.admin.dashboard.handler(async ({ context }) => {
        const figures = await readDashboard(deps, await options.openWork?.())
        // Customers are shown to those whose role opens bookings.
        return mayEnter(context.caller.role, 'bookings') ? figures : { ...figures, recent: [] }
      }),
      trends: os.admin.trends.handler(({ input }) => readTrends(deps, input.period)),
      manifest: os.admin.manifest.handler(({ input }) => readManifest(deps, input.day)),
      list: os.admin.list.handler(({ input }) => listBookings(deps, input)),
      get: os.admin.get.handler(({ input }) => readAdminBooking(deps, input.bookingId)),
      saveNotes: os.admin.saveNotes.handler(({ input, context }) => saveNotes(deps, context.caller, input)),
      eraseDocuments: os.admin.eraseDocuments.handler(async ({ input, context }) => {
        await eraseDocuments(deps, context.caller, input.bookingId)
        return readAdminBooking(deps, input.bookingId)
      }),
      acceptDocument: os.admin.acceptDocument.handler(({ input, context }) =>
        acceptDocument(deps, context.caller, input),
      ),
      askForDocument: os.admin.askForDocument.handler(({ input, context }) =>
        askForDocument(deps, context.caller, input),
      ),
      deliverDocument: os.admin.deliverDocument.handler(({ input, context }) =>
        deliverDocument(deps, context.caller, input),
      ),
      confirm: os.admin.confirm.handler(({ input, context }) =>
        decideStatus(deps, context.caller, input.bookingId, 'confirm'),
      ),
      cancel: os.admin.cancel.handler(({ input, context }) =>
        decideStatus(deps, context.caller, input.bookingId, 'cancel', {
          reason: input.reason,
          refund: { amount: input.refund_amount, reason: input.refund_reason },
          version: input.version,
        }),
      ),
      complete: os.admin.complete.handler(({ input, context }) =>
        decideStatus(deps, context.caller, input.bookingId, 'complete'),
      ),
    },
  })
}
