import { SlidersHorizontal, X } from 'lucide-react'
import { useId } from 'react'
import type { ServiceList } from '../../modules/catalogue/contract.ts'
import type { ListSort } from '../../services/kind.ts'
import { Button } from '../../ui/button.tsx'
import { useSay } from '../../ui/say.tsx'
import { Select } from '../../ui/select.tsx'
import { useOriginalLanguage } from '../client/use-original-language.ts'
import { useSheet } from '../frame/use-sheet.ts'
import { useText } from '../intl/intl.tsx'
import { kindList } from '../routing/kind-parts.ts'
import { useKind } from '../routing/page.ts'
import { DateFilter } from './date-filter.tsx'
import { countFilters, type ListSearch, sorts } from './list-search.ts'

const loadSheet = async () => (await import('./filter-sheet.tsx')).FilterSheet

type FilterBarProps = {
  list: ServiceList | undefined
  search: ListSearch
  onChange: (next: Partial<ListSearch>) => void
}

/** Count, sort, the most used filters as chips, and a button for all of them. */
export function FilterBar({ list, search, onChange }: FilterBarProps) {
  const say = useSay()
  const t = useText('list')
  const sheet = useSheet(loadSheet)
  const sortId = useId()
  const own = kindList(useKind().key)
  const count = countFilters(search)
  return (
    <div className="mb-5 grid gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div role="status" className="me-auto font-semibold tabular-nums max-sm:w-full">
          {own?.heading ? (
            <h2>{list ? say(own.heading(list.total)) : ' '}</h2>
          ) : (
            <p>{list ? t('results', { count: list.total }) : ' '}</p>
          )}
        </div>
        {list?.facets.dates ? (
          <DateFilter search={search} date={list.date} dates={list.facets.dates} onChange={onChange} />
        ) : null}
        <label htmlFor={sortId} className="sr-only">
          {t('sort')}
        </label>
        <span className="needs-scripts min-w-0 flex-1 sm:w-48 sm:flex-none">
          <Select
            id={sortId}
            value={search.sort ?? 'newest'}
            onChange={(event) => onChange({ sort: event.currentTarget.value as ListSort })}
            options={(own?.sorts ?? sorts).map((sort) => ({ value: sort, label: t(`sorts.${sort}`) }))}
          />
        </span>
        <Button
          variant="secondary"
          className="needs-scripts"
          aria-haspopup="dialog"
          icon={<SlidersHorizontal aria-hidden="true" />}
          {...sheet.ahead}
          onClick={sheet.open}
        >
          {count > 0 ? t('filtersCount', { count }) : t('filters')}
        </Button>
      </div>
      <PromotedFilters list={list} search={search} onChange={onChange} />
      {sheet.Sheet ? (
        <sheet.Sheet
          list={list}
          search={search}
          open={sheet.isOpen}
          onClose={sheet.close}
          onApply={(next) => {
            sheet.close()
            onChange(next)
          }}
        />
      ) : null}
    </div>
  )
}

const maxChipLength = 28

/** The most common filter values, as toggles above the results. */
function PromotedFilters({ list, search, onChange }: FilterBarProps) {
  const t = useText('list')
  const lang = useOriginalLanguage()
  const durations = list?.facets.durations.filter((facet) => facet.count > 0) ?? []
  // Values that are whole sentences are chosen in the sheet.
  const places = list?.facets.places.filter(({ value }) => value.length <= maxChipLength).slice(0, 5) ?? []
  const types = list?.facets.types ?? []
  if (types.length + durations.length + places.length < 2) return null
  return (
    <ul
      aria-label={t('popular')}
      className="needs-scripts -mx-4 flex gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] md:mx-0 md:flex-wrap md:px-0"
    >
      {types.length > 1 ? (
        <PressChip label={t('allTypes')} isRest isOn={!search.type} onPress={() => onChange({ type: undefined })} />
      ) : null}
      {types.length > 1
        ? types.map(({ value, name }) => (
            <PressChip
              key={value}
              label={name ?? value}
              lang={name ? undefined : lang}
              isOn={search.type === value}
              onPress={(isOn) => onChange({ type: isOn ? value : undefined })}
            />
          ))
        : null}
      {durations.length > 1
        ? durations.map(({ value }) => (
            <PressChip
              key={value}
              label={t(`durations.${value}`)}
              isOn={search.duration === value}
              onPress={(isOn) => onChange({ duration: isOn ? value : undefined })}
            />
          ))
        : null}
      {places.length > 1
        ? places.map(({ value }) => (
            <PressChip
              key={value}
              label={value}
              lang={lang}
              isOn={search.place === value}
              onPress={(isOn) => onChange({ place: isOn ? value : undefined })}
            />
          ))
        : null}
    </ul>
  )
}

type PressChipProps = {
  label: string
  lang?: string | undefined
  isOn: boolean
  /** The default value: it cannot be removed. */
  isRest?: boolean
  onPress: (isOn: boolean) => void
}

function PressChip({ label, lang, isOn, isRest, onPress }: PressChipProps) {
  return (
    <li className="flex-none">
      <button
        type="button"
        aria-pressed={isOn}
        onClick={() => onPress(!isOn)}
        className="flex min-h-11 items-center gap-1.5 rounded-full border border-control bg-surface px-4 text-sm whitespace-nowrap hover:border-primary-strong aria-pressed:border-primary aria-pressed:bg-tint aria-pressed:font-semibold"
      >
        <bdi lang={lang}>{label}</bdi>
        {isOn && !isRest ? <X aria-hidden="true" className="size-4" /> : null}
      </button>
    </li>
  )
}
