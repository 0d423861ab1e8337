import { addDays, ageOn, type LocalDate } from '../../kernel/dates.ts'
import type { MessageString } from '../../kernel/messages.ts'
import { money } from '../../kernel/money.ts'
import type { FieldError } from '../../kernel/refusal.ts'
import type {
  BookingDetails,
  DocumentRequirement,
  KindRules,
  Party,
  PartyRules,
  PriceBreakdown,
  PricedService,
  RuleRequest,
  SoldTerms,
} from '../kind.ts'
import { breakdown, line } from '../shared/breakdown.ts'
import { flagOf } from '../shared/flags.ts'
import { addedDocuments, asksNationality, asksResidence, type Passport } from '../shared/nationality-rules.ts'
import { partyErrors } from '../shared/party.ts'
import {
  arrivalError,
  birthError,
  defaultMaxStayDays,
  expiryError,
  nameError,
  passportNumberError,
  samePassportErrors,
  stayError,
  type TravelLimits,
} from '../shared/travellers.ts'
import type { VisaBooking, VisaDetails, VisaTraveller } from './fields.ts'
import type en from './messages/en.json'
import { cheapestOffer, offerFor, soldTerms, type VisaOffer } from './offer.ts'
import { text } from './text.ts'

const detailsOf = (service: PricedService) => service.details as VisaDetails

const passportOf = (booking: BookingDetails): Passport => booking as Partial<VisaBooking>

/** Before a nationality is chosen: the lowest price. */
const pricesFor = (details: VisaDetails, passport: Passport): VisaOffer =>
  asksNationality(details) && passport.nationality === undefined ? cheapestOffer(details) : offerFor(details, passport)

function price(service: PricedService, request: RuleRequest, discount?: PriceBreakdown['discount']): PriceBreakdown {
  const { party, booking } = request
  const offer = pricesFor(detailsOf(service), passportOf(booking))
  const lines = [
    line('adult', party.adults, money(offer.price, service.currency)),
    ...(party.children > 0 ? [line('child', party.children, money(offer.childPrice, service.currency))] : []),
  ]
  return breakdown(lines, service.currency, discount)
}

const party = (service: PricedService): PartyRules => ({
  adults: { min: 1, max: 10 },
  children: { max: 10, free: cheapestOffer(detailsOf(service)).childPrice === 0 },
  infants: null,
  together: null,
})

const perTraveller = (name: keyof typeof en.documents, required: boolean): DocumentRequirement => ({
  name,
  label: text(`documents.${name}`),
  required,
  perTraveller: true,
})

/** C085, C086; the names of the stored files. */
const standard: readonly DocumentRequirement[] = [
  perTraveller('passport_front', true),
  perTraveller('passport_back', false),
  perTraveller('clear_photo', true),
  perTraveller('return_ticket', true),
  perTraveller('return_ticket_page2', false),
]

/** The standard documents (`added` makes optional ones required), then the other added ones. */
export function documentsWith(added: readonly string[]): readonly DocumentRequirement[] {
  const others = addedDocuments.filter((name) => added.includes(name) && !standard.some((each) => each.name === name))
  return [
    ...standard.map((each) => (added.includes(each.name) ? { ...each, required: true } : each)),
    ...others.map((name) => perTraveller(name, true)),
  ]
}

const maxStayDays = ({ details }: Pick<PricedService, 'details'>, sold?: SoldTerms | null): number =>
  // Items saved before the field existed lack it.
  sold?.max_stay_days ?? (details as Partial<VisaDetails>).max_stay_days ?? defaultMaxStayDays

/** What the traveller rules need to know; `sold` is left out before the application is sold. */
export function limitsOf(
  { details }: Pick<PricedService, 'details'>,
  today: LocalDate,
  { passport, sold }: { readonly passport: Passport; readonly sold?: SoldTerms | null | undefined },
): TravelLimits {
  const terms = sold === undefined ? soldTerms(details as VisaDetails, passport) : sold
  return {
    today,
    maxStayDays: maxStayDays({ details }, terms),
    needsPassportExpiry: terms?.needs_passport_expiry ?? false,
  }
}

/** The nationality is judged when the application is sold, never again. */
function passportErrorsOf(details: VisaDetails, booking: Partial<VisaBooking>): FieldError[] {
  if (!asksNationality(details)) return []
  const { nationality, residence } = booking
  if (nationality === undefined) return [{ path: 'nationality', message: text('shop.nationalityMissing') }]
  if (residence === undefined && asksResidence(details))
    return [{ path: 'residence', message: text('shop.residenceMissing') }]
  const { isAvailable, nextStep } = offerFor(details, booking)
  return isAvailable ? [] : [{ path: 'nationality', message: text('shop.notAvailable', { nextStep }) }]
}

/**
 * The errors of one traveller; `prefix` is the path of the entry. Ages are on the day of arrival (D168: adults from
 * 12). A passport that has expired by then is rejected; one that expires within six months of it must be acknowledged
 * (D169).
 */
export function travellerErrors(traveller: VisaTraveller, prefix: string, limits: TravelLimits): FieldError[] {
  const { passport_expiry: expiry } = traveller
  const at = (field: keyof VisaTraveller, message: MessageString | null): FieldError[] =>
    message ? [{ path: `${prefix}.${field}`, message }] : []
  return [
    ...at('full_name', nameError(traveller.full_name)),
    ...at('passport_number', passportNumberError(traveller.passport_number)),
    ...at('date_of_birth', birthError(traveller.date_of_birth, limits.today) ?? ageError(traveller)),
    ...at('tentative_arrival_date', arrivalError(traveller.tentative_arrival_date, limits.today)),
    ...at('tentative_departure_date', departureError(traveller, limits)),
    ...(expiry === undefined
      ? at('passport_expiry', limits.needsPassportExpiry ? text('shop.passportExpiryMissing') : null)
      : passportErrors({ ...traveller, passport_expiry: expiry }, limits, at)),
  ]
}

