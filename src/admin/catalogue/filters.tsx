import type { Language } from '../../kernel/language.ts'
import { joinClasses } from '../../ui/class-names.ts'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { agencyLanguages, shortLanguageName } from '../agency-languages.ts'
import { SearchField } from '../lists/search-field.tsx'
import { say, textOf } from '../text.ts'
import type { EditedKind } from './edited-kind.ts'
import { type CatalogueSearch, type ChangeSearch, sortOf, statuses, translationStates } from './search.ts'
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
  const { first, all } = agencyLanguages()
  const languages = all.filter((code) => code !== first)
  return (
    <search>
      <form
        className={joinClasses(
          'grid grid-cols-2 items-end gap-3',
          languages.length === 0 ? 'md:grid-cols-[2fr_1fr_1fr]' : 'lg:grid-cols-[2fr_1fr_1fr_1fr]',
        )}
        onSubmit={(event) => event.preventDefault()}
      >
        <SearchField
          label={t('search', { name: say(edited.kind.labels.plural).toLowerCase() })}
          hint={t('searchHint')}
          q={search.q ?? ''}
          onSearch={(q) => onChange({ q })}
          className={languages.length === 0 ? 'max-md:col-span-2' : 'max-lg:col-span-2'}
        />
        <Field label={t('status')}>
          <Select
            value={search.status ?? ''}
            onChange={(event) => onChange({ status: event.target.value })}
            options={statusOptions}
          />
        </Field>
        {languages.length === 0 ? null : (
          <TranslationFilter languages={languages} search={search} onChange={onChange} />
        )}
        {/* Cards have no sortable headings; neither has the table on phones. */}
        <Field label={t('sortBy')} className={languages.length === 0 ? undefined : 'max-lg:col-span-2'}>
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

type TranslationProps = { languages: readonly Language[]; search: CatalogueSearch; onChange: ChangeSearch }
const TranslationFilter = ({ languages, search, onChange }: TranslationProps) => (
  <Field label={t('translation')}>
    <Select
      value={search.translated ?? ''}
      onChange={({ target }) => onChange({ translated: target.value })}
      options={[
        { value: '', label: t('allTranslations') },
        ...languages.flatMap((code) =>
          translationStates.map((state) => ({
            value: `${code}.${state}`,
            label: t(`translationStates.${state}`, { language: shortLanguageName(code) }),
          })),
        ),
      ]}
    />
  </Field>
)
