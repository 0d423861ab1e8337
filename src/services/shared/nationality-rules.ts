/** What a visa needs and costs by nationality and country of residence, as an item stores it. Pure. */

export interface NationalityRule {
  /** ISO codes; empty: every nationality. */
  readonly nationalities: readonly string[]
  /** ISO codes; empty: any country of residence. */
  readonly residences: readonly string[]
  readonly is_available: boolean
  /** What to do instead, where it is not available. */
  readonly next_step: string
  /** Null: as the item says. This holds for all that follow. */
  readonly price: number | null
  readonly child_price: number | null
  readonly processing_days: number | null
  readonly max_stay_days: number | null
  /** For how many days after its issue the visa can be used to enter. */
  readonly validity_days: number | null
  /** Required in addition to the documents that everybody sends. */
  readonly documents: readonly string[]
}
/** Items saved before the field existed have none. */
export interface RuledDetails {
  readonly nationality_rules?: readonly NationalityRule[] | undefined
}
export interface Passport {
  readonly nationality?: string | undefined
  readonly residence?: string | undefined
}

export const maxNationalityRules = 60
export const maxCountries = 250

/** Documents that a rule may add, or make required. Their labels are in the messages of the kind. */
export const addedDocuments = [
  'passport_back',
  'residence_permit',
  'national_id',
  'hotel_booking',
  'bank_statement',
  'employment_letter',
  'invitation_letter',
  'travel_insurance',
  'previous_visa',
  'birth_certificate',
  'marriage_certificate',
] as const
export type AddedDocument = (typeof addedDocuments)[number]

export const rulesIn = ({ nationality_rules: rules = [] }: RuledDetails): readonly NationalityRule[] => rules
export const asksNationality = (details: RuledDetails): boolean => rulesIn(details).length > 0
export const asksResidence = (details: RuledDetails): boolean =>
  rulesIn(details).some(({ residences }) => residences.length > 0)

/** 3: names nationality and residence; 2: nationality; 1: residence; 0: everybody. */
const weightOf = ({ nationalities, residences }: NationalityRule): number =>
  (nationalities.length > 0 ? 2 : 0) + (residences.length > 0 ? 1 : 0)

const covers = (countries: readonly string[], country: string | undefined): boolean =>
  countries.length === 0 || (country !== undefined && countries.includes(country))

/** The most specific rule that fits; null: the item's own values. At most one rule of each weight fits (`overlaps`). */
export function ruleFor(details: RuledDetails, { nationality, residence }: Passport): NationalityRule | null {
  const fitting = rulesIn(details).filter(
    (rule) => covers(rule.nationalities, nationality) && covers(rule.residences, residence),
  )
  return fitting.reduce<NationalityRule | null>(
    (best, rule) => (best === null || weightOf(rule) > weightOf(best) ? rule : best),
    null,
  )
}

const shares = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === 0 || one.some((country) => other.includes(country))

/** Whether two rules would decide the same traveller with the same weight. */
export const overlaps = (one: NationalityRule, other: NationalityRule): boolean =>
  weightOf(one) === weightOf(other) &&
  shares(one.nationalities, other.nationalities) &&
  shares(one.residences, other.residences)

/** Whether some rule decides every traveller, so that the item's own values are never used. */
export const coversEverybody = (details: RuledDetails): boolean => rulesIn(details).some((rule) => weightOf(rule) === 0)
