import { forAnswer } from '../../kernel/messages.ts'
import { money } from '../../kernel/money.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Caller } from '../../platform/core.server.ts'
import type { IssuedDocument, PriceLine } from '../../services/kind.ts'
import type { Leg } from '../../services/trip.ts'
import { type CatalogueService, getService, getServiceInLanguage, type Shown } from '../catalogue/index.server.ts'
import { tripOnWire } from '../inventory/index.ts'
import { type BookedTrip, bookedTrip } from './booked-trip.server.ts'
import type { BookingDeps } from './deps.server.ts'
import { type HistoryEntry, movesIn, readHistory } from './history.server.ts'
import { viewHold } from './holds.server.ts'
import { findPreparedMove } from './prepared-moves.server.ts'
import { type IssuedRow, issuedDocumentOf, readDelivered, readIssued } from './queries/issued.server.ts'
import { readMissingDocuments, viewNextStep } from './queries/next-step.server.ts'
import { requirementsOf } from './queries/paperwork.server.ts'
import { readStaffDocuments } from './queries/staff-documents.server.ts'
import { readTravellers } from './queries/travellers.server.ts'
import { openFreeUntil, proposeRefund, refundToday, shownTerms } from './rules/cancellation.ts'
import { meetingPlaceOf } from './rules/meeting-point.ts'
import { isNeverMoved, maxMoves, obstacleForCustomer, obstacleText } from './rules/move.ts'
import { isProofWaiting } from './rules/next-step.ts'
import {
  cancelObstacleText,
  isDepartureCancelledIn,
  obstacleToCancel,
  refundOnCancelling,
} from './rules/own-cancellation.ts'
import { normalizeReference } from './rules/reference.ts'
import { shownAndMarked } from './rules/shown-title.ts'
import { allowedActions, isOpenForDocuments, isPartlyRefunded } from './rules/states.ts'
import { type TimelineStep, timelineOf } from './rules/timeline.ts'
import { tripFactsOf } from './rules/trip-facts.ts'
import type { AdminBookingView } from './staff-contract.ts'
import type { BookingRecord, PreparedMove } from './tables.server.ts'
import type { BookingView, TimelineEntry } from './view-contract.ts'

const isoOrNull = (instant: Date | null): string | null => instant?.toISOString() ?? null
export const viewStep = ({ event, title, description, at }: TimelineStep): TimelineEntry => ({
  event,
  title: forAnswer(title),
  description: forAnswer(description),
  at: isoOrNull(at),
})

const viewWays = (deps: BookingDeps, booking: BookingRecord, { details }: Pick<Shown, 'details'>) => ({
  meeting_point: meetingPlaceOf(details, booking),
  trip_facts: viewTripFacts(deps, booking),
  return_leg: viewReturnLeg(deps, booking),
  special_requests: booking.special_requests,
})

export const viewTripFacts = (
  { kinds }: BookingDeps,
  booking: Parameters<typeof tripFactsOf>[1],
  leg: Leg = 'outbound',
): BookingView['trip_facts'] =>
  tripFactsOf(kinds, booking, leg).map(({ label, value }) => ({ label: forAnswer(label), value: forAnswer(value) }))

export function viewReturnLeg(deps: BookingDeps, booking: BookingRecord): BookingView['return_leg'] {
  const { return_leg_date: travel_date, return_leg_time: travel_time } = booking
  if (travel_date === null) return null
  return {
    ...{ travel_date, travel_time },
    pickup_location: deps.kinds.find(booking.service_type)?.returnLeg?.(booking.details)?.pickupLocation ?? null,
    trip_facts: viewTripFacts(deps, { ...booking, travel_date }, 'return'),
  }
}

export const paymentStateOf = (booking: BookingRecord) => ({
  payment_status: booking.payment_status,
  payment_checking: booking.payment_checking_since !== null,
  is_partly_refunded: isPartlyRefunded(booking.paid_minor, booking.refunded_minor),
})

const isGroupOnly = ({ details }: CatalogueService): boolean => details.group_departures_only === true

