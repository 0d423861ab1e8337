import specMessages from 'room-messages:services/shared/specs'
import type { Details } from '../../services/kind.ts'
import type { Passport } from '../../services/shared/nationality-rules.ts'
import { SpecFields } from '../../services/shared/spec-fields.tsx'
import { askedSpecs } from '../../services/visa/passport-specs.ts'
import { addMessages } from '../intl/intl.tsx'

addMessages(specMessages)

type PassportFieldsProps = {
  details: Details
  passport: Passport
  onChange: (next: Passport) => void
  errors: Readonly<Record<string, string>>
}

export function PassportFields({ details, passport, onChange, errors }: PassportFieldsProps) {
  const { nationality = '', residence = '' } = passport
  return (
    <SpecFields
      specs={askedSpecs(details)}
      value={{ nationality, residence }}
      onChange={(next) => onChange(next as Passport)}
      errors={errors}
    />
  )
}
