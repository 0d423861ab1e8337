import { expressionBuilder } from 'kysely'
import { forAnswer } from '../../../kernel/messages.ts'
import { defaultRatesPerUsd } from '../../../kernel/money.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Caller } from '../../../platform/core.server.ts'
import type { Tables } from '../../../platform/db/tables.server.ts'
import { readSettings } from '../../settings/index.server.ts'
import { issueReviewToken } from '../access.server.ts'
import { bookedTrip } from '../booked-trip.server.ts'
import type { BookingDeps } from '../deps.server.ts'
import { readHistory } from '../history.server.ts'
import { canSeeBooking, isOwner } from '../rules/access.ts'
import { normalizeEmail, normalizeReference } from '../rules/reference.ts'
import type { MarkedTitle } from '../rules/shown-title.ts'
import type { BookingStatus, PaymentStatus } from '../rules/states.ts'
import { timelineOf } from '../rules/timeline.ts'
import type { BookingRecord } from '../tables.server.ts'
import { text } from '../text.ts'
import type { BookingRow, BookingView, TimelineEntry } from '../view-contract.ts'
import { paymentStateOf, viewBooking, viewStep } from '../views.server.ts'
import { readPage } from './booking-pages.server.ts'
import { onlyWhere } from './conditions.server.ts'
import { readDelivered } from './issued.server.ts'
import { viewRow } from './listed-bookings.server.ts'
import { readShownTitle, withShownTitles } from './shown-titles.server.ts'

export type OwnBookingRow = Omit<BookingRow, 'amount_inr'> & Pick<BookingView, 'issued_documents' | 'languages'>

/** Bookings made while signed in, and guest bookings with the user's verified address; newest first. */
export async function listMyBookings(
  deps: BookingDeps,
  caller: Caller,
  page: { limit: number; cursor?: string | undefined },
): Promise<{ items: OwnBookingRow[]; nextCursor: string | null }> {
  if (caller.userId === null) return { items: [], nextCursor: null }
  const where = ownedBy(caller.userId, caller.isEmailVerified ? (caller.email?.toLowerCase() ?? null) : null)
  const request = { ...page, ...onlyWhere(where), sort: 'created_at', direction: 'desc' } as const
  const { rows, nextCursor } = await readPage(deps, request, defaultRatesPerUsd)
  const delivered = await readDelivered(deps, rows, caller)
  const titled = await withShownTitles(deps, rows)
  const items = titled.map(({ languages, ...row }) => {
    const { amount_inr: _, ...shown } = viewRow(row, defaultRatesPerUsd)
    return { ...shown, ...(languages && { languages }), issued_documents: delivered.get(row.id) ?? [] }
  })
  return { items, nextCursor }
}

function ownedBy(userId: string, verifiedEmail: string | null) {
  const eb = expressionBuilder<Tables, 'bookings'>()
  const own = eb('user_id', '=', userId)
  if (verifiedEmail === null) return own
  return eb.or([own, eb.and([eb('user_id', 'is', null), eb('customer_email', '=', verifiedEmail)])])
}

export type TrackingResult =
  | {
      access: 'status'
      booking_reference: string
      booking_status: BookingStatus
      payment_status: PaymentStatus
      payment_checking: boolean
      is_partly_refunded: boolean
      service_title: string
      languages?: MarkedTitle['languages']
      travel_date: string | null
      day_note: string
      return_date: string | null
      timeline: TimelineEntry[]
    }
  | { access: 'full'; booking: BookingView; can_act: boolean; review_token: string | null }

/**
 * The tracker (D7, D9). The reference alone shows states, title, date and timeline; with the email, or to the
 * signed-in owner, it shows everything. Staff who are not the owner see what a stranger sees. Refuses 'booking/reference-missing', 'booking/not-found', 'booking/email-mismatch'.
 */
export async function trackBooking(
  deps: BookingDeps,
  caller: Caller,
  request: { reference: string; email?: string | undefined },
): Promise<TrackingResult> {
  const reference = normalizeReference(request.reference)
  if (!reference) throw new Refusal('booking/reference-missing')
  const email = normalizeEmail(request.email ?? '')
  const booking = await deps.db
    .selectFrom('bookings')
    .selectAll()
    .where('booking_reference', '=', reference)
    .executeTakeFirst()
  if (!booking) throw new Refusal('booking/not-found')
  if (email && email !== booking.customer_email) throw new Refusal('booking/email-mismatch')
  if (email || isOwner(caller, booking)) {
    const { token_days } = await readSettings(deps)
    const review_token = booking.booking_status === 'completed' ? issueReviewToken(deps, booking.id, token_days) : null
    const view = await viewBooking(deps, booking, caller)
    // The email address shows the booking, but does not change it.
    const isHeld = canSeeBooking(caller, booking, null)
    const move =
      isHeld || view.move.obstacle ? view.move : { ...view.move, obstacle: forAnswer(text('move.linkNeeded')) }
    const cancel =
      isHeld || view.cancel.obstacle ? view.cancel : { ...view.cancel, obstacle: forAnswer(text('cancel.linkNeeded')) }
    return { access: 'full', booking: { ...view, move, cancel }, can_act: isHeld, review_token }
  }
  return viewStatus(deps, booking)
}

async function viewStatus(deps: BookingDeps, booking: BookingRecord): Promise<TrackingResult> {
  const [history, trip, title] = await Promise.all([
    readHistory(deps.db, booking.id),
    bookedTrip(deps.db, booking),
    readShownTitle(deps, booking),
  ])
  return {
    access: 'status',
    booking_reference: booking.booking_reference,
    booking_status: booking.booking_status,
    ...paymentStateOf(booking),
    ...title,
    travel_date: booking.travel_date,
    day_note: dayNoteOf(deps, booking),
    return_date: trip.returnDate,
    timeline: timelineOf(booking, history).map(viewStep),
  }
}

function dayNoteOf({ kinds }: BookingDeps, { service_type, travel_date: day }: BookingRecord): string {
  const note = day === null ? undefined : kinds.find(service_type)?.dayNote?.(day)
  return note === undefined ? '' : forAnswer(text('dayNote', { note }))
}
