/** What staff may correct in the kind's answers and in the travellers without changing what was sold. */
import type { FieldError } from '../../../kernel/refusal.ts'
import type { BookingDetails, FieldSpec, KindRules, PricedService, RuleRequest } from '../../../services/kind.ts'
import { samePassportErrors } from '../../../services/shared/travellers.ts'
import { text } from '../text.ts'
import { type CorrectionText, correctionInWords } from './correction.ts'
import type { StoredTraveller } from './stored-travellers.ts'
import { splitName, type TravellerInput } from './travellers.ts'

/** A value that changes. `key` names it in the history. */
export interface ValueChange {
  readonly key: string
  readonly from: string | null
  readonly to: string | null
  readonly naming: Pick<CorrectionText, 'field' | 'label'>
  /** Mails do not repeat it. */
  readonly isSensitive?: boolean
}

const shown = (value: unknown): string | null =>
  value === undefined || value === null || value === '' ? null : String(value)

/** The answers that differ. An empty one equals one that is missing. */
export const answerChanges = (
  before: BookingDetails,
  after: BookingDetails,
  specs: readonly FieldSpec[],
): ValueChange[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) => {
    const [from, to] = [shown(before[name]), shown(after[name])]
    const label = specs.find((spec) => spec.name === name)?.label
    const naming = { field: name, ...(label && { label }) }
    return from === to ? [] : [{ key: name, from, to, naming, isSensitive: /passport/.test(name) }]
  })

const travellerFields = [
  'full_name',
  'passport_number',
  'passport_expiry',
  'date_of_birth',
  'arrival_date',
  'departure_date',
] as const
type TravellerFacts = Readonly<Record<(typeof travellerFields)[number], string | null>>

const storedFacts = (stored: StoredTraveller | undefined): TravellerFacts => ({
  full_name: stored ? [stored.first_name, stored.last_name].filter(Boolean).join(' ') : null,
  passport_number: stored?.passport_number ?? null,
  passport_expiry: stored?.passport_expiry ?? null,
  date_of_birth: stored?.date_of_birth ?? null,
  arrival_date: stored?.arrival_date ?? null,
  departure_date: stored?.departure_date ?? null,
})
function factsOf(input: TravellerInput): TravellerFacts {
  const { first_name, last_name } = splitName(input.full_name)
  return storedFacts({
    ...{ position: 0, first_name, last_name, passport_number: input.passport_number ?? null },
    ...{ passport_expiry: input.passport_expiry ?? null, date_of_birth: input.date_of_birth ?? null },
    arrival_date: input.tentative_arrival_date ?? null,
    departure_date: input.tentative_departure_date ?? null,
  })
}

/** What differs in one traveller; `position` counts from 0. */
export function travellerChanges(
  stored: StoredTraveller | undefined,
  input: TravellerInput,
  position: number,
): ValueChange[] {
  const [before, after] = [storedFacts(stored), factsOf(input)]
  return travellerFields.flatMap((field) => {
    const key = `traveller_${position + 1}_${field}`
    const label = text('correction.traveller', { number: position + 1, field: text(`correction.${field}`) })
    const isSensitive = field !== 'full_name'
    return before[field] === after[field]
      ? []
      : [{ key, from: before[field], to: after[field], naming: { field: key, label }, isSensitive }]
  })
}

/** For the history and the mail to the customer, which leaves out numbers of passports and days of birth. */
export const historyOf = (changes: readonly ValueChange[]) =>
  Object.fromEntries(changes.map((change) => [change.key, correctionInWords(change)]))
export const correctionsOf = (changes: readonly ValueChange[]): CorrectionText[] =>
  changes.map(({ naming, isSensitive, ...change }) => ({
    ...naming,
    change: isSensitive ? text('correction.updated') : correctionInWords(change),
  }))
export const valuesAt = (changes: readonly ValueChange[], end: 'from' | 'to') =>
  Object.fromEntries(changes.map((change) => [change.key, change[end]]))

interface Sold {
  readonly kind: Pick<KindRules, 'price' | 'returnLeg' | 'sold'>
  readonly service: PricedService
  readonly request: RuleRequest
}
/** To be compared. */
const soldWith = ({ kind, service, request }: Sold, booking: BookingDetails): string =>
  JSON.stringify([
    kind.price(service, { ...request, booking }),
    kind.sold?.(service, booking) ?? null,
    (kind.returnLeg?.(booking) ?? null) !== null,
  ])

/** Errors of answers that change the price, the terms or the legs: that is not a correction. */
export function soldErrors(sold: Sold, before: BookingDetails, after: BookingDetails): FieldError[] {
  const was = soldWith(sold, before)
  if (soldWith(sold, after) === was) return []
  const changed = answerChanges(before, after, []).map(({ key }) => key)
  const alone = changed.filter((key) => soldWith(sold, { ...before, [key]: after[key] }) !== was)
  const names = alone.length > 0 ? alone : changed
  return names.map((name) => ({ path: `details.${name}`, message: text('errors.changesPrice') }))
}

/** Passport numbers that two travellers would share, reported at those that change. `numbers` is by position. */
export const sharedPassports = (numbers: readonly string[], changing: readonly number[]): FieldError[] =>
  changing.flatMap((position) => {
    const others = numbers.map((number, at) => (at === position ? '' : number))
    const message = samePassportErrors([...others, numbers[position] ?? '']).at(-1)
    return message ? [{ path: `travellers.${position}.passport_number`, message }] : []
  })
