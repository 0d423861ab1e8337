import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Combobox } from '../../../ui/combobox.tsx'
import { Field } from '../../../ui/field.tsx'
import { countryOptions } from '../../countries.ts'
import { countText, textOf } from '../../text.ts'

const t = textOf('nationalityRules')
type Props = {
  id: string
  label: ReactNode
  hint: string
  /** Shown while no country is chosen. */
  everybody: string
  error: string | undefined
  part?: string
  codes: readonly string[]
  onChange: (codes: readonly string[]) => void
}
const nameOf = (code: string): string => countryOptions.find(({ value }) => value === code)?.label ?? code

/** A set of countries: chosen by typing, each with a button that removes it. */
export function CountriesInput({ id, label, hint, everybody, error, codes, onChange }: Props) {
  return (
    <div className="grid min-w-0 content-start gap-2">
      <Field id={id} label={label} hint={hint} error={error}>
        <Combobox
          options={countryOptions.filter(({ value }) => !codes.includes(value))}
          value=""
          onChange={(code) => {
            if (code !== '') onChange([...codes, code])
          }}
          listLabel={t('countries')}
          emptyText={t('noCountry')}
          countText={countText}
          placeholder={t('addCountry')}
        />
      </Field>
      {codes.length === 0 ? (
        <p className="text-sm text-ink-2">{everybody}</p>
      ) : (
        <ul className="flex flex-wrap gap-2">
          {codes.map((code) => (
            <li key={code}>
              <button
                type="button"
                className="inline-flex min-h-11 items-center gap-1.5 rounded-full border border-line bg-sunken px-3 text-start text-sm"
                aria-label={t('removeCountry', { country: nameOf(code) })}
                onClick={() => {
                  onChange(codes.filter((each) => each !== code))
                  document.getElementById(id)?.focus()
                }}
              >
                <span className="wrap-anywhere">{nameOf(code)}</span>
                <X aria-hidden="true" className="size-4 flex-none" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