function ageError({
  date_of_birth,
  tentative_arrival_date: arrival,
  traveler_type,
}: VisaTraveller): MessageString | null {
  const age = ageOn(date_of_birth, arrival)
  const isRightType = age >= 0 && (traveler_type === 'adult' ? age >= adultAge : age < adultAge)
  if (isRightType) return null
  return traveler_type === 'adult' ? text('shop.notAnAdult') : text('shop.notAChild')
}
const adultAge = 12

function departureError(traveller: VisaTraveller, limits: TravelLimits): MessageString | null {
  const { tentative_arrival_date: arrival, tentative_departure_date: departure } = traveller
  return departure < arrival ? text('shop.departureBeforeArrival') : stayError(arrival, departure, limits.maxStayDays)
}

function passportErrors(
  { passport_expiry: expiry, tentative_arrival_date: arrival, acknowledge_passport_expiry }: WithPassport,
  { today }: TravelLimits,
  at: (field: keyof VisaTraveller, message: MessageString | null) => FieldError[],
): FieldError[] {
  if (expiry < arrival) return at('passport_expiry', text('shop.passportExpired'))
  const mustAcknowledge = expiresWithinSixMonths(expiry, arrival) && acknowledge_passport_expiry !== true
  return [
    ...at('passport_expiry', expiryError(expiry, today)),
    ...at('acknowledge_passport_expiry', mustAcknowledge ? text('shop.passportExpiresSoon') : null),
  ]
}
type WithPassport = VisaTraveller & { readonly passport_expiry: string }

/** `travellers.N.passport_number` for each number that an earlier traveller has. */
const samePassports = (travellers: readonly VisaTraveller[]): FieldError[] =>
  samePassportErrors(travellers.map(({ passport_number }) => passport_number)).flatMap((message, place) =>
    message ? [{ path: `travellers.${place}.passport_number`, message }] : [],
  )

/** Valid on arrival, but expires less than six months after it (D169). */
export const expiresWithinSixMonths = (expiry: string, arrival: string): boolean =>
  expiry >= arrival && expiry < addSixMonths(arrival)

/** The same day six months later, or the next day if that month is shorter. */
export function addSixMonths(day: string): string {
  const months = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + 6
  const first = `${String(Math.floor(months / 12)).padStart(4, '0')}-${String((months % 12) + 1).padStart(2, '0')}-01`
  const nextMonth = addDays(first, 32).slice(0, 8)
  const same = addDays(first, Number(day.slice(8)) - 1)
  return same.slice(0, 8) === first.slice(0, 8) ? same : `${nextMonth}01`
}

/** One entry per person. With pay_now there may be none, because travellers follow after the payment (C087, D65). */
function countErrors({ booking_option, travellers = [] }: Partial<VisaBooking>, wanted: Party): FieldError[] {
  if (travellers.length === 0 && booking_option !== 'fill_and_pay') return []
  const of = (type: VisaTraveller['traveler_type']) => travellers.filter((each) => each.traveler_type === type).length
  const adults = of('adult') - wanted.adults
  const children = of('child') - wanted.children
  if (adults === 0 && children === 0) return []
  const message = adults < 0 || children < 0 ? text('shop.incompleteInformation') : text('shop.travellerCount')
  return [{ path: 'travellers', message }]
}

export const rules: KindRules = {
  price,
  mark: ({ details }) => flagOf(details.country),
  startingPrice: (service) => ({
    from: money(cheapestOffer(detailsOf(service)).price, service.currency),
    was: null,
    unit: 'applicant',
  }),
  party,
  /** The travel date may be open at the time of the application (D66). */
  schedule: () => ({
    dateRequired: false,
    timeRequired: false,
    slots: [],
    hours: null,
    noticeMinutes: 0,
    timeZone: null,
    hasPickup: false,
    capacity: null,
  }),
  places: () => 0,
  documents: (_service, sold) => documentsWith(sold?.documents ?? []),
  sold: ({ details }, booking) => soldTerms(details as VisaDetails, passportOf(booking)),
  issues: { label: text('shop.issued'), perTraveller: true, letter: 'visa_approval' },
  documentsFirst: ({ booking }) => (booking as Partial<VisaBooking>).booking_option === 'fill_and_pay',
  maxStayDays,
  processingDays: ({ details }, sold) =>
    sold ? sold.processing_days : ((details as Partial<VisaDetails>).estimated_days ?? null),
  check: (service, request, today) => {
    // The form calls this before the user has typed anything.
    const booking = request.booking as Partial<VisaBooking>
    const { sold } = request
    const limits = limitsOf(service, today, { passport: booking, sold })
    return [
      ...(sold === undefined ? passportErrorsOf(detailsOf(service), booking) : []),
      ...partyErrors(request.party, party(service)),
      ...countErrors(booking, request.party),
      ...(booking.travellers ?? []).flatMap((traveller, place) =>
        travellerErrors(traveller, `travellers.${place}`, limits),
      ),
      ...samePassports(booking.travellers ?? []),
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
