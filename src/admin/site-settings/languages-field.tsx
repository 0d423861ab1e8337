import { languages } from '../../kernel/language.ts'
import type { ShopSettings } from '../../modules/settings/index.ts'
import { Checkbox } from '../../ui/choices.tsx'
import { FieldError } from '../../ui/field.tsx'
import { languageName } from '../agency-languages.ts'

export const languageOptions = languages.map((code) => ({ value: code, label: languageName(code) }))

type LanguagesProps = {
  label: string
  hint: string | undefined
  value: ShopSettings['languages']
  error?: string | undefined
  onChange: (value: ShopSettings['languages']) => void
}

export function Languages({ label, hint, value, error, onChange }: LanguagesProps) {
  return (
    <fieldset className="sm:col-span-2">
      <legend className="group-legend">{label}</legend>
      {hint ? <p className="text-sm text-ink-2">{hint}</p> : null}
      <div className="flex flex-wrap gap-x-6">
        {languageOptions.map(({ value: code, label: name }) => (
          <Checkbox
            key={code}
            label={name}
            checked={value.includes(code)}
            onChange={(event) =>
              onChange(languages.filter((each) => (each === code ? event.target.checked : value.includes(each))))
            }
          />
        ))}
      </div>
      <FieldError error={error} />
    </fieldset>
  )
}
