import type { FieldError } from '../../kernel/refusal.ts'
import type { Party, PartyRules } from '../kind.ts'

export const peopleOf = (party: Party): number => party.adults + party.children + party.infants

const count = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`
const isCount = (n: number) => Number.isSafeInteger(n) && n >= 0

/** What is wrong with the counts; paths 'adults', 'children', 'infants'. `thing` is 'tour', 'vehicle', ... */
export function partyErrors(party: Party, rules: PartyRules, thing: string): FieldError[] {
  const { adults } = rules
  const found: (FieldError | null)[] = [
    !isCount(party.adults) || party.adults < adults.min
      ? { path: 'adults', message: `At least ${count(adults.min, 'adult is', 'adults are')} required` }
      : party.adults > adults.max
        ? { path: 'adults', message: `At most ${count(adults.max, 'adult', 'adults')} can be booked` }
        : null,
    ageError('children', party.children, rules.children, ['child', 'children'], thing),
    ageError('infants', party.infants, rules.infants, ['infant', 'infants'], thing),
  ]
  const errors = found.filter((error) => error !== null)
  const tooMany = errors.length === 0 && rules.together !== null && peopleOf(party) > rules.together
  return tooMany
    ? [{ path: 'adults', message: `At most ${count(rules.together ?? 0, 'person', 'people')} for this ${thing}` }]
    : errors
}

function ageError(
  path: string,
  given: number,
  offer: { readonly max: number } | null,
  [one, many]: readonly [string, string],
  thing: string,
): FieldError | null {
  if (!isCount(given)) return { path, message: `The number of ${many} cannot be below 0` }
  if (offer === null) return given > 0 ? { path, message: `This ${thing} cannot be booked for ${many}` } : null
  return given > offer.max ? { path, message: `At most ${count(offer.max, one, many)} can be booked` } : null
}
