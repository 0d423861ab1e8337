/** A change of party and answers by staff: what is wrong with it, and who the travellers are afterwards. Pure. */
import type { LocalDate } from '../../../kernel/dates.ts'
import type { FieldError } from '../../../kernel/refusal.ts'
import type { BookingDetails, KindFields, PricedService, SoldTerms } from '../../../services/kind.ts'
import { partyErrors } from '../../../services/shared/party.ts'
import { returnLegFields } from '../../../services/shared/return-leg.ts'
import { text } from '../text.ts'
import { answerChanges, type ValueChange } from './answer-correction.ts'
import { type BookableKind, firstPerField, judgeDetails, storedDetails } from './choice.ts'
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

/** Positions are in the order adults, children, infants. People of whom nothing is known need not be chosen. */
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
interface Wanted {
  readonly kind: Kind
  readonly service: PricedService
  readonly today: LocalDate
  readonly known: readonly number[]
}

/** Only what changes is checked: the rest may be older than its rule. */
export function readChange(
  booking: ChangedBooking,
  request: ChangeRequest,
  { kind, service, today, known }: Wanted,
): WantedChange {
  const party = Object.fromEntries(
    types.map((type) => [counts[type], request[counts[type]] ?? booking[counts[type]]]),
  ) as unknown as PartyCounts
  const answers = readAnswers({ ...booking, ...party }, request, { kind, service, today })
  const parties = partyChanges(booking, party)
  const ofParty = parties.length > 0 ? partyErrors(partyIn(party), kind.party(service)) : []
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
    return from === to ? [] : [{ key, from, to, said: { field: key, label: text(`change.${key}`) } }]
  })

function readAnswers(
  booking: ChangedBooking,
  { answers = {} }: ChangeRequest,
  { kind, service, today }: Pick<Wanted, 'kind' | 'service' | 'today'>,
) {
  const { details: before, application_terms: sold } = booking
  const typed = filled({ ...before, ...answers })
  const isAsked = answerChanges(before, typed, []).length > 0
  const { travel_date: date, travel_time: time, pickup_location: pickupLocation } = booking
  // An application with other answers is judged like a new one.
  const chosen = { party: partyIn(booking), date, time, pickupLocation, ...(!isAsked && { sold }) }
  const judged = judgeDetails(kind, service, chosen, { ...typed, ...returnLegIn(booking) }, today)
  const isRead = Object.keys(judged.details).length > 0 || Object.keys(typed).length === 0
  const details = isAsked && isRead ? storedDetails(judged.details) : before
  const values = answerChanges(before, isRead ? details : typed, [
    ...kind.bookingSpecs,
    ...(kind.admin?.answerSpecs ?? []),
  ])
  const changed = values.map(({ key }) => `details.${key}`)
  const hasLeg = (all: BookingDetails) => (kind.returnLeg?.(all) ?? null) !== null
  const isOtherTrip = isRead && hasLeg(details) !== (booking.return_leg_date !== null)
  const legs = isOtherTrip ? changed.map((path) => ({ path, message: text('change.otherLegs') })) : []
  const errors = judged.errors.filter((each) => isParty(each) || (isAsked && (!isRead || changed.includes(each.path))))
  const terms = isAsked && isRead ? (kind.sold?.(service, details) ?? null) : sold
  return { details, terms, values, errors: [...legs, ...errors] }
}
