import type { ReactNode } from 'react'
import { addedDocuments, maxNationalityRules } from '../../../services/shared/nationality-rules.ts'
import { text as visaText } from '../../../services/visa/text.ts'
import { Checkbox } from '../../../ui/choices.tsx'
import { Field } from '../../../ui/field.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { TextArea, TextInput } from '../../../ui/text-input.tsx'
import { RowsInput, type RowTools } from '../../form/rows-input.tsx'
import { say, textOf } from '../../text.ts'
import { CountriesInput } from './countries-input.tsx'
import { blankRule, type TypedRule } from './typed.ts'

const t = textOf('nationalityRules')
type Props = {
  id: string
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  currency: string
  rows: readonly TypedRule[]
  onChange: (rows: readonly TypedRule[]) => void
  /** The error of a field, by its place: '0.price'. */
  errorAt: (place: string) => string | undefined
}

/** What a visa costs and needs for sets of nationalities. */
export const NationalitiesInput = ({ errorAt, currency, ...field }: Props) => (
  <RowsInput
    {...field}
    blank={blankRule}
    firstPart="remove"
    words={{ none: t('none'), add: t('add') }}
    rowClass="grid grid-cols-1 gap-4"
    most={maxNationalityRules}
  >
    {(row, tools) => (
      <Row
        row={row}
        tools={tools}
        currency={currency}
        id={`${field.id}-${tools.number - 1}`}
        errorOf={(name) => errorAt(`${tools.number - 1}.${name}`)}
      />
    )}
  </RowsInput>
)

type RowProps = {
  row: TypedRule
  tools: RowTools<TypedRule>
  id: string
  currency: string
  errorOf: (name: string) => string | undefined
}

function Row(props: RowProps) {
  const { row, tools, id, errorOf } = props
  const { number, change } = tools
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-4">
      <legend className="sr-only">{t('row', { number })}</legend>
      <div className="flex items-center gap-2">
        <span aria-hidden="true" className="me-auto font-semibold">
          {t('row', { number })}
        </span>
        {tools.copyButton(t('copy', { number }))}
        {tools.removeButton(t('remove', { number }))}
      </div>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        {(['nationalities', 'residences'] as const).map((name) => (
          <CountriesInput
            key={name}
            id={`${id}-${name}`}
            label={t(name)}
            hint={t(`${name}_hint`)}
            everybody={t(`${name}_all`)}
            error={errorOf(name)}
            codes={row[name]}
            onChange={(codes) => change({ ...row, [name]: codes })}
          />
        ))}
      </div>
      <Switch
        id={`${id}-is_available`}
        label={t('is_available')}
        checked={row.is_available}
        onChange={({ target }) => change({ ...row, is_available: target.checked })}
      />
      {row.is_available ? <Sold {...props} /> : null}
      <Field
        id={`${id}-next_step`}
        label={t(row.is_available ? 'note' : 'next_step')}
        hint={t(row.is_available ? 'note_hint' : 'next_step_hint')}
        required={!row.is_available}
        error={errorOf('next_step')}
      >
        <TextArea
          rows={2}
          maxLength={500}
          value={row.next_step}
          onChange={({ target }) => change({ ...row, next_step: target.value })}
        />
      </Field>
    </fieldset>
  )
}

const numbers = ['price', 'child_price', 'processing_days', 'max_stay_days', 'validity_days'] as const

/** Prices, days and documents. */
function Sold({ row, tools: { change }, id, currency, errorOf }: RowProps) {
  return (
    <>
      <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {numbers.map((name) => (
          <Field key={name} id={`${id}-${name}`} label={t(name)} hint={t(`${name}_hint`)} error={errorOf(name)}>
            <TextInput
              inputMode="decimal"
              prefix={name === 'price' || name === 'child_price' ? currency : undefined}
              value={row[name]}
              onChange={({ target }) => change({ ...row, [name]: target.value })}
            />
          </Field>
        ))}
      </div>
      <fieldset className="grid gap-2">
        <legend className="field-label mb-1">{t('documents')}</legend>
        <span className="field-hint">{t('documents_hint')}</span>
        <div className="grid grid-cols-1 gap-x-4 sm:grid-cols-2">
          {addedDocuments.map((name) => (
            <Checkbox
              key={name}
              id={`${id}-documents-${name}`}
              label={say(visaText(`documents.${name}`))}
              checked={row.documents.includes(name)}
              onChange={({ target }) =>
                change({
                  ...row,
                  documents: target.checked ? [...row.documents, name] : row.documents.filter((each) => each !== name),
                })
              }
            />
          ))}
        </div>
      </fieldset>
    </>
  )
}
