import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { maxResources } from '../../../services/shared/stored-resources.ts'
import { Combobox } from '../../../ui/combobox.tsx'
import { Field } from '../../../ui/field.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { api } from '../../api.ts'
import { RowsInput, type RowTools } from '../../form/rows-input.tsx'
import { countText, textOf } from '../../text.ts'
import { blankResource, type TypedResource } from './typed.ts'

const t = textOf('itemResources')
type Props = {
  id: string
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  rows: readonly TypedResource[]
  onChange: (rows: readonly TypedResource[]) => void
  /** The error of a field, by its place: '0.minutes'. */
  errorAt: (place: string) => string | undefined
}

/** The resources that an item needs, with how long. */
export const ResourcesInput = ({ errorAt, ...field }: Props) => (
  <RowsInput
    {...field}
    blank={blankResource}
    firstPart="remove"
    words={{ none: t('none'), add: t('add') }}
    rowClass="grid grid-cols-1 gap-3"
    most={maxResources}
  >
    {(row, tools) => (
      <Row
        row={row}
        tools={tools}
        id={`${field.id}-${tools.number - 1}`}
        errorOf={(name) => errorAt(`${tools.number - 1}.${name}`)}
      />
    )}
  </RowsInput>
)

type RowProps = {
  row: TypedResource
  tools: RowTools<TypedResource>
  id: string
  errorOf: (name: string) => string | undefined
}
const numbers = ['setup_minutes', 'minutes', 'turnaround_minutes'] as const

function Row({ row, tools: { number, change, removeButton }, id, errorOf }: RowProps) {
  const { data = [] } = useQuery({
    queryKey: ['resource-choices'],
    queryFn: () => api.inventory.admin.resources.choices(),
  })
  const options = data
    .filter((each) => !each.is_archived || each.id === row.resource_id)
    .map(({ id: value, name, units }) => ({ value, label: t('option', { name, units }) }))
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-3">
      <legend className="sr-only">{t('row', { number })}</legend>
      <div className="flex items-end gap-2">
        <Field
          id={`${id}-resource_id`}
          label={t('resource')}
          required
          error={errorOf('resource_id')}
          className="min-w-0 flex-1"
        >
          <Combobox
            options={options}
            value={row.resource_id}
            onChange={(resource_id) => change({ ...row, resource_id })}
            listLabel={t('list')}
            emptyText={t('noMatch')}
            countText={countText}
            placeholder={t('choose')}
          />
        </Field>
        {removeButton(t('remove', { number }))}
      </div>
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-3">
        {numbers.map((name) => (
          <Field key={name} id={`${id}-${name}`} label={t(name)} hint={t(`${name}_hint`)} error={errorOf(name)}>
            <TextInput
              inputMode="numeric"
              value={row[name]}
              onChange={({ target }) => change({ ...row, [name]: target.value })}
            />
          </Field>
        ))}
      </div>
    </fieldset>
  )
}
