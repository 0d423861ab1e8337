/** A change of party and answers by staff: what is wrong with it, and who the travellers are afterwards. Pure. */
import type { LocalDate } from '../../../kernel/dates.ts'
import type { FieldError } from '../../../kernel/refusal.ts'
import type { BookingDetails, KindFields, PricedService, SoldTerms } from '../../../services/kind.ts'
import { partyErrors } from '../../../services/shared/party.ts'
import { returnLegFields, returnTripField } from '../../../services/shared/return-leg.ts'
import { text } from '../text.ts'
import { answerChanges, type ValueChange } from './answer-correction.ts'
import { type BookableKind, firstPerField, judgeDetails, storedDetails } from './choice.ts'
import { isOtherTrip, type MoveStarts, withStarts } from './move-starts.ts'
import { requestPath } from './request.ts'
import { type PartyCounts, partyIn, peopleIn, travellerTypeAt } from './travellers.ts'

export interface ChangeRequest extends Partial<PartyCounts> {
  /** The answers that change; '' empties one. */
  readonly answers?: BookingDetails
  /** Positions of the people who do not travel any more. */
  readonly removed?: readonly number[]
}
/** The booking as it is to be. */
export interface Change extends PartyCounts {
  readonly details: BookingDetails
  readonly application_terms: SoldTerms | null
}
export interface WantedChange {
  readonly change: Change
  readonly reseating: Reseating
  /** What differs, for the history. */
  readonly values: readonly ValueChange[]
  readonly errors: readonly FieldError[]
}
export interface ChangedBooking extends PartyCounts {
  readonly travel_date: LocalDate | null
  readonly travel_time: string | null
  readonly return_leg_date: LocalDate | null
  readonly return_leg_time: string | null
  readonly pickup_location: string | null
  readonly details: BookingDetails
  readonly application_terms: SoldTerms | null
}

const types = ['adult', 'child', 'infant'] as const
const counts = { adult: 'adults_count', child: 'children_count', infant: 'infants_count' } as const
const partyFields: readonly string[] = Object.values(counts)

export interface Reseating {
  /** Who stays, with the old and the new position. */
  readonly kept: readonly { readonly from: number; readonly to: number }[]
  readonly removed: readonly number[]
}
interface Reseated {
  readonly before: PartyCounts
  readonly after: PartyCounts
  /** Chosen by staff. */
  readonly chosen: readonly number[]
  /** Positions of people who have a name or have arrived. */
  readonly known: readonly number[]
}

/** Positions are in the order adults, children, infants. Travellers without details need not be chosen. */
export function reseat({ before, after, chosen, known }: Reseated): Reseating & { errors: FieldError[] } {
  const everybody = Array.from({ length: peopleIn(before) }, (_, position) => position)
  const kept: { from: number; to: number }[] = []
  const removed: number[] = []
  const errors: FieldError[] = chosen.some((position) => !everybody.includes(position)) ? [wrongChoice(0)] : []
  let start = 0
  for (const type of types) {
    const own = everybody.filter((position) => travellerTypeAt(before, position) === type)
    const leaving = Math.max(0, before[counts[type]] - after[counts[type]])
    const isUnknown = !own.some((position) => known.includes(position) || chosen.includes(position))
    const leave = isUnknown ? own.slice(own.length - leaving) : own.filter((position) => chosen.includes(position))
    if (leave.length !== leaving) errors.push(wrongChoice(leaving))
    const staying = own.filter((from) => !leave.includes(from))
    kept.push(...staying.map((from, place) => ({ from, to: start + place })))
    removed.push(...leave)
    start += after[counts[type]]
  }
  return { kept, removed, errors: firstPerField(errors) }
}
const wrongChoice = (count: number): FieldError => ({
  path: 'removed',
  message: text('change.chooseRemoved', { count }),
})

export const returnLegIn = ({ return_leg_date: date, return_leg_time: time }: Omit<ChangedBooking, 'details'>) =>
  date === null ? {} : { [returnLegFields.date]: date, [returnLegFields.time]: time ?? '' }
export const filled = (answers: BookingDetails): BookingDetails =>
  Object.fromEntries(Object.entries(answers).filter(([, value]) => value !== '' && value !== null))

type Kind = BookableKind & Pick<KindFields, 'bookingSpecs' | 'admin'>
type Asking = Pick<Wanted, 'kind' | 'service' | 'today' | 'starts'>
interface Wanted {
  readonly kind: Kind
  readonly service: PricedService
  readonly today: LocalDate
  /** As they are to be. */
  readonly starts: MoveStarts
  readonly known: readonly number[]
}

