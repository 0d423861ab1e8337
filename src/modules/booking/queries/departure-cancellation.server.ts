import { createHash } from 'node:crypto'
import type * as z from 'zod'
import { dayText, forAnswer, timeText } from '../../../kernel/messages.ts'
import { money } from '../../../kernel/money.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Queryable } from '../../../platform/db/database.server.ts'
import { readDeparture } from '../../inventory/index.server.ts'
import {
  type BookingMailFacts,
  type MailDeps,
  type MailValues,
  type ShownMail,
  showMail,
} from '../../mail/index.server.ts'
import type { CancellableDeparture, cancellationPreview } from '../departure-cancellation-contract.ts'
import type { CancellationProgress, departurePageInput } from '../departure-contract.ts'
import type { BookingDeps } from '../deps.server.ts'
import { refundTerms, timesInMail, travelDays, travelTime } from '../mail-facts.server.ts'
import { proposeRefund } from '../rules/cancellation.ts'
import { type DepartureChoice, legOn, plannedRefund, startsTo } from '../rules/departure-cancellation.ts'
import { bookedStart, legMoves, type MoveStarts, startColumns } from '../rules/move-starts.ts'
import type { BookingRecord, DepartureCancellationRecord } from '../tables.server.ts'
import { text } from '../text.ts'

/** The bookings among these whose payment proof waits for staff: a rule of the payment room. One statement. */
export type FindWaitingProofs = (q: Queryable, bookingIds: readonly string[]) => Promise<ReadonlySet<string>>

export const departureMail = 'departure_cancelled'

/** The bookings with either leg on a departure that can be cancelled, by id. */
export const selectOpenBookings = (q: Queryable, departureId: string) =>
  q
    .selectFrom('bookings')
    .selectAll()
    .where(({ eb, or }) => or([eb('departure_id', '=', departureId), eb('return_leg_departure_id', '=', departureId)]))
    .where('booking_status', 'in', ['pending', 'confirmed'])
    .orderBy('id')

/** Token for the current state of these bookings and the departure's cancellations. One statement. */
export async function confirmationOf(
  q: Queryable,
  departureId: string,
  bookings: readonly Pick<BookingRecord, 'id' | 'version'>[],
): Promise<string> {
  const last = await selectLast(q, departureId).executeTakeFirst()
  const lines = [last?.id ?? '', ...bookings.map(({ id, version }) => `${id} ${version}`)]
  return createHash('sha256').update(lines.join('\n')).digest('base64url')
}

const selectLast = (q: Queryable, departureId: string) =>
  q
    .selectFrom('departure_cancellations')
    .selectAll()
    .where('departure_id', '=', departureId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)

/**
 * What a cancellation of the departure would end. Six statements, and one for the settings. Refuses
 * 'catalogue/not-found', 'inventory/not-found'.
 */
export async function readCancellableDeparture(
  deps: BookingDeps,
  { service_id: serviceId, date, time }: z.output<typeof departurePageInput>,
  findWaitingProofs: FindWaitingProofs,
): Promise<CancellableDeparture> {
  const { stored } = await readDeparture(deps, { serviceId, date, time: time ?? null })
  const bookings = stored ? await selectOpenBookings(deps.db, stored.id).execute() : []
  const ids = bookings.map(({ id }) => id)
  const [confirm, waiting] = await Promise.all([
    confirmationOf(deps.db, stored?.id ?? noDeparture, bookings),
    findWaitingProofs(deps.db, ids),
  ])
  const now = deps.clock()
  return {
    confirm,
    bookings: bookings.map((booking) => ({
      id: booking.id,
      booking_reference: booking.booking_reference,
      booking_status: booking.booking_status,
      leg: legOn(booking, stored?.id ?? null) ?? 'outbound',
      customer_name: booking.customer_name,
      customer_email: booking.customer_email,
      paid: money(booking.paid_minor, booking.currency),
      by_terms: proposeRefund(booking, now)?.amount ?? null,
      waits_for_transfer: waiting.has(booking.id),
    })),
  }
}
/** The id of a departure that has no row yet, and so neither bookings nor cancellations. */
const noDeparture = '00000000-0000-0000-0000-000000000000'

/** The outcome of a departure's last cancellation; null if there was none. One statement, and one for bookings that are stuck. */
export async function readProgress(q: Queryable, departureId: string): Promise<CancellationProgress | null> {
  const row = await q
    .selectFrom(selectLast(q, departureId).as('last'))
    .leftJoin('departure_cancellation_bookings as item', 'item.cancellation_id', 'last.id')
    .select(['last.id', 'last.created_at', 'last.requested_by_name', 'last.reason'])
    .select(({ fn }) => [
      fn.count<number>('item.booking_id').filterWhere('item.outcome', 'is', null).as('waiting'),
      fn.count<number>('item.booking_id').filterWhere('item.outcome', '=', 'cancelled').as('cancelled'),
      fn.count<number>('item.booking_id').filterWhere('item.outcome', '=', 'kept').as('kept'),
      fn.count<number>('item.booking_id').filterWhere('item.outcome', '=', 'by_hand').as('by_hand'),
      fn.count<number>('item.booking_id').filterWhere('item.outcome', '=', 'closed').as('closed'),
      fn.count<number>('item.booking_id').filterWhere('item.outcome', '=', 'moved').as('moved'),
      fn.count<number>('item.booking_id').filterWhere('item.outcome', '=', 'stuck').as('stuck'),
    ])
    .groupBy(['last.id', 'last.created_at', 'last.requested_by_name', 'last.reason'])
    .executeTakeFirst()
  if (!row) return null
  const { id, created_at: at, requested_by_name: by, reason, ...counts } = row
  return {
    ...{ at: at.toISOString(), by, reason, waiting: Number(counts.waiting), cancelled: Number(counts.cancelled) },
    ...{ kept: Number(counts.kept), by_hand: Number(counts.by_hand), closed: Number(counts.closed) },
    ...{ moved: Number(counts.moved), stuck: Number(counts.stuck) > 0 ? await listStuck(q, id) : [] },
  }
}

