/** One judgement of what a customer chose, for the quote and for the booking: party, day, details, price. */
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
  ScheduleRules,
} from '../../../services/kind.ts'
import { partyErrors } from '../../../services/shared/party.ts'
import { requestPath, wordingOf } from './request.ts'
import { type BookingClock, scheduleErrors, todayOf } from './schedule.ts'

export type BookableKind = { readonly key: string } & Pick<KindFields, 'booking'> & KindRules
export interface Choice {
  readonly travel_date?: LocalDate | null | undefined
  readonly travel_time?: LocalTime | null | undefined
  readonly adults_count: number
  readonly children_count: number
  readonly infants_count: number
  readonly details: Readonly<Record<string, unknown>>
  /** Left out in a quote, where it is not asked. */
  readonly pickup_location?: string | null | undefined
  readonly selected_language?: string | null | undefined
}
export interface JudgedChoice {
  readonly request: RuleRequest
  readonly schedule: ScheduleRules
  readonly price: PriceBreakdown
  readonly errors: readonly FieldError[]
}

/** The first objection to each field, in the order of the lists. */
export function firstPerField(...lists: readonly (readonly FieldError[])[]): FieldError[] {
  const first = new Map<string, FieldError>()
  for (const error of lists.flat()) if (!first.has(error.path)) first.set(error.path, error)
  return [...first.values()]
}

/** The paths of texts that hold what no text is made of: control characters (but line breaks and tabs), halves of a letter. */
function unreadableTexts(value: unknown, path: string): string[] {
  if (typeof value === 'string') return value.isWellFormed() && !/[^\P{Cc}\t\r\n]/u.test(value) ? [] : [path]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, each]) => unreadableTexts(each, `${path}.${key}`))
}

function readDetails(kind: BookableKind, given: Choice['details']): { details: BookingDetails; errors: FieldError[] } {
  const unreadable = unreadableTexts(given, 'details')
  if (unreadable.length > 0)
    return { details: {}, errors: unreadable.map((path) => ({ path, message: 'Remove the control characters' })) }
  const read = kind.booking.safeParse(given)
  if (read.success) return { details: read.data, errors: [] }
  const errors = read.error.issues.flatMap((issue): FieldError[] =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({
          path: ['details', ...issue.path, key].join('.'),
          message: 'There is no such field',
        }))
      : [{ path: ['details', ...issue.path].join('.'), message: issue.message }],
  )
  return { details: {}, errors }
}

/** What the kind says of its own fields: of their form first, then of what they mean. */
export function judgeDetails(
  kind: BookableKind,
  service: PricedService,
  chosen: Omit<RuleRequest, 'booking'>,
  given: Choice['details'],
  today: LocalDate,
): { readonly details: BookingDetails; readonly errors: readonly FieldError[] } {
  const { details, errors } = readDetails(kind, given)
  if (errors.length > 0) return { details, errors }
  const objections = kind.check(service, { ...chosen, booking: details }, today)
  return { details, errors: objections.map(({ path, message }) => ({ path: requestPath(path), message })) }
}

export function judgeChoice(
  kind: BookableKind,
  service: PricedService,
  choice: Choice,
  clock: BookingClock,
): JudgedChoice {
  const rules = kind.party(service)
  const schedule = kind.schedule(service)
  const party: Party = rules.fixed ?? {
    adults: choice.adults_count,
    children: choice.children_count,
    infants: choice.infants_count,
  }
  const chosen = {
    party,
    date: choice.travel_date ?? null,
    time: choice.travel_time ?? null,
    ...(choice.pickup_location !== undefined && { pickupLocation: choice.pickup_location }),
    ...(choice.selected_language !== undefined && { language: choice.selected_language }),
  }
  const { details, errors: ofKind } = judgeDetails(kind, service, chosen, choice.details, todayOf(schedule, clock))
  const request: RuleRequest = { ...chosen, booking: details }
  const ofParty = partyErrors(party, rules, 'service').map(({ path, message }) => ({
    path: requestPath(path),
    message,
  }))
  const errors = firstPerField(scheduleErrors(schedule, clock, request, wordingOf(kind)), ofKind, ofParty)
  return { request, schedule, price: kind.price(service, request), errors }
}
