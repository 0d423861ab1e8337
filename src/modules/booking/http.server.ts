import { implement } from '@orpc/server'
import { Refusal } from '../../kernel/refusal.ts'
import { isStaffRole, mayEnter } from '../../kernel/staff.ts'
import type { Caller } from '../../platform/core.server.ts'
import type { Trx } from '../../platform/db/database.server.ts'
import { countHit, takeHitBack } from '../../platform/rate-limit.server.ts'
import type { RequestContext } from '../../platform/request.server.ts'
import type { FilesDeps } from '../files/index.server.ts'
import type { MailDeps } from '../mail/index.server.ts'
import { readSettings, readShopState } from '../settings/index.server.ts'
import { findVisibleBooking, findVisibleDocuments, getBooking } from './access.server.ts'
import { implementBulk } from './bulk/http.server.ts'
import type { FindDecidedByTransfer } from './bulk/preview.server.ts'
import { markArrivals } from './check-in/mark-arrivals.server.ts'
import { listDeparturesToday, readDepartureToCheckIn } from './check-in/read-check-in.server.ts'
import { undoArrival } from './check-in/undo-arrival.server.ts'
import { readVoucher } from './check-in/voucher.server.ts'
import { cancelDeparture } from './commands/cancel-departure.server.ts'
import { cancelOwnBooking } from './commands/cancel-own-booking.server.ts'
import { changeBooking, quoteChange } from './commands/change-booking.server.ts'
import { correctAnswers } from './commands/correct-answers.server.ts'
import { correctBooking } from './commands/correct-booking.server.ts'
import { createBooking } from './commands/create-booking.server.ts'
import { decideStatus, type IsDecidedByTransfer } from './commands/decide-status.server.ts'
import { eraseDocuments } from './commands/erase-documents.server.ts'
import { deliverDocument } from './commands/issue-document.server.ts'
import { keepDeparture } from './commands/keep-departure.server.ts'
import {
  messageDeparture,
  previewDepartureMessage,
  readDepartureCustomers,
} from './commands/message-departure.server.ts'
import { moveBooking } from './commands/move-booking.server.ts'
import { retryCancellation } from './commands/retry-cancellation.server.ts'
import { acceptDocument, askForDocument, undoAcceptance } from './commands/review-document.server.ts'
import { saveNotes } from './commands/save-notes.server.ts'
import { saveTraveller } from './commands/save-traveller.server.ts'
import { saveTravellers } from './commands/save-travellers.server.ts'
import { shareLink } from './commands/share-link.server.ts'
import { submitCase } from './commands/submit-case.server.ts'
import { bookingContract } from './contract.ts'
import { type BookingDeps, readBy } from './deps.server.ts'
import type { MovePayments } from './move-payments.server.ts'
import { listBookings } from './queries/admin-list.server.ts'
import { listBookingStaff } from './queries/booking-staff.server.ts'
import { type OpenWork, readDashboard } from './queries/dashboard.server.ts'
import { readDepartureBoard, readDepartureDays } from './queries/departure-board.server.ts'
import {
  type FindWaitingProofs,
  previewDepartureMail,
  readCancellableDeparture,
} from './queries/departure-cancellation.server.ts'
import { readDeparturePage } from './queries/departure-page.server.ts'
import { listUncheckedDocuments } from './queries/document-queue.server.ts'
import { quoteMove } from './queries/move-quote.server.ts'
import { readNeighbours } from './queries/neighbours.server.ts'
import { listMyBookings, trackBooking } from './queries/own-bookings.server.ts'
import { readPaperwork } from './queries/paperwork.server.ts'
import { readPeriodFigures } from './queries/period-figures.server.ts'
import { readPlacesReport } from './queries/places-report.server.ts'
import { quoteChoice } from './queries/quote.server.ts'
import { type FindMessages, type FindOtherFiles, readStaffTimeline } from './queries/staff-timeline.server.ts'
import { readTrends } from './queries/trends.server.ts'
import { implementRecovery } from './recovery/http.server.ts'
import { normalizeReference } from './rules/reference.ts'
import { implementSavedViews } from './saved-views/http.server.ts'
import { findAdminBooking, readAdminBooking, viewAdminBooking, viewBooking } from './views.server.ts'

/** Messages to all per staff member: a mistake or a script must not flood customers. */
const messages = { name: 'departure-message', hits: 20, seconds: 3_600 }
/** Per address. Looking through a calendar asks once per day and time. */
const moveQuotes = { name: 'move-quote', hits: 120, seconds: 600 }
const wrongCodes = { name: 'promo-wrong', hits: 60, seconds: 600 }