async function listStuck(q: Queryable, cancellationId: string): Promise<CancellationProgress['stuck']> {
  const rows = await q
    .selectFrom('departure_cancellation_bookings as item')
    .innerJoin('bookings as booking', 'booking.id', 'item.booking_id')
    .select(['booking.id as booking_id', 'booking.booking_reference', 'booking.customer_name', 'item.problem'])
    .where('item.cancellation_id', '=', cancellationId)
    .where('item.outcome', '=', 'stuck')
    .orderBy('booking.booking_reference')
    .execute()
  return rows.map(({ problem, ...row }) => ({ ...row, problem: forAnswer(problem ?? text('move.notSettled')) }))
}

/** The departure's cancellation that ended this booking, or null. One statement. */
export async function findCancellationOf(
  q: Queryable,
  bookingId: string,
): Promise<Pick<DepartureCancellationRecord, 'reason' | 'note'> | null> {
  const cancellation = await q
    .selectFrom('departure_cancellation_bookings as item')
    .innerJoin('departure_cancellations as cancellation', 'cancellation.id', 'item.cancellation_id')
    .select(['cancellation.reason', 'cancellation.note'])
    .where('item.booking_id', '=', bookingId)
    .where('item.outcome', '=', 'cancelled')
    .executeTakeFirst()
  return cancellation ?? null
}

type Words = { readonly reason: string; readonly note: string | null }
/** The mail values about a cancelled departure, beyond those of the booking. */
export const departureMailValues = ({ reason, note }: Words): MailValues => ({ reason, message: note ?? '' })
/** For a booking that stays. */
export const keptMailValues = (words: Words): MailValues => ({
  ...departureMailValues(words),
  refund_terms: text('mail.keptForNow'),
})
/** If the booking stays, only its return leg is cancelled. */
export const startOnDeparture = (booking: BookingRecord, departureId: string): MailValues =>
  legOn(booking, departureId) === 'return'
    ? {
        travel_date: booking.return_leg_date ? dayText(booking.return_leg_date) : '',
        travel_time: shownTime(booking.return_leg_time),
      }
    : {}
const shownTime = (time: string | null) => (time === null ? '' : timeText(time))

type PreviewDeps = BookingDeps & Pick<MailDeps, 'bookingMailFacts'>
/** The mail of one booking, as it would be now. Refuses 'booking/not-found' for a booking of another departure. */
export async function previewDepartureMail(
  deps: PreviewDeps,
  { service_id: serviceId, date, time, booking_id: bookingId, choice, ...words }: z.output<typeof cancellationPreview>,
  findWaitingProofs: FindWaitingProofs,
): Promise<ShownMail & { to: string }> {
  const { stored } = await readDeparture(deps, { serviceId, date, time })
  const departureId = stored?.id ?? noDeparture
  const booking = await selectOpenBookings(deps.db, departureId).where('id', '=', bookingId).executeTakeFirst()
  const facts = booking && (await deps.bookingMailFacts(bookingId))
  if (!booking || !facts) throw new Refusal('booking/not-found')
  const waiting = await findWaitingProofs(deps.db, [bookingId])
  const isKept = choice.kind === 'keep' || waiting.has(bookingId)
  if (choice.kind === 'move' && !isKept) {
    const starts = startsTo(booking, departureId, choice)
    return previewMove(deps, { facts, booking, starts, words })
  }
  const values = isKept
    ? { ...keptMailValues(words), ...startOnDeparture(booking, departureId) }
    : cancelledMailValues(booking, choice, { words, now: deps.clock() })
  return {
    to: facts.to,
    ...(await showMail(deps, departureMail, { ...facts, values: { ...facts.values, ...values } })),
  }
}

type MovedMail = {
  readonly facts: BookingMailFacts
  readonly booking: BookingRecord
  readonly starts: MoveStarts
  readonly words: Words
}
/** The price of the new departure is known when the booking moves. */
async function previewMove(deps: PreviewDeps, { facts, booking, starts, words }: MovedMail) {
  const moved = { ...booking, ...startColumns(legMoves(booking, starts), booking.time_zone) }
  const oldReturn = bookedStart(booking, 'return')
  const values = {
    ...{
      old_date: booking.travel_date === null ? '' : dayText(booking.travel_date),
      old_time: timesInMail(booking.travel_time, oldReturn),
    },
    travel_date: travelDays(deps, moved, null),
    travel_time: travelTime(deps, moved),
    refund_terms: text('mail.moveBecause', { reason: words.reason }),
  }
  return {
    to: facts.to,
    ...(await showMail(deps, 'booking_moved', { ...facts, values: { ...facts.values, ...values } })),
  }
}

function cancelledMailValues(
  booking: BookingRecord,
  choice: DepartureChoice,
  { words, now }: { readonly words: Words; readonly now: Date },
): MailValues {
  const cancelled = {
    ...booking,
    booking_status: 'cancelled' as const,
    refund_due_minor: plannedRefund(booking, choice, now),
  }
  return { ...departureMailValues(words), booking_status: text('mail.booking.cancelled'), ...refundTerms(cancelled) }
}
