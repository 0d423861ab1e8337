import type { Language } from '../../kernel/language.ts'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { agencyLanguages, languageName } from '../agency-languages.ts'

type Props = { label: string; value: Language; onChange: (language: Language) => void }

/** What a customer reads. Nothing in a shop of one language. */
export function LanguageField({ label, value, onChange }: Props) {
  const { all } = agencyLanguages()
  if (all.length < 2) return null
  return (
    <Field label={label}>
      <Select
        value={value}
        onChange={(event) => onChange(event.target.value as Language)}
        options={all.map((code) => ({ value: code, label: languageName(code) }))}
      />
    </Field>
  )
}