export interface BookingRouterOptions {
  /** Open work in other rooms, for the dashboard. */
  readonly openWork?: (caller: Caller) => Promise<OpenWork>
  /** Bank transfers are decided in the payment room. */
  readonly isDecidedByTransfer?: IsDecidedByTransfer
  readonly findDecidedByTransfer?: FindDecidedByTransfer
  readonly findWaitingProofs?: FindWaitingProofs
  /** Private files of the booking that other rooms store, for its timeline. */
  readonly findOtherFiles?: FindOtherFiles
  /** What the customer wrote about the booking, for its timeline. */
  readonly findMessages?: FindMessages
  /** What the payment room does for a booking that moves; without it nothing moves. */
  readonly movePayments?: MovePayments
  /** Lets another room store facts of the request, in the booking's transaction. */
  readonly keepVisit?: (trx: Trx, bookingId: string, context: RequestContext) => Promise<void>
}

const perTenMinutes = 600
const perMinute = 60

/** Payments, trackers and staff go on while the shop is closed. Refuses 'booking/shop-closed'. */
async function refuseWhenClosed(deps: BookingDeps, caller: Caller): Promise<void> {
  if (!isStaffRole(caller.role) && (await readShopState(deps)) !== 'open') throw new Refusal('booking/shop-closed')
}

/** Per address (C185, D180). */
async function limitBookings(deps: BookingDeps, caller: Caller): Promise<void> {
  const { bookings_per_10_minutes: hits } = await readSettings(deps)
  await countHit(deps, { name: 'booking-create', hits, seconds: perTenMinutes }, caller.address)
}
/** Per address, and per reference so that many addresses cannot guess at one booking (C245). */
async function limitTracker(deps: BookingDeps, caller: Caller, reference: string): Promise<void> {
  const { tracker_per_minute: hits } = await readSettings(deps)
  await countHit(deps, { name: 'tracker-address', hits, seconds: perMinute }, caller.address)
  const normalized = normalizeReference(reference)
  if (normalized) await countHit(deps, { name: 'tracker-reference', hits, seconds: perMinute }, normalized)
}

type Deps = BookingDeps & FilesDeps & Pick<MailDeps, 'bookingMailFacts'>
const os = implement(bookingContract).$context<RequestContext>()

const implementCancellation = (deps: Deps, { findWaitingProofs = async () => new Set() }: BookingRouterOptions) => ({
  cancellableDeparture: os.admin.cancellableDeparture.handler(({ input }) =>
    readCancellableDeparture(deps, input, findWaitingProofs),
  ),
  previewDepartureCancellation: os.admin.previewDepartureCancellation.handler(({ input }) =>
    previewDepartureMail(deps, input, findWaitingProofs),
  ),
  retryDepartureCancellation: os.admin.retryDepartureCancellation.handler(({ input, context }) =>
    retryCancellation(deps, context.caller, input),
  ),
  cancelDeparture: os.admin.cancelDeparture.handler(({ input, context }) =>
    cancelDeparture(deps, context.caller, { order: input, idempotencyKey: context.idempotencyKey }),
  ),
})

const implementMessages = (deps: Deps) => ({
  departureCustomers: os.admin.departureCustomers.handler(({ input }) => readDepartureCustomers(deps, input)),
  previewDepartureMessage: os.admin.previewDepartureMessage.handler(({ input }) =>
    previewDepartureMessage(deps, input),
  ),
  sendDepartureMessage: os.admin.sendDepartureMessage.handler(async ({ input, context }) => {
    await countHit(deps, messages, context.caller.userId ?? '')
    return messageDeparture(deps, context.caller, { message: input, idempotencyKey: context.idempotencyKey })
  }),
})

const implementDecisions = (deps: Deps, options: BookingRouterOptions) => ({
  ...implementStaffMoves(deps, options),
  undoAcceptance: os.admin.undoAcceptance.handler(({ input, context }) => undoAcceptance(deps, context.caller, input)),
  submitCase: os.admin.submitCase.handler(({ input, context }) => submitCase(deps, context.caller, input.bookingId)),
  confirm: os.admin.confirm.handler(({ input, context }) =>
    decideStatus(deps, context.caller, input.bookingId, 'confirm', {
      isDecidedByTransfer: options.isDecidedByTransfer,
    }),
  ),
  cancel: os.admin.cancel.handler(({ input, context }) =>
    decideStatus(deps, context.caller, input.bookingId, 'cancel', {
      reason: input.reason,
      refund: { amount: input.refund_amount, reason: input.refund_reason },
      version: input.version,
      isDecidedByTransfer: options.isDecidedByTransfer,
    }),
  ),
  complete: os.admin.complete.handler(({ input, context }) =>
    decideStatus(deps, context.caller, input.bookingId, 'complete'),
  ),
  reopen: os.admin.reopen.handler(({ input, context }) =>
    decideStatus(deps, context.caller, input.bookingId, 'reopen', { reason: input.reason }),
  ),
  ...{ ...implementCancellation(deps, options), ...implementMessages(deps) },
  bulk: implementBulk(deps, {
    findDecidedByTransfer: options.findDecidedByTransfer ?? (async () => new Set()),
    messageLimit: messages,
  }),
})

