import specMessages from 'room-messages:services/shared/specs'
import type { Details } from '../../services/kind.ts'
import type { Passport } from '../../services/shared/nationality-rules.ts'
import { SpecFields } from '../../services/shared/spec-fields.tsx'
import { askedSpecs } from '../../services/visa/passport-specs.ts'
import { addMessages } from '../intl/intl.tsx'

addMessages(specMessages)

/** Only what changed: the other choice may be on its way to the address. */
const changed = (next: Details, before: Details): Passport =>
  Object.fromEntries(Object.entries(next).filter(([name, chosen]) => chosen !== before[name]))

type PassportFieldsProps = {
  details: Details
  passport: Passport
  onChange: (next: Passport) => void
  errors: Readonly<Record<string, string>>
}

export function PassportFields({ details, passport, onChange, errors }: PassportFieldsProps) {
  const value = { nationality: passport.nationality ?? '', residence: passport.residence ?? '' }
  return (
    <SpecFields
      specs={askedSpecs(details)}
      value={value}
      onChange={(next) => onChange(changed(next, value))}
      errors={errors}
    />
  )
}
