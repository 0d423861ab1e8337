import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { SearchField } from '../lists/search-field.tsx'
import { say, textOf } from '../text.ts'
import type { EditedKind } from './edited-kind.ts'
import { type CatalogueSearch, type ChangeSearch, sortOf, statuses } from './search.ts'
import { sortOptions } from './sort-options.ts'

const t = textOf('catalogue')
const statusOptions = [
  { value: '', label: t('allStatuses') },
  ...statuses.map((value) => ({ value, label: t(`statuses.${value}`) })),
]
type Props = { edited: EditedKind; search: CatalogueSearch; onChange: ChangeSearch }

export function Filters({ edited, search, onChange }: Props) {
  const isCards = edited.admin.layout !== undefined
  const { sort, direction } = sortOf(search, isCards)
  return (
    <search>
      <form
        className="grid grid-cols-2 items-end gap-3 md:grid-cols-[2fr_1fr_1fr]"
        onSubmit={(event) => event.preventDefault()}
      >
        <SearchField
          label={t('search', { name: say(edited.kind.labels.plural).toLowerCase() })}
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
        {/* Cards have no sortable headings; neither has the table on phones. */}
        <Field label={t('sortBy')}>
          <Select
            value={`${sort}.${direction}`}
            onChange={(event) => {
              const [key, way] = event.target.value.split('.')
              onChange({ sort: key, direction: way })
            }}
            options={sortOptions(edited.columns)}
          />
        </Field>
      </form>
    </search>
  )
}