const implementCheckIn = (deps: Deps) => ({
  departures: os.admin.checkIn.departures.handler(() => listDeparturesToday(deps)),
  departure: os.admin.checkIn.departure.handler(({ input, context }) =>
    readDepartureToCheckIn(deps, context.caller, input.departure_id),
  ),
  voucher: os.admin.checkIn.voucher.handler(({ input, context }) => readVoucher(deps, context.caller, input.code)),
  mark: os.admin.checkIn.mark.handler(async ({ input, context }) => ({
    results: await markArrivals(deps, context.caller, input.marks),
  })),
  undo: os.admin.checkIn.undo.handler(({ input, context }) => undoArrival(deps, context.caller, input.check_in_id)),
})

const implementOverviews = (deps: Deps, options: BookingRouterOptions) => ({
  dashboard: os.admin.dashboard.handler(async ({ context }) => {
    const figures = await readDashboard(deps, await options.openWork?.(context.caller))
    // Customer data is only for roles that open bookings.
    return mayEnter(context.caller.role, 'bookings') ? figures : { ...figures, recent: [] }
  }),
  periodFigures: os.admin.periodFigures.handler(({ input }) => readPeriodFigures(deps, input)),
  trends: os.admin.trends.handler(({ input }) => readTrends(deps, input.period)),
  checkIn: implementCheckIn(deps),
  departures: os.admin.departures.handler(({ input }) => readDepartureBoard(deps, input)),
  departureDays: os.admin.departureDays.handler(({ input }) => readDepartureDays(deps, input)),
  placesReport: os.admin.placesReport.handler(({ input, context }) => readPlacesReport(deps, input, context.caller)),
  departure: os.admin.departure.handler(({ input }) => readDeparturePage(deps, input)),
})

/** Refuses everything when no payment room is wired. */
function withPayments(deps: Deps, { movePayments: payments }: BookingRouterOptions) {
  if (!payments) throw new Error('Moving a booking needs the payment room')
  return { ...deps, payments }
}

const implementChanges = (deps: Deps, options: BookingRouterOptions) => ({
  saveTravellers: os.saveTravellers.handler(({ input, context: c }) =>
    saveTravellers(readBy(deps, c), c.caller, input),
  ),
  saveTraveller: os.saveTraveller.handler(({ input, context: c }) => saveTraveller(readBy(deps, c), c.caller, input)),
  quoteMove: os.quoteMove.handler(async ({ input, context }) => {
    await countHit(deps, moveQuotes, context.caller.address)
    const booking = await findVisibleBooking(deps, context.caller, input)
    const isOnline = await withPayments(deps, options).payments.readOnline()
    return quoteMove(deps, booking, { to: input, isStaff: false, isOnline })
  }),
  move: os.move.handler(async ({ input: { token, ...request }, context: { caller, language, idempotencyKey } }) => {
    await refuseWhenClosed(deps, caller)
    await limitBookings(deps, caller)
    await findVisibleBooking(deps, caller, { bookingId: request.bookingId, token })
    const moved = await moveBooking(withPayments(deps, options), caller, { ...request, idempotencyKey })
    return viewBooking({ ...deps, language }, moved, caller)
  }),
  cancel: os.cancel.handler(async ({ input, context: { caller, language } }) => {
    await limitBookings(deps, caller)
    const { id: bookingId } = await findVisibleBooking(deps, caller, input)
    const { isDecidedByTransfer: hasProof = async () => false } = options
    const cancelled = await cancelOwnBooking({ ...deps, hasProof }, caller, { ...input, bookingId })
    return viewBooking({ ...deps, language }, cancelled, caller)
  }),
  keepDeparture: os.keepDeparture.handler(async ({ input, context: { caller, language } }) => {
    await limitBookings(deps, caller)
    const { id } = await findVisibleBooking(deps, caller, input)
    return viewBooking({ ...deps, language }, await keepDeparture(withPayments(deps, options), caller, id), caller)
  }),
})
const implementStaffMoves = (deps: Deps, options: BookingRouterOptions) => ({
  quoteMove: os.admin.quoteMove.handler(async ({ input }) => {
    const isOnline = await withPayments(deps, options).payments.readOnline()
    return quoteMove(deps, await getBooking(deps.db, input.bookingId), { to: input, isStaff: true, isOnline })
  }),
  move: os.admin.move.handler(async ({ input, context: { caller, idempotencyKey } }) => {
    const { reason, difference, ...request } = input
    const byStaff = {
      ...withPayments(deps, options),
      byStaff: { reason, difference, mayRefund: mayEnter(caller.role, 'refunds') },
    }
    return viewAdminBooking(deps, await moveBooking(byStaff, caller, { ...request, idempotencyKey }))
  }),
  quoteChange: os.admin.quoteChange.handler(async ({ input, context }) => {
    const isOnline = await withPayments(deps, options).payments.readOnline()
    return quoteChange(deps, context.caller, { change: input, isOnline })
  }),
  change: os.admin.change.handler(async ({ input, context: { caller, idempotencyKey } }) => {
    const payments = withPayments(deps, options)
    return viewAdminBooking(deps, await changeBooking(payments, caller, { change: input, idempotencyKey }))
  }),
  keepDeparture: os.admin.keepDeparture.handler(async ({ input, context }) =>
    viewAdminBooking(deps, await keepDeparture(withPayments(deps, options), context.caller, input.bookingId)),
  ),
})

