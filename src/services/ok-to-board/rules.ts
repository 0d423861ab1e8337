import { daysBetween, type LocalDate } from '../../kernel/dates.ts'
import { type Money, money } from '../../kernel/money.ts'
import type { FieldError } from '../../kernel/refusal.ts'
import type { DocumentRequirement, KindRules, PartyRules, PricedService, RuleRequest } from '../kind.ts'
import { breakdown, line } from '../shared/breakdown.ts'
import { readDuration } from '../shared/read-duration.ts'
import { dayOnly } from '../shared/schedule.ts'
import { nameError, passportNumberError } from '../shared/travellers.ts'
import type { OkToBoardBooking, OkToBoardDetails } from './fields.ts'
import { text } from './text.ts'

const detailsOf = (service: PricedService) => service.details as OkToBoardDetails

/**
 * base_price + processing_fee + base_price × tax_rate (C153, D45). The fee is not taxed. The party is ignored, because
 * a clearance is for one passenger (C156).
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

/** C148; the names of the stored files are from C152. */
const documents: readonly DocumentRequirement[] = [
  { name: 'passport_first_page', label: text('shop.passport_first_page'), required: true, perTraveller: false },
  { name: 'passport_last_page', label: text('shop.passport_last_page'), required: false, perTraveller: false },
  { name: 'visa', label: text('shop.visa'), required: true, perTraveller: false },
  { name: 'flight_booking_page1', label: text('shop.flight_booking_page1'), required: true, perTraveller: false },
  { name: 'flight_booking_page2', label: text('shop.flight_booking_page2'), required: false, perTraveller: false },
]

/** Processing time in whole days: 48 hours are 2. */
export const processingDays = (details: Pick<OkToBoardDetails, 'processing_time'>): number =>
  Math.ceil((readDuration(details.processing_time) ?? 0) / 1440)

/**
 * D170: a departure sooner than the processing time must be acknowledged and is flagged for staff; one in the past is
 * rejected.
 */
export const isShortNotice = (service: PricedService, departure: LocalDate, today: LocalDate): boolean =>
  daysBetween(today, departure) < processingDays(detailsOf(service))

function departureErrors(service: PricedService, request: RuleRequest, today: LocalDate): FieldError[] {
  const { date } = request
  if (date === null) return []
  if (date < today) return [{ path: 'date', message: text('shop.departureInThePast') }]
  const { acknowledge_short_notice } = request.booking as OkToBoardBooking
  if (acknowledge_short_notice === true || !isShortNotice(service, date, today)) return []
  const message = text('shop.shortNotice', { time: detailsOf(service).processing_time })
  return [{ path: 'acknowledge_short_notice', message }]
}

/** The form calls this before everything is typed. */
function passengerErrors({ passenger_name = '', passport_number = '' }: Partial<OkToBoardBooking>): FieldError[] {
  const name = passenger_name.trim() && nameError(passenger_name.trim())
  const number = passport_number.trim() && passportNumberError(passport_number)
  return [
    ...(name ? [{ path: 'passenger_name', message: name }] : []),
    ...(number ? [{ path: 'passport_number', message: number }] : []),
  ]
}

export const rules: KindRules = {
  acknowledged: ['acknowledge_short_notice'],
  price: (service, _request, discount) => price(service, discount),
  startingPrice: (service) => ({ from: price(service).final, was: null, unit: 'clearance' }),
  party: () => onePassenger,
  schedule: () => dayOnly(),
  places: () => 0,
  documents: () => documents,
  issues: { label: text('shop.issued'), perTraveller: false },
  processingDays: (service) => processingDays(detailsOf(service)) || null,
  // A clearance cannot start without its documents (C151).
  documentsFirst: () => true,
  check: (service, request, today) => [
    ...departureErrors(service, request, today),
    ...passengerErrors(request.booking as Partial<OkToBoardBooking>),
  ],
  ownForm: {
    missing: { travel_date: text('shop.missing.travel_date'), customer_name: text('shop.missing.customer_name') },
    phoneRequired: () => true,
  },
  leadName: ({ passenger_name }) => (typeof passenger_name === 'string' ? passenger_name.trim() : ''),
  isInstant: () => false,
  shared: () => ({ location: '', durationMinutes: null, facets: {} }),
  displayTitle: (service) => service.title,
}
