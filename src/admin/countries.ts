import { countryOptionsIn } from '../services/shared/country-options.ts'
import { officeLocale } from './language.ts'

export const countryOptions = countryOptionsIn(officeLocale)
