import { addDays, agencyTimeZone, ageOn } from '../../kernel/dates.ts'
import { money } from '../../kernel/money.ts'
import type { FieldError } from '../../kernel/refusal.ts'
import type { DocumentRequirement, KindRules, Party, PartyRules, PriceBreakdown, PricedService } from '../kind.ts'
import { breakdown, line } from '../shared/breakdown.ts'
import { partyErrors } from '../shared/party.ts'
import type { VisaBooking, VisaDetails, VisaTraveller } from './fields.ts'
import { strings } from './strings.ts'

const detailsOf = (service: PricedService) => service.details as VisaDetails

/** D47: a child price that is not set is the adult price; 0 is free. */
const childPrice = (details: VisaDetails): number => details.child_price ?? details.price

function price(service: PricedService, party: Party, discount?: PriceBreakdown['discount']): PriceBreakdown {
  const details = detailsOf(service)
  const lines = [
    line('adult', party.adults, money(details.price, service.currency)),
    ...(party.children > 0 ? [line('child', party.children, money(childPrice(details), service.currency))] : []),
  ]
  return breakdown(lines, service.currency, discount)
}

const party = (service: PricedService): PartyRules => ({
  adults: { min: 1, max: 10 },
  children: { max: 10, free: childPrice(detailsOf(service)) === 0 },
  infants: null,
  together: null,
})

/** C085, C086; the names under which the files are kept. */
const documents: readonly DocumentRequirement[] = [
  { name: 'passport_front', label: 'Passport front', required: true, perTraveller: true },
  { name: 'passport_back', label: 'Passport back', required: false, perTraveller: true },
  { name: 'clear_photo', label: 'Clear photo', required: true, perTraveller: true },
  { name: 'return_ticket', label: 'Return ticket', required: true, perTraveller: true },
  { name: 'return_ticket_page2', label: 'Return ticket page 2', required: false, perTraveller: true },
]

/**
 * Objections to what one traveller gave; `prefix` is the path of the entry. Ages are those on the day of arrival
 * (D168: adults from 12). A passport that has expired by then is refused, one that expires within six months of it
 * must be acknowledged (D169).
 */
export function travellerErrors(given: VisaTraveller, prefix: string): FieldError[] {
  const { tentativeArrivalDate: arrival, tentativeDepartureDate: departure, passportExpiry: expiry } = given
  const age = ageOn(given.dateOfBirth, arrival)
  const isRightType = age >= 0 && (given.travelerType === 'adult' ? age >= 12 : age < 12)
  const objection = (isWrong: boolean, field: keyof VisaTraveller, message: string): FieldError[] =>
    isWrong ? [{ path: `${prefix}.${field}`, message }] : []
  const isExpired = expiry !== undefined && expiry < arrival
  const expiresSoon = expiry !== undefined && expiresWithinSixMonths(expiry, arrival)
  return [
    ...objection(departure < arrival, 'tentativeDepartureDate', strings.departureBeforeArrival),
    ...objection(!isRightType, 'dateOfBirth', given.travelerType === 'adult' ? strings.notAnAdult : strings.notAChild),
    ...objection(isExpired, 'passportExpiry', strings.passportExpired),
    ...objection(
      expiresSoon && given.acknowledgePassportExpiry !== true,
      'acknowledgePassportExpiry',
      strings.passportExpiresSoon,
    ),
  ]
}

/** Not expired on arrival, but before six months after it (D169). */
export const expiresWithinSixMonths = (expiry: string, arrival: string): boolean =>
  expiry >= arrival && expiry < addSixMonths(arrival)

/** The same day six months on, or the first day after where that month is shorter. */
function addSixMonths(day: string): string {
  const months = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + 6
  const first = `${String(Math.floor(months / 12)).padStart(4, '0')}-${String((months % 12) + 1).padStart(2, '0')}-01`
  const nextMonth = addDays(first, 32).slice(0, 8)
  const same = addDays(first, Number(day.slice(8)) - 1)
  return same.slice(0, 8) === first.slice(0, 8) ? same : `${nextMonth}01`
}

/** One entry for each person; with pay_now there may be none yet, for they follow after the payment (C087, D65). */
function countErrors({ booking_option, travellers = [] }: Partial<VisaBooking>, wanted: Party): FieldError[] {
  if (travellers.length === 0 && booking_option !== 'fill_and_pay') return []
  const of = (type: VisaTraveller['travelerType']) => travellers.filter((each) => each.travelerType === type).length
  const adults = of('adult') - wanted.adults
  const children = of('child') - wanted.children
  if (adults === 0 && children === 0) return []
  const message = adults < 0 || children < 0 ? strings.incompleteInformation : strings.travellerCount
  return [{ path: 'travellers', message }]
}

export const rules: KindRules = {
  price: (service, request, discount) => price(service, request.party, discount),
  startingPrice: (service) => ({
    from: money(detailsOf(service).price, service.currency),
    was: null,
    unit: 'applicant',
  }),
  party,
  /** The travel date may be open when the visa is applied for (D66). */
  schedule: () => ({
    dateRequired: false,
    timeRequired: false,
    slots: [],
    hours: null,
    noticeMinutes: 0,
    timeZone: agencyTimeZone,
    hasPickup: false,
    capacity: null,
  }),
  documents: () => documents,
  issues: { label: 'Visa', perTraveller: true, letter: 'visa_approval' },
  documentsFirst: ({ booking }) => (booking as Partial<VisaBooking>).booking_option === 'fill_and_pay',
  check: (service, request) => {
    // A form asks before anything was typed.
    const booking = request.booking as Partial<VisaBooking>
    return [
      ...partyErrors(request.party, party(service), 'visa'),
      ...countErrors(booking, request.party),
      ...(booking.travellers ?? []).flatMap((given, place) => travellerErrors(given, `travellers.${place}`)),
    ]
  },
  ownForm: { phoneRequired: ({ booking_option }) => booking_option === 'pay_now' },
  isInstant: () => false,
  shared: (service) => {
    const { country, visa_type, estimated_days } = detailsOf(service)
    return {
      location: country,
      durationMinutes: null,
      facets: { country, visa_type, ...(estimated_days !== null && { estimated_days }) },
    }
  },
  displayTitle: (service) => `${detailsOf(service).country} ${detailsOf(service).visa_type}`,
}
