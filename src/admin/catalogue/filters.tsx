import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { SearchField } from '../lists/search-field.tsx'
import { textOf } from '../text.ts'
import type { EditedKind } from './edited-kind.ts'
import { type CatalogueSearch, type ChangeSearch, sortOf } from './search.ts'

const t = textOf('catalogue')
const statusOptions = [
  { value: '', label: t('allStatuses') },
  ...['active', 'inactive', 'archived'].map((value) => ({ value, label: t(`statuses.${value}`) })),
]
type Props = { edited: EditedKind; search: CatalogueSearch; onChange: ChangeSearch }

export function Filters({ edited, search, onChange }: Props) {
  const isCards = edited.admin.layout !== undefined
  const { sort, direction } = sortOf(search, isCards)
  const columns = [
    ...['title', 'from', 'status', 'is_featured', 'created_at', 'updated_at'].map((key) => [key, t(`columns.${key}`)]),
    ...edited.columns.map(({ name, label }) => [name, label]),
  ]
  return (
    <search>
      <form
        className="grid grid-cols-2 items-end gap-3 md:grid-cols-[2fr_1fr_1fr]"
        onSubmit={(event) => event.preventDefault()}
      >
        <SearchField
          label={t('search', { name: edited.kind.labels.plural.toLowerCase() })}
          hint={t('searchHint')}
          q={search.q ?? ''}
          onSearch={(q) => onChange({ q })}
          className="max-md:col-span-2"
        />
        <Field label={t('status')}>
          <Select
            value={search.status ?? ''}
            onChange={(event) => onChange({ status: event.target.value })}
            options={statusOptions}
          />
        </Field>
        {/* Cards have no headings to press; on a phone the table has none either. */}
        <Field label={t('sortBy')}>
          <Select
            value={`${sort}.${direction}`}
            onChange={(event) => {
              const [key, way] = event.target.value.split('.')
              onChange({ sort: key, direction: way })
            }}
            options={columns.flatMap(([key, column]) => [
              { value: `${key}.asc`, label: t('sortUp', { column: column ?? '' }) },
              { value: `${key}.desc`, label: t('sortDown', { column: column ?? '' }) },
            ])}
          />
        </Field>
      </form>
    </search>
  )
}