interface Beside {
  readonly service: CatalogueService
  /** Left out: the item as the agency wrote it. */
  readonly shown?: Shown | undefined
  readonly trip: BookedTrip
  readonly prepared: PreparedMove | null
}
/** The fields that the owner may see; nothing internal to the agency. */
function viewOf(
  deps: BookingDeps,
  booking: BookingRecord,
  { service, shown = service, trip, prepared }: Beside,
  history: readonly HistoryEntry[],
  issued: BookingView['issued_documents'] = [],
): Omit<BookingView, 'next_step' | 'case_progress' | 'timeline'> {
  const amount = (minor: number) => money(minor, booking.currency)
  const hasPickup = deps.kinds.find(booking.service_type)?.schedule(service).hasPickup
  return {
    id: booking.id,
    booking_reference: booking.booking_reference,
    service_id: booking.service_id,
    service_type: booking.service_type,
    ...shownAndMarked(booking, service, shown),
    service_href: service.href,
    customer_name: booking.customer_name,
    customer_email: booking.customer_email,
    customer_phone: booking.customer_phone,
    adults_count: booking.adults_count,
    children_count: booking.children_count,
    infants_count: booking.infants_count,
    currency: booking.currency,
    price_lines: booking.price_lines.map((line: PriceLine) => ({ ...line })),
    base_amount: amount(booking.base_minor),
    discount_amount: amount(booking.discount_minor),
    promo_code: booking.promo_code,
    tax_amount: amount(booking.tax_minor),
    total_amount: amount(booking.total_minor),
    final_amount: amount(booking.final_minor),
    paid_amount: amount(booking.paid_minor),
    refunded_amount: amount(booking.refunded_minor),
    ...{ travel_date: booking.travel_date, travel_time: booking.travel_time },
    ...tripOnWire(trip),
    time_zone: booking.time_zone,
    ...{ selected_language: booking.selected_language, language: booking.language },
    pickup_location: booking.pickup_location,
    ...{ has_pickup: hasPickup ?? booking.pickup_location !== null, is_group_only: isGroupOnly(service) },
    ...viewWays(deps, booking, shown),
    details: { ...booking.details },
    ...{ case_stage: booking.case_stage, version: booking.version },
    ...{ cancellation: cancellationOf(booking, deps.clock()), cancel: cancelOf(booking, history, deps.clock()) },
    ...{ move: moveOf(booking, history, deps.clock()), prepared_move: viewPrepared(booking, prepared) },
    booking_status: booking.booking_status,
    ...paymentStateOf(booking),
    payment_gateway: booking.payment_gateway,
    payment_method: booking.payment_gateway,
    ...{ payment_reference: booking.payment_reference, awaits_agency: booking.awaits_agency },
    ...{ expires_at: isoOrNull(booking.expires_at), hold: viewHold(booking) },
    ...{ created_at: booking.created_at.toISOString(), updated_at: booking.updated_at.toISOString() },
    issued_documents: [...issued],
  }
}

function moveOf(booking: BookingRecord, history: readonly HistoryEntry[], now: Date): BookingView['move'] {
  const moves = movesIn(history)
  const obstacle = obstacleForCustomer(booking, { now, moves })
  return {
    is_offered: !isNeverMoved(obstacle),
    obstacle: obstacle && forAnswer(obstacleText(obstacle)),
    until: obstacle ? null : openFreeUntil(booking, now),
    left: Math.max(0, maxMoves - moves),
  }
}

const newReturnLeg = ({ return_leg_date: date, return_leg_time: time }: PreparedMove['change']) =>
  date ? { travel_date: date, travel_time: time ?? null } : null

function cancelOf(booking: BookingRecord, history: readonly HistoryEntry[], now: Date): BookingView['cancel'] {
  const events = history.map(({ event }) => event)
  const hasProof = isProofWaiting({ payment_status: booking.payment_status, events })
  const obstacle = obstacleToCancel(booking, { hasProof, isDepartureCancelled: isDepartureCancelledIn(events) }, now)
  return {
    is_offered: obstacle !== 'over' && obstacle !== 'begun',
    obstacle: obstacle && forAnswer(cancelObstacleText(obstacle)),
    refund: refundOnCancelling(booking, now),
  }
}

const viewPrepared = ({ currency }: BookingRecord, prepared: PreparedMove | null): BookingView['prepared_move'] =>
  prepared && {
    changes_party: prepared.change.changed !== undefined,
    travel_date: prepared.change.travel_date,
    travel_time: prepared.change.travel_time,
    return_leg: newReturnLeg(prepared.change),
    difference: money(prepared.difference_minor, currency),
    new_amount: money(prepared.change.final_minor, currency),
    until: prepared.held_until.toISOString(),
  }

const cancellationOf = (booking: BookingRecord, now: Date): BookingView['cancellation'] =>
  booking.cancellation_terms && {
    steps: shownTerms(booking),
    free_until: openFreeUntil(booking, now),
    today: refundToday(booking, now),
  }

/**
 * The booking for its owner, staff or token holder; its links are for `viewer`. Two statements, one more for a booking
 * with a departure, for a paid one, and for kinds that issue documents; two more for kinds that require documents. Not for
 * use inside a transaction.
 */
export async function viewBooking(deps: BookingDeps, booking: BookingRecord, viewer: Caller): Promise<BookingView> {
  const item = readItem(deps, booking)
  const [service, shown] = [item.then((read) => read.service), item.then((read) => read.shown)]
  return viewPlaced(deps, { booking, service, shown, trip: bookedTrip(deps.db, booking) }, viewer)
}

const readItem = async (deps: BookingDeps, { service_id: id }: BookingRecord) =>
  deps.language
    ? getServiceInLanguage(deps, id, deps.language)
    : { service: await getService(deps.db, deps, id), shown: undefined }

