// The nationality and country of residence of an application. Pure, and without the rest of the wizard.
import { isCountryCode } from '../../services/shared/countries.ts'
import {
  asksNationality,
  asksResidence,
  type Passport,
  type RuledDetails,
} from '../../services/shared/nationality-rules.ts'

/** A country code from the address or the browser's storage; '' for anything else. */
export const countryIn = (kept: unknown): string => (typeof kept === 'string' && isCountryCode(kept) ? kept : '')

/** '' for what was not chosen or is not asked. */
export interface ChosenPassport {
  readonly nationality: string
  readonly residence: string
}

/** As sent: what was not asked is left out. */
export const passportOf = ({ nationality, residence }: Passport) => ({
  ...(nationality && { nationality }),
  ...(residence && { residence }),
})
/** What the customer chose of what this visa asks. */
export const passportFor = (details: RuledDetails, chosen: Passport): ChosenPassport => ({
  nationality: (asksNationality(details) && chosen.nationality) || '',
  residence: (asksResidence(details) && chosen.residence) || '',
})
export const isPassportChosen = (details: RuledDetails, { nationality, residence }: Passport): boolean =>
  (!asksNationality(details) || Boolean(nationality)) && (!asksResidence(details) || Boolean(residence))
