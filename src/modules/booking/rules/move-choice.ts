/** Judges the departure that a booking is to move to. What was booked stays: party, details, discount, terms. */
import type { LocalDate, LocalTime } from '../../../kernel/dates.ts'
import { money } from '../../../kernel/money.ts'
import type { FieldError } from '../../../kernel/refusal.ts'
import type { BookingDetails, KindRules, PriceBreakdown, PricedService } from '../../../services/kind.ts'
import { partyErrors, placesOf } from '../../../services/shared/party.ts'
import { type ServiceSchedule, scheduleIn } from '../../../services/shared/schedule.ts'
import { type Departure, pricedOn } from '../../inventory/index.ts'
import { text } from '../text.ts'
import { firstPerField } from './choice.ts'
import { judgeDeparture, type Offer } from './departure.ts'
import { requestPath, wordingOf } from './request.ts'
import { type AgencyClock, todayOf } from './schedule.ts'

export interface BookedChoice {
  readonly currency: string
  readonly travel_date: LocalDate | null
  readonly travel_time: LocalTime | null
  readonly adults_count: number
  readonly children_count: number
  readonly infants_count: number
  readonly details: BookingDetails
  readonly pickup_location: string | null
  readonly selected_language: string | null
  readonly discount_minor: number
  readonly return_leg_date: LocalDate | null
  readonly return_leg_time: LocalTime | null
}
export interface NewStart {
  readonly date: LocalDate
  readonly time: LocalTime | null
}
export interface JudgedMove {
  readonly schedule: ServiceSchedule
  readonly departure: Departure | null
  readonly isBusy: boolean
  readonly places: number
  readonly price: PriceBreakdown
  readonly errors: readonly FieldError[]
}
type OnSale = Omit<Offer, 'schedule'> & { readonly service: PricedService }

/** The price is that of the new departure, for the party and with the discount of the booking. */
export function judgeMove(
  kind: KindRules,
  { service, ...offer }: OnSale,
  { booking, to, clock }: { readonly booking: BookedChoice; readonly to: NewStart; readonly clock: AgencyClock },
): JudgedMove {
  const schedule = scheduleIn(clock.timeZone, kind.schedule(service))
  const texts = wordingOf(kind)
  const party = { adults: booking.adults_count, children: booking.children_count, infants: booking.infants_count }
  const { departure, isBusy, errors } = judgeDeparture({ schedule, ...offer }, clock, { chosen: to, texts })
  const priced = pricedOn(service, departure?.prices ?? null)
  const { details, pickup_location: pickupLocation, selected_language: language } = booking
  const request = { party, ...to, booking: details, pickupLocation, language }
  const discount = booking.discount_minor > 0 ? money(booking.discount_minor, service.currency) : undefined
  const isStart = ({ path }: FieldError) => path === 'date' || path === 'time'
  const ofKind = kind.check(service, request, todayOf(schedule, clock)).filter(isStart)
  return {
    schedule,
    departure,
    isBusy,
    places: placesOf(kind, service, party),
    price: kind.price(priced, request, discount),
    errors: firstPerField(
      unchanged(booking, to),
      afterReturn(booking, to),
      errors,
      ofKind.map(({ path, message }) => ({ path: requestPath(path), message })),
      partyErrors(party, kind.party(priced)).length > 0
        ? [{ path: 'travel_date', message: text('move.groupNotOffered') }]
        : [],
    ),
  }
}

/** The outbound leg stays before the return leg, in the service's time zone. */
function afterReturn({ return_leg_date: day, return_leg_time: time }: BookedChoice, to: NewStart): FieldError[] {
  if (day === null || to.date < day) return []
  const isLater = to.date > day
  if (!isLater && (to.time === null || time === null || to.time < time)) return []
  return [{ path: isLater ? 'travel_date' : 'travel_time', message: text('move.afterReturn', { day }) }]
}

const unchanged = ({ travel_date, travel_time }: BookedChoice, { date, time }: NewStart): FieldError[] =>
  travel_date === date && travel_time === time ? [{ path: 'travel_date', message: text('move.sameStart') }] : []