const implementLists = (
  deps: Deps,
  { findOtherFiles = async () => [], findMessages = async () => [] }: BookingRouterOptions,
) => ({
  timeline: os.admin.timeline.handler(({ input }) => readStaffTimeline(deps, { findOtherFiles, findMessages }, input)),
  uncheckedDocuments: os.admin.uncheckedDocuments.handler(({ input }) => listUncheckedDocuments(deps, input)),
  list: os.admin.list.handler(({ input, context }) => listBookings(deps, input, context.caller)),
  staff: os.admin.staff.handler(() => listBookingStaff(deps)),
  views: implementSavedViews(deps),
  get: os.admin.get.handler(({ input }) => readAdminBooking(deps, input.bookingId)),
  find: os.admin.find.handler(({ input }) => findAdminBooking(deps, input.reference)),
  shareLink: os.admin.shareLink.handler(({ input, context }) => shareLink(deps, context.caller, input)),
  neighbours: os.admin.neighbours.handler(({ input }) => readNeighbours(deps, input)),
  correct: os.admin.correct.handler(({ input, context }) => correctBooking(deps, context.caller, input)),
  correctAnswers: os.admin.correctAnswers.handler(({ input, context }) => correctAnswers(deps, context.caller, input)),
})

/** Implements the contract. Access is enforced by the router, from the contract's declarations. */
export function implementBooking(deps: Deps, options: BookingRouterOptions = {}) {
  return os.router({
    quote: os.quote.handler(async ({ input, context }) => {
      if (!input.promo_code) return quoteChoice(deps, input)
      // Limits guessing: short codes could be tried one by one. A valid code gives the hit back.
      await countHit(deps, wrongCodes, context.caller.address)
      const quote = await quoteChoice(deps, input)
      const isWrong = quote.errors.some(({ path }) => path === 'promo_code')
      if (!isWrong) await takeHitBack(deps, wrongCodes, context.caller.address)
      return quote
    }),
    create: os.create.handler(async ({ input, context }) => {
      await refuseWhenClosed(deps, context.caller)
      await limitBookings(deps, context.caller)
      // Staff book for customers, who have given no consent here.
      const onPlaced = (trx: Trx, bookingId: string) => options.keepVisit?.(trx, bookingId, context)
      const placing = { ...deps, language: context.language, ...(!isStaffRole(context.caller.role) && { onPlaced }) }
      return createBooking(placing, context.caller, input, context.idempotencyKey)
    }),
    get: os.get.handler(async ({ input, context }) =>
      viewBooking(readBy(deps, context), await findVisibleBooking(deps, context.caller, input), context.caller),
    ),
    paperwork: os.paperwork.handler(async ({ input, context }) =>
      readPaperwork(readBy(deps, context), await findVisibleDocuments(deps, context.caller, input), context.caller),
    ),
    ...{ ...implementChanges(deps, options), ...implementRecovery(deps) },
    track: os.track.handler(async ({ input, context }) => {
      await limitTracker(deps, context.caller, input.reference)
      return trackBooking(readBy(deps, context), context.caller, input)
    }),
    mine: os.mine.handler(({ input, context }) => listMyBookings(readBy(deps, context), context.caller, input)),
    admin: {
      ...implementOverviews(deps, options),
      ...implementLists(deps, options),
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
      ...implementDecisions(deps, options),
    },
  })
}
