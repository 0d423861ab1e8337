// Travellers of earlier bookings in a phone sale. Pure.
import type { EarlierTraveller } from '../../modules/customer/contract.ts'
import type { BookingDetails, KindRules, PricedService } from '../../services/kind.ts'
import { agencyToday } from '../agency-clock.ts'
import { say, textOf } from '../text.ts'
import type { Errors, SaleDraft } from './sale.ts'

const t = textOf('earlierTravellers')

/** The kind's own fields of one traveller, as its form and the API have them. */
export type TravellerFields = Readonly<Record<string, unknown>>
export interface TakenDates {
  readonly arrival: string
  readonly departure: string
}
export interface Judged {
  readonly traveller: EarlierTraveller
  readonly type: 'adult' | 'child'
  readonly fields: TravellerFields
  /** Why the traveller cannot be saved like this. */
  readonly errors: readonly string[]
  /** What the customer should know, such as a passport that expires soon. */
  readonly warnings: readonly string[]
}
interface Sold {
  readonly rules: Pick<KindRules, 'check'>
  readonly item: PricedService
  readonly details: BookingDetails
  readonly today: string
}

export const keyOf = ({ name, date_of_birth }: EarlierTraveller): string => `${name} ${date_of_birth ?? ''}`

const fieldsOf = (traveller: EarlierTraveller, type: Judged['type'], { arrival, departure }: TakenDates) => ({
  traveler_type: type,
  full_name: traveller.name,
  passport_number: traveller.passport_number ?? '',
  ...(traveller.passport_expiry !== null && { passport_expiry: traveller.passport_expiry }),
  date_of_birth: traveller.date_of_birth ?? '',
  tentative_arrival_date: arrival,
  tentative_departure_date: departure,
})

const errorsOf = (sold: Sold, type: Judged['type'], fields: TravellerFields) =>
  sold.rules
    .check(
      sold.item,
      {
        party: { adults: type === 'adult' ? 1 : 0, children: type === 'child' ? 1 : 0, infants: 0 },
        ...{ date: null, time: null, booking: { ...sold.details, travellers: [fields] } },
      },
      sold.today,
    )
    .filter(({ path }) => path.startsWith(prefix))
    .map(({ path, message }) => ({ field: path.slice(prefix.length), message: say(message) }))
const prefix = 'travellers.0.'

/** Judges a traveller with the rules of the kind. Children are those whom the rules refuse as adults. */
export function judge(sold: Sold, traveller: EarlierTraveller, dates: TakenDates): Judged {
  const birthErrors = (type: Judged['type']) =>
    errorsOf(sold, type, fieldsOf(traveller, type, dates)).filter(({ field }) => field === 'date_of_birth')
  const isAdult = birthErrors('adult').length === 0 || birthErrors('child').length > 0
  const type = isAdult ? 'adult' : 'child'
  const fields = fieldsOf(traveller, type, dates)
  const all = errorsOf(sold, type, fields)
  const isWarning = ({ field }: { field: string }) => field.startsWith('acknowledge_')
  const warnings = all.filter(isWarning)
  return {
    traveller,
    type,
    // Staff are shown the warning, and tell the customer.
    fields: { ...fields, ...Object.fromEntries(warnings.map(({ field }) => [field, true])) },
    errors: all.filter((each) => !isWarning(each)).map(({ message }) => message),
    warnings: warnings.map(({ message }) => message),
  }
}

interface Chosen {
  readonly item: PricedService
  readonly kind: Pick<Sold, 'rules'>
}
type Taken = Pick<SaleDraft, 'taken' | 'arrival' | 'departure' | 'details'>
/** The chosen travellers, judged. Days that are not chosen yet count as today, so that only people are blamed. */
export function judgedIn({ taken, arrival, departure, details }: Taken, { item, kind }: Chosen): readonly Judged[] {
  const today = agencyToday()
  const from = arrival || today
  const dates = { arrival: from, departure: departure || from }
  return taken.map((each) => judge({ rules: kind.rules, item, details, today }, each, dates))
}

/** What keeps the chosen travellers from being saved, by path. */
export function takenErrors(draft: Taken, chosen: Chosen | null): Errors {
  if (!chosen || draft.taken.length === 0) return {}
  const isWrong = judgedIn(draft, chosen).some(({ errors }) => errors.length > 0)
  return {
    ...(draft.arrival === '' && { arrival: t('arrivalMissing') }),
    ...(draft.departure === '' && { departure: t('departureMissing') }),
    ...(isWrong && { taken: t('wrong') }),
  }
}

/** The travellers at their positions in a booking: adults first, then children. */
export function placed(
  taken: readonly Judged[],
  adults: number,
): readonly { readonly position: number; readonly judged: Judged }[] {
  const next = { adult: 0, child: adults }
  return taken.map((judged) => ({ position: next[judged.type]++, judged }))
}
