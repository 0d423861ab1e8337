/** The starts that a move asks for, leg by leg. */
import { addDays, instantAt, type LocalDate, type LocalTime } from '../../../kernel/dates.ts'
import type { FieldError } from '../../../kernel/refusal.ts'
import type { Leg } from '../../../services/trip.ts'
import type { DepartureRange } from '../../inventory/index.ts'
import { text } from '../text.ts'

export interface Start {
  readonly date: LocalDate
  readonly time: LocalTime | null
}
/** The new starts. A return leg that is left out stays where it is; null ends it, and a start where there was none adds it. */
export interface MoveStarts {
  readonly travel_date: LocalDate
  readonly travel_time?: LocalTime | null | undefined
  readonly return_leg_date?: LocalDate | null | undefined
  readonly return_leg_time?: LocalTime | null | undefined
}
export interface BookedLegs {
  readonly travel_date: LocalDate | null
  readonly travel_time: LocalTime | null
  readonly return_leg_date: LocalDate | null
  readonly return_leg_time: LocalTime | null
}
export interface LegMove {
  readonly leg: Leg
  readonly from: Start | null
  readonly to: Start
}

export function bookedStart(booking: BookedLegs, leg: Leg): Start | null {
  const date = leg === 'outbound' ? booking.travel_date : booking.return_leg_date
  const time = leg === 'outbound' ? booking.travel_time : booking.return_leg_time
  return date === null ? null : { date, time }
}

/** Every leg of the booking after the move with its start, the outbound leg first. */
export function legMoves(booking: BookedLegs, starts: MoveStarts): LegMove[] {
  const back = bookedStart(booking, 'return')
  const newBack = starts.return_leg_date && { date: starts.return_leg_date, time: starts.return_leg_time ?? null }
  const after = isReturnEnded(booking, starts) ? null : newBack || back
  const outbound = { date: starts.travel_date, time: starts.travel_time ?? null }
  return [
    { leg: 'outbound', from: bookedStart(booking, 'outbound'), to: outbound },
    ...(after ? [{ leg: 'return' as const, from: back, to: after }] : []),
  ]
}
/** The start of the return leg is null without one. */
const isReturnAdded = (booking: BookedLegs, { return_leg_date: date }: MoveStarts): boolean =>
  booking.return_leg_date === null && Boolean(date)
const isReturnEnded = (booking: BookedLegs, { return_leg_date: date }: MoveStarts): boolean =>
  booking.return_leg_date !== null && date === null
/** Whether the trip has a return leg that it did not have, or the other way round. */
export const isOtherTrip = (booking: BookedLegs, starts: MoveStarts): boolean =>
  isReturnAdded(booking, starts) || isReturnEnded(booking, starts)

export const isSameStart = ({ from, to }: LegMove): boolean => from?.date === to.date && from.time === to.time

/** Caps the range that is read: nothing is on sale that far ahead. */
const maxDays = 800
/** Without a day before and after, it stays too. */
const staysAt = (move: LegMove): boolean => isSameStart(move) || (move.from === null && move.to.date === '')

/** The days whose stored departures a move needs. */
export function daysOfMove(booking: BookedLegs, starts: MoveStarts): DepartureRange {
  const days = legMoves(booking, starts)
    .map(({ to }) => to.date)
    .sort()
  const [from = starts.travel_date, to = from] = days
  return to > addDays(from, maxDays) ? { from: starts.travel_date, to: starts.travel_date } : { from, to }
}

const paths: Readonly<Record<Leg, { readonly date: string; readonly time: string }>> = {
  outbound: { date: 'travel_date', time: 'travel_time' },
  return: { date: 'return_leg_date', time: 'return_leg_time' },
}
/** An error of a departure, reported at the field of its leg. */
export const atLeg = (leg: Leg, { path, message }: FieldError): FieldError => ({
  path: path === 'travel_time' ? paths[leg].time : path === 'travel_date' ? paths[leg].date : path,
  message,
})

interface StartTerms {
  readonly zone: string
  /** Staff change the booking: the starts may stay, and a return leg be added. */
  readonly mayStay?: boolean
}
/** What is wrong with the starts alone: nothing changes, or the outbound leg does not come first. */
export function startErrors(
  booking: BookedLegs,
  starts: MoveStarts,
  { zone, mayStay = false }: StartTerms,
): FieldError[] {
  const moves = legMoves(booking, starts)
  if (!mayStay && isReturnAdded(booking, starts))
    return [{ path: paths.return.date, message: text('move.noReturnLeg') }]
  if (!mayStay && moves.every(staysAt)) return [{ path: paths.outbound.date, message: text('move.sameStart') }]
  return orderErrors(moves, zone)
}

/** The error is at the leg that moves; if both do, at the return leg. */
function orderErrors([outbound, back]: readonly LegMove[], zone: string): FieldError[] {
  if (!outbound || !back || isBefore(outbound.to, back.to, zone)) return []
  const moved = isSameStart(back) ? outbound : back
  const field = outbound.to.date === back.to.date ? 'time' : 'date'
  const message = moved === back ? text('move.beforeOutbound') : text('move.afterReturn')
  return [{ path: paths[moved.leg][field], message }]
}
/** Without times, the day decides. */
const isBefore = (a: Start, b: Start, zone: string): boolean =>
  a.date < b.date ||
  (a.date === b.date &&
    (a.time === null || b.time === null || instantAt(zone, a.date, a.time) < instantAt(zone, b.date, b.time)))

/** Returns the booking with its new starts; departures stay as they are. */
export const withStarts = <T extends BookedLegs>(booking: T, starts: MoveStarts): T => {
  const [outbound, back] = legMoves(booking, starts)
  return {
    ...booking,
    ...{ travel_date: outbound?.to.date || null, travel_time: outbound?.to.time ?? null },
    ...{ return_leg_date: back?.to.date ?? null, return_leg_time: back?.to.time ?? null },
  }
}

/** The columns of a booking without a return leg. */
export const noReturnLeg = { return_leg_date: null, return_leg_time: null, return_leg_starts_at: null } as const

/** The columns of the starts after the move. */
export function startColumns(moves: readonly Pick<LegMove, 'leg' | 'to'>[], timeZone: string) {
  const instantOf = ({ date, time }: Start) => (time ? instantAt(timeZone, date, time) : null)
  const to = (leg: Leg) => moves.find((each) => each.leg === leg)?.to
  const [outbound, back] = [to('outbound'), to('return')]
  return {
    ...(outbound && { travel_date: outbound.date, travel_time: outbound.time, starts_at: instantOf(outbound) }),
    time_zone: timeZone,
    ...(back && { return_leg_date: back.date, return_leg_time: back.time, return_leg_starts_at: instantOf(back) }),
  }
}

/** '2026-12-01 10:00', and the start of the return leg after it. */
export const startsInWords = (booking: BookedLegs): string =>
  (['outbound', 'return'] as const)
    .flatMap((leg) => bookedStart(booking, leg) ?? [])
    .map(({ date, time }) => [date, time].filter(Boolean).join(' '))
    .join(', ')

/** The old starts, for the event of a move. */
export const oldStarts = (booking: BookedLegs) => ({
  ...{ oldDate: booking.travel_date ?? '', oldTime: booking.travel_time, oldReturn: bookedStart(booking, 'return') },
})

type Changed = Pick<BookedLegs, 'travel_date' | 'travel_time'> & Partial<BookedLegs>
export const changeInWords = ({ return_leg_date, return_leg_time, ...change }: Changed): string =>
  startsInWords({ ...change, return_leg_date: return_leg_date ?? null, return_leg_time: return_leg_time ?? null })
