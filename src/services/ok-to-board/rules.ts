import { daysBetween, type LocalDate } from '../../kernel/dates.ts'
import { type Money, money } from '../../kernel/money.ts'
import type { FieldError } from '../../kernel/refusal.ts'
import type { DocumentRequirement, KindRules, PartyRules, PricedService, RuleRequest } from '../kind.ts'
import { breakdown, line } from '../shared/breakdown.ts'
import { readDuration } from '../shared/duration.ts'
import { dayOnly } from '../shared/schedule.ts'
import type { OkToBoardBooking, OkToBoardDetails } from './fields.ts'
import { strings } from './strings.ts'

const detailsOf = (service: PricedService) => service.details as OkToBoardDetails

/**
 * base_price + processing_fee + base_price × tax_rate (C153, D45): the fee is not taxed, and the request's party
 * changes nothing, as a clearance is for one passenger (C156).
 */
function price(service: PricedService, discount?: Money) {
  const { base_price, processing_fee, tax_rate } = detailsOf(service)
  const base = money(base_price, service.currency)
  const lines = [line('base', 1, base), line('fee', 1, money(processing_fee, service.currency))]
  return breakdown(lines, service.currency, discount, { amount: base, rate: String(tax_rate) })
}

const onePassenger: PartyRules = {
  adults: { min: 1, max: 1 },
  children: null,
  infants: null,
  together: 1,
  fixed: { adults: 1, children: 0, infants: 0 },
}

/** C148, and C152 for the names under which the files are kept. */
const documents: readonly DocumentRequirement[] = [
  { name: 'passport_first_page', label: 'Passport first page', required: true, perTraveller: false },
  { name: 'passport_last_page', label: 'Passport last page', required: false, perTraveller: false },
  { name: 'visa', label: 'Visa', required: true, perTraveller: false },
  { name: 'flight_booking_page1', label: 'Flight booking page 1', required: true, perTraveller: false },
  { name: 'flight_booking_page2', label: 'Flight booking page 2', required: false, perTraveller: false },
]

/** Whole days that the clearance takes: 48 hours are 2. */
export const processingDays = (details: Pick<OkToBoardDetails, 'processing_time'>): number =>
  Math.ceil((readDuration(details.processing_time) ?? 0) / 1440)

/** D170: sooner than the processing time must be acknowledged (and is marked for staff), the past is refused. */
export const isShortNotice = (service: PricedService, departure: LocalDate, today: LocalDate): boolean =>
  daysBetween(today, departure) < processingDays(detailsOf(service))

function departureErrors(service: PricedService, request: RuleRequest, today: LocalDate): FieldError[] {
  const { date } = request
  if (date === null) return []
  if (date < today) return [{ path: 'date', message: strings.departureInThePast }]
  const { acknowledgeShortNotice } = request.booking as OkToBoardBooking
  if (acknowledgeShortNotice === true || !isShortNotice(service, date, today)) return []
  const message = strings.shortNotice(detailsOf(service).processing_time)
  return [{ path: 'acknowledgeShortNotice', message }]
}

export const rules: KindRules = {
  price: (service, _request, discount) => price(service, discount),
  startingPrice: (service) => ({ from: price(service).final, was: null, unit: 'clearance' }),
  party: () => onePassenger,
  schedule: () => dayOnly,
  documents: () => documents,
  issues: { label: 'Ok to Board clearance', perTraveller: false },
  // A clearance without its papers cannot even be begun (C151).
  documentsFirst: () => true,
  check: departureErrors,
  ownForm: { missing: strings.missing, phoneRequired: () => true },
  leadName: ({ passengerName }) => (typeof passengerName === 'string' ? passengerName.trim() : ''),
  isInstant: () => false,
  shared: () => ({ location: '', durationMinutes: null, facets: {} }),
  displayTitle: (service) => service.title,
}
