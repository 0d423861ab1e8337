/** Judges a customer's choice, for quotes and bookings alike: party, date, details, price. */
import type { LocalDate, LocalTime } from '../../../kernel/dates.ts'
import type { FieldError } from '../../../kernel/refusal.ts'
import type {
  BookingDetails,
  KindFields,
  KindRules,
  Party,
  PriceBreakdown,
  PricedService,
  RuleRequest,
} from '../../../services/kind.ts'
import { partyErrors, placesOf } from '../../../services/shared/party.ts'
import { returnLegFields } from '../../../services/shared/return-leg.ts'
import { type ServiceSchedule, scheduleIn } from '../../../services/shared/schedule.ts'
import { type Departure, pricedOn } from '../../inventory/index.ts'
import { text } from '../text.ts'
import { judgeDeparture, type Offer } from './departure.ts'
import { requestPath, wordingOf } from './request.ts'
import { type JudgedReturn, judgeReturn, returnLegPrices } from './return-leg.ts'
import { type AgencyClock, scheduleErrors, todayOf } from './schedule.ts'

export type BookableKind = { readonly key: string } & Pick<KindFields, 'booking'> & KindRules
export interface Choice {
  readonly travel_date?: LocalDate | null | undefined
  readonly travel_time?: LocalTime | null | undefined
  readonly adults_count: number
  readonly children_count: number
  readonly infants_count: number
  readonly details: Readonly<Record<string, unknown>>
  /** Left out in quotes, which do not ask for it. */
  readonly pickup_location?: string | null | undefined
  readonly selected_language?: string | null | undefined
}
export interface JudgedChoice {
  readonly request: RuleRequest
  readonly schedule: ServiceSchedule
  /** Null without a day, and for kinds without departures. */
  readonly departure: Departure | null
  /** A resource is in use then. */
  readonly isBusy: boolean
  /** What the party takes on the departure. */
  readonly places: number
  /** The service at the prices of the departure. */
  readonly priced: PricedService
  readonly price: PriceBreakdown
  /** Null: one way. */
  readonly returnLeg: JudgedReturn | null
  readonly errors: readonly FieldError[]
}

/** The first error of each path, in the order of the lists. */
export function firstPerField(...lists: readonly (readonly FieldError[])[]): FieldError[] {
  const first = new Map<string, FieldError>()
  for (const error of lists.flat()) if (!first.has(error.path)) first.set(error.path, error)
  return [...first.values()]
}

/** Paths of strings with control characters (line breaks and tabs are fine) or lone surrogates. */
function unreadableTexts(value: unknown, path: string): string[] {
  if (typeof value === 'string') return value.isWellFormed() && !/[^\P{Cc}\t\r\n]/u.test(value) ? [] : [path]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, each]) => unreadableTexts(each, `${path}.${key}`))
}

function readDetails(kind: BookableKind, input: Choice['details']): { details: BookingDetails; errors: FieldError[] } {
  const unreadable = unreadableTexts(input, 'details')
  if (unreadable.length > 0)
    return { details: {}, errors: unreadable.map((path) => ({ path, message: text('errors.controlCharacters') })) }
  const parsed = kind.booking.safeParse(input)
  if (parsed.success) return { details: parsed.data, errors: [] }
  const errors = parsed.error.issues.flatMap((issue): FieldError[] =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({
          path: ['details', ...issue.path, key].join('.'),
          message: text('errors.unknownField'),
        }))
      : [{ path: ['details', ...issue.path].join('.'), message: issue.message }],
  )
  return { details: {}, errors }
}

/** The kind's checks of its own fields: first their form, then their meaning. */
export function judgeDetails(
  kind: BookableKind,
  service: PricedService,
  chosen: Omit<RuleRequest, 'booking'>,
  input: Choice['details'],
  today: LocalDate,
): { readonly details: BookingDetails; readonly errors: readonly FieldError[] } {
  const { details, errors } = readDetails(kind, input)
  if (errors.length > 0) return { details, errors }
  const request = { ...chosen, booking: details }
  const objections = kind.check(service, request, today)
  const completed = kind.complete?.(service, request) ?? details
  return { details: completed, errors: objections.map(({ path, message }) => ({ path: requestPath(path), message })) }
}

/** Travellers and departures are stored on their own. */
export function storedDetails(answers: BookingDetails): BookingDetails {
  const elsewhere: readonly string[] = ['travellers', returnLegFields.date, returnLegFields.time]
  return Object.fromEntries(Object.entries(answers).filter(([name]) => !elsewhere.includes(name)))
}

const partyOf = ({ adults_count: adults, children_count: children, infants_count: infants }: Choice): Party => ({
  ...{ adults, children, infants },
})

/** `rows` are the stored departures of the chosen day. */
export function judgeChoice(
  kind: BookableKind,
  { service, ...offer }: Omit<Offer, 'schedule'> & { readonly service: PricedService },
  choice: Choice,
  clock: AgencyClock,
): JudgedChoice {
  const rules = kind.party(service)
  const schedule = scheduleIn(clock.timeZone, kind.schedule(service))
  const party: Party = rules.fixed ?? partyOf(choice)
  const chosen = {
    party,
    date: choice.travel_date ?? null,
    time: choice.travel_time ?? null,
    ...(choice.pickup_location !== undefined && { pickupLocation: choice.pickup_location }),
    ...(choice.selected_language !== undefined && { language: choice.selected_language }),
  }
  const { details, errors: ofKind } = judgeDetails(kind, service, chosen, choice.details, todayOf(schedule, clock))
  const request: RuleRequest = { ...chosen, booking: details }
  const ofParty = partyErrors(party, rules).map(({ path, message }) => ({
    path: requestPath(path),
    message,
  }))
  const places = placesOf(kind, service, party)
  const {
    departure,
    isBusy,
    errors: ofDeparture,
  } = places > 0
    ? judgeDeparture({ schedule, ...offer }, clock, { chosen: request, texts: wordingOf(kind) })
    : { departure: null, isBusy: false, errors: scheduleErrors(schedule, clock, request, wordingOf(kind)) }
  const leg = places > 0 ? (kind.returnLeg?.(details) ?? null) : null
  const returnLeg = judgeReturn(kind, { schedule, ...offer }, { clock, leg })
  const errors = firstPerField(ofDeparture, ofKind, returnLeg?.errors ?? [], ofParty)
  const priced = pricedOn(service, departure?.prices ?? null)
  const perLeg = { ...request, ...returnLegPrices(service, returnLeg) }
  const price = kind.price(priced, perLeg)
  return { request: perLeg, schedule, departure, isBusy, places, priced, price, returnLeg, errors }
}
