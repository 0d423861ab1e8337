/** Judges the departures that a booking is to move to. What was booked stays: party, details, discount, terms. */
import type { LocalDate } from '../../../kernel/dates.ts'
import { money } from '../../../kernel/money.ts'
import type { FieldError } from '../../../kernel/refusal.ts'
import type { BookingDetails, KindRules, PriceBreakdown, PricedService } from '../../../services/kind.ts'
import { partyErrors, placesOf } from '../../../services/shared/party.ts'
import { type ServiceSchedule, scheduleIn } from '../../../services/shared/schedule.ts'
import { type Departure, pricedOn } from '../../inventory/index.ts'
import { text } from '../text.ts'
import { firstPerField } from './choice.ts'
import { judgeDeparture, type Offer } from './departure.ts'
import {
  atLeg,
  type BookedLegs,
  isSameStart,
  type LegMove,
  legMoves,
  type MoveStarts,
  startErrors,
} from './move-starts.ts'
import { requestPath, wordingOf } from './request.ts'
import { returnLegPrices } from './return-leg.ts'
import { type AgencyClock, scheduleErrors, todayOf } from './schedule.ts'

export interface BookedChoice extends BookedLegs {
  readonly currency: string
  readonly adults_count: number
  readonly children_count: number
  readonly infants_count: number
  readonly details: BookingDetails
  readonly pickup_location: string | null
  readonly selected_language: string | null
  readonly discount_minor: number
  /** What it holds on each departure; 0 once its hold has ended. */
  readonly places: number
}
export interface JudgedLeg extends LegMove {
  readonly departure: Departure | null
  /** A resource is in use then. */
  readonly isBusy: boolean
  /** Takes its places there; a leg that stays and holds its places does not. */
  readonly isMoved: boolean
  readonly errors: readonly FieldError[]
}
export interface JudgedMove {
  readonly schedule: ServiceSchedule
  /** Of a kind without departures; '' is none. */
  readonly day: LocalDate
  readonly legs: readonly JudgedLeg[]
  /** On each departure. */
  readonly places: number
  readonly price: PriceBreakdown
  readonly errors: readonly FieldError[]
}
type OnSale = Omit<Offer, 'schedule'> & { readonly service: PricedService }
type PartyOrAnswers = 'adults_count' | 'children_count' | 'infants_count' | 'details'
interface Moving {
  readonly booking: BookedChoice
  /** Party and answers as they are to be; by default as booked. */
  readonly change?: Pick<BookedChoice, PartyOrAnswers> | undefined
  readonly starts: MoveStarts
  readonly clock: AgencyClock
}

/** The price is that of the departures after the move, for the party and with the discount of the booking. */
export function judgeMove(kind: KindRules, { service, ...offer }: OnSale, moving: Moving): JudgedMove {
  const { starts, clock, change } = moving
  const booking = { ...moving.booking, ...change }
  const schedule = scheduleIn(clock.timeZone, kind.schedule(service))
  const party = { adults: booking.adults_count, children: booking.children_count, infants: booking.infants_count }
  const places = placesOf(kind, service, party)
  const legs = places === 0 ? [] : judgeLegs(kind, { schedule, ...offer }, { ...moving, places })
  const [outbound, back = null] = legs
  const priced = pricedOn(service, outbound?.departure?.prices ?? null)
  const { details, pickup_location: pickupLocation, selected_language: language } = booking
  const start = { date: starts.travel_date, time: starts.travel_time ?? null }
  const chosen = { party, ...start, booking: details, pickupLocation, language }
  const request = { ...chosen, ...returnLegPrices(service, back) }
  const discount = booking.discount_minor > 0 ? money(booking.discount_minor, service.currency) : undefined
  const isStart = ({ path }: FieldError) => path === 'date' || path === 'time'
  const isOtherDay = legs.length === 0 && starts.travel_date !== (booking.travel_date ?? '')
  const ofKind =
    outbound?.isMoved || isOtherDay ? kind.check(service, request, todayOf(schedule, clock)).filter(isStart) : []
  return {
    ...{ schedule, legs, places, day: starts.travel_date },
    price: kind.price(priced, request, discount),
    errors: firstPerField(
      isOtherDay ? dayErrors(kind, schedule, moving) : [],
      startErrors(booking, starts, { zone: schedule.timeZone, mayStay: change !== undefined }),
      legs.flatMap(({ errors }) => errors),
      ofKind.map(({ path, message }) => ({ path: requestPath(path), message })),
      groupErrors(partyErrors(party, kind.party(priced)), change !== undefined),
    ),
  }
}

/** A kind without departures. */
const dayErrors = (kind: KindRules, schedule: ServiceSchedule, { starts, clock }: Moving): FieldError[] =>
  scheduleErrors(schedule, clock, { date: starts.travel_date || null, time: null }, wordingOf(kind))

/** A party that is changed has its own fields. */
function groupErrors(errors: readonly FieldError[], isChanged: boolean): FieldError[] {
  if (isChanged) return errors.map(({ path, message }) => ({ path: requestPath(path), message }))
  return errors.length > 0 ? [{ path: 'travel_date', message: text('move.groupNotOffered') }] : []
}

/** A leg that stays keeps its departure, whatever is on sale now. */
function judgeLegs(
  kind: KindRules,
  offer: Offer,
  { booking, starts, clock, change, places }: Moving & { readonly places: number },
): JudgedLeg[] {
  const texts = wordingOf(kind)
  return legMoves(booking, starts).map((move) => {
    const isMoved = !isSameStart(move) || booking.places !== places
    const { departure, isBusy, errors } = judgeDeparture(offer, clock, { chosen: move.to, texts })
    // More or fewer people on the departure that was booked: it need not be on sale any more.
    const isKept =
      change !== undefined &&
      isSameStart(move) &&
      departure !== null &&
      (places <= booking.places || departure.reason !== 'closed')
    const ofLeg = isMoved && !isKept ? errors.map((error) => atLeg(move.leg, error)) : []
    return { ...move, departure, isBusy, isMoved, errors: ofLeg }
  })
}