type Placed = {
  readonly booking: BookingRecord
  readonly service: CatalogueService | Promise<CatalogueService>
  readonly shown?: Promise<Shown | undefined>
  readonly trip: BookedTrip | Promise<BookedTrip>
}
/** The same with its item and trip, which are not read again. */
export async function viewPlaced(deps: BookingDeps, read: Placed, viewer: Caller): Promise<BookingView> {
  const { booking } = read
  const [service, shown, trip, prepared, history, delivered] = await Promise.all([
    read.service,
    read.shown,
    read.trip,
    findPreparedMove(deps.db, booking),
    readHistory(deps.db, booking.id),
    readDelivered(deps, [booking], viewer),
  ])
  const issued = delivered.get(booking.id) ?? []
  const next = await viewNextStep(deps, booking, { service, history, prepared, delivered: issued })
  return {
    ...viewOf(deps, booking, { service, shown, trip, prepared }, history, issued),
    ...next,
    timeline: timelineOf(booking, history, next.next_step.step).map(viewStep),
  }
}

/** The booking for the back office. Four to seven statements, two more for kinds that require documents. */
export async function viewAdminBooking(deps: BookingDeps, booking: BookingRecord): Promise<AdminBookingView> {
  const issuing = issuedDocumentOf(deps, booking)
  const [service, trip, prepared, history, travelers, documents, issued] = await Promise.all([
    getService(deps.db, deps, booking.service_id),
    bookedTrip(deps.db, booking),
    findPreparedMove(deps.db, booking),
    readHistory(deps.db, booking.id),
    readTravellers(deps.db, booking.id),
    readStaffDocuments(deps.db, booking),
    readIssued(deps.db, issuing ? [booking.id] : []),
  ])
  return {
    ...viewOf(deps, booking, { service, trip, prepared }, history),
    timeline: timelineOf(booking, history).map(viewStep),
    user_id: booking.user_id,
    gateway_response: booking.gateway_response && { ...booking.gateway_response },
    admin_notes: booking.admin_notes,
    customer_note: booking.customer_note,
    cancellation_reason: booking.cancellation_reason,
    verification: booking.verification,
    verified_at: isoOrNull(booking.verified_at),
    verified_by: booking.verified_by,
    actions: allowedActions(booking.booking_status),
    refund_proposal: proposalOf(booking, deps.clock()),
    refund_due: booking.refund_due_minor === null ? null : money(booking.refund_due_minor, booking.currency),
    history: history.map((entry) => ({ ...entry, at: entry.at.toISOString() })),
    travelers,
    documents,
    missing_documents: await readMissingDocuments(deps, booking, service),
    document_requirements: viewRequirements(deps, booking, service),
    issuing: issuing ? viewIssuing(issuing, booking, issued) : null,
  }
}

const viewRequirements = (deps: BookingDeps, booking: BookingRecord, service: CatalogueService) =>
  isOpenForDocuments(booking.booking_status)
    ? requirementsOf(deps, booking, service).map(({ name, label, required, perTraveller }) => ({
        ...{ name, label: forAnswer(label), required, perTraveller },
      }))
    : []

function proposalOf(booking: BookingRecord, now: Date): AdminBookingView['refund_proposal'] {
  const proposal = proposeRefund(booking, now)
  if (!proposal) return null
  const { daysLeft, ...rest } = proposal
  return { ...rest, days_left: daysLeft }
}

/** Refuses 'booking/not-found'. */
export const readAdminBooking = (deps: BookingDeps, bookingId: string): Promise<AdminBookingView> =>
  readOne(deps, 'id', bookingId)
/** Refuses 'booking/not-found'. */
export const findAdminBooking = (deps: BookingDeps, reference: string): Promise<AdminBookingView> =>
  readOne(deps, 'booking_reference', normalizeReference(reference))

async function readOne(
  deps: BookingDeps,
  column: 'id' | 'booking_reference',
  value: string,
): Promise<AdminBookingView> {
  const booking = await deps.db.selectFrom('bookings').selectAll().where(column, '=', value).executeTakeFirst()
  if (!booking) throw new Refusal('booking/not-found')
  return viewAdminBooking(deps, booking)
}

const viewIssuing = (
  { label, perTraveller }: IssuedDocument,
  booking: BookingRecord,
  items: readonly IssuedRow[],
): AdminBookingView['issuing'] => ({
  label: forAnswer(label),
  perTraveller,
  isOpen: booking.booking_status !== 'cancelled',
  items: items.map((row) => ({
    id: row.id,
    travelerId: row.travelerId,
    version: row.version,
    fileId: row.file_id,
    contentType: row.content_type,
    issuedBy: row.issued_by,
    issuedAt: row.created_at.toISOString(),
    deliveredBy: row.delivered_by,
    deliveredAt: isoOrNull(row.delivered_at),
  })),
})