/** Only what changes is checked: the rest may be older than its rule. */
export function readChange(
  booking: ChangedBooking,
  request: ChangeRequest,
  { known, ...asking }: Wanted,
): WantedChange {
  const party = Object.fromEntries(
    types.map((type) => [counts[type], request[counts[type]] ?? booking[counts[type]]]),
  ) as unknown as PartyCounts
  const answers = readAnswers({ ...booking, ...party }, request, asking)
  const parties = partyChanges(booking, party)
  const ofParty = parties.length > 0 ? partyErrors(partyIn(party), asking.kind.party(asking.service)) : []
  const { errors, ...reseating } = reseat({ before: booking, after: party, chosen: request.removed ?? [], known })
  const errorsOfParty = ofParty.map(({ path, message }) => ({ path: requestPath(path), message }))
  const isOwn = ({ path }: FieldError) => parties.some(({ key }) => key === path)
  return {
    change: { ...party, details: answers.details, application_terms: answers.terms },
    reseating,
    values: [...parties, ...answers.values],
    errors: firstPerField(
      errorsOfParty,
      answers.errors.filter((each) => !isParty(each) || isOwn(each)),
      errors,
    ),
  }
}
const isParty = ({ path }: FieldError): boolean => partyFields.includes(path)

const partyChanges = (before: PartyCounts, after: PartyCounts): ValueChange[] =>
  types.flatMap((type) => {
    const key = counts[type]
    const [from, to] = [String(before[key]), String(after[key])]
    return from === to ? [] : [{ key, from, to, naming: { field: key, label: text(`change.${key}`) } }]
  })

function readAnswers(booking: ChangedBooking, request: ChangeRequest, asking: Asking) {
  const { kind, service, starts, today } = asking
  const { details: before, application_terms: sold } = booking
  const after = withStarts(booking, starts)
  const isOther = kind.returnLeg !== undefined && isOtherTrip(booking, starts)
  const trip = isOther ? { [returnTripField]: after.return_leg_date !== null } : {}
  const typed = filled({ ...before, ...request.answers, ...trip })
  const isAsked = answerChanges(before, typed, []).length > 0
  const { travel_date: date, travel_time: time, pickup_location: pickupLocation } = after
  // An application with other answers is judged like a new one.
  const chosen = { party: partyIn(booking), date, time, pickupLocation, ...(!isAsked && { sold }) }
  const answers = { ...typed, ...returnLegIn(after) }
  const judged = judgeDetails(kind, service, chosen, withoutOutdated(answers, { booking, request, asking }), today)
  const isRead = Object.keys(judged.details).length > 0 || Object.keys(typed).length === 0
  const details = isAsked && isRead ? storedDetails(judged.details) : before
  const values = answerChanges(before, isRead ? details : typed, [
    ...kind.bookingSpecs,
    ...(kind.admin?.answerSpecs ?? []),
  ])
  const changed = values.map(({ key }) => `details.${key}`)
  const isChecked = ({ path }: FieldError) =>
    !isRead || changed.includes(path) || (isOther && isOfReturnLeg(path)) || isAcknowledged(kind, path)
  const errors = judged.errors.filter((each) => isParty(each) || (isAsked && isChecked(each)))
  const ofDay = isOtherDay(booking, starts) ? judged.errors.filter(({ path }) => isAcknowledged(kind, path)) : []
  const terms = isAsked && isRead ? (kind.sold?.(service, details) ?? null) : sold
  const legs = isRead ? legErrors(kind, { details, after, changed }) : []
  return { details, terms, values, errors: firstPerField(legs, errors, ofDay) }
}

const isOtherDay = (booking: ChangedBooking, { travel_date: date }: MoveStarts): boolean =>
  date !== (booking.travel_date ?? '')
const isAcknowledged = ({ acknowledged = [] }: Kind, path: string): boolean =>
  acknowledged.some((name) => path === `details.${name}`)
/** Its start is judged with its departure. */
const isOfReturnLeg = (path: string): boolean =>
  path.startsWith('details.return_') &&
  !Object.values<string>(returnLegFields).some((name) => path === `details.${name}`)

type Moving = { readonly booking: ChangedBooking; readonly request: ChangeRequest; readonly asking: Asking }
/** Drops acknowledgements of warnings about the previous day: a new day needs its own. */
function withoutOutdated(answers: BookingDetails, { booking, request, asking }: Moving): BookingDetails {
  const { kind, starts } = asking
  if (!isOtherDay(booking, starts)) return answers
  const outdated = (kind.acknowledged ?? []).filter((name) => request.answers?.[name] === undefined)
  return Object.fromEntries(Object.entries(answers).filter(([name]) => !outdated.includes(name)))
}

type Legs = { readonly details: BookingDetails; readonly after: ChangedBooking; readonly changed: readonly string[] }
/** The answers have a return leg exactly where there is a start for it. */
function legErrors(kind: Kind, { details, after, changed }: Legs): FieldError[] {
  const isReturning = after.return_leg_date !== null
  if (((kind.returnLeg?.(details) ?? null) !== null) === isReturning) return []
  if (!kind.returnLeg) return [{ path: 'return_leg_date', message: text('move.noReturnLeg') }]
  return changed.map((path) => ({ path, message: text('change.otherLegs') }))
}
