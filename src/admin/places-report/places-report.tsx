import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { ChartColumn, Download, Printer } from 'lucide-react'
import { addDays, isLocalDate } from '../../kernel/dates.ts'
import { weekOf } from '../../modules/inventory/index.ts'
import { kinds } from '../../services/index.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { agencyToday } from '../agency-clock.ts'
import { api } from '../api.ts'
import { LongList } from '../lists/long-list.tsx'
import { SearchField } from '../lists/search-field.tsx'
import { say, textOf } from '../text.ts'
import { FiguresTable } from './figures-table.tsx'

const t = textOf('placesReport')
export type ReportSearch = { from?: string; weeks?: string; type?: string; q?: string; service?: string }

const weekCounts = [1, 4, 13, 26, 53]
const usualWeeks = 4

/** Four weeks by default: the last two, this week and the next. */
const usualFrom = () => addDays(weekOf(agencyToday()), -14)

function wantedOf({ from, weeks, type, q, service }: ReportSearch) {
  const count = weekCounts.find((each) => String(each) === weeks) ?? usualWeeks
  return {
    from: weekOf(isLocalDate(from) ? from : usualFrom()),
    weeks: count,
    ...(type && { type }),
    ...(q && { q }),
    ...(service && { service_id: service }),
  }
}

export function PlacesReportSection() {
  const search: ReportSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  const wanted = wantedOf(search)
  const change = (next: ReportSearch) => {
    const kept = Object.entries({ ...search, ...next }).filter(([, value]) => value)
    void navigate({ to: '/admin/places-report', search: Object.fromEntries(kept) as never, resetScroll: false })
  }
  return (
    <>
      <title>{t('title')}</title>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl sm:text-3xl">{t('title')}</h1>
        <Actions wanted={wanted} />
      </div>
      <p className="mt-1 mb-4 max-w-prose text-ink-2">{t('intro')}</p>
      <Filters search={search} wanted={wanted} onChange={change} />
      {wanted.service_id ? (
        <p className="mb-3">
          <Link to="/admin/places-report" search={{ ...search, service: undefined } as never}>
            {t('allServices')}
          </Link>
        </p>
      ) : null}
      <LongList
        queryKey={['places-report', wanted]}
        ask={({ cursor }) => api.booking.admin.placesReport({ ...wanted, ...(cursor && { cursor }) })}
        words={t}
        isFiltered={Boolean(wanted.type ?? wanted.q ?? wanted.service_id)}
        icon={<ChartColumn aria-hidden="true" />}
      >
        {(services) => <FiguresTable key={JSON.stringify(wanted)} services={services} weeks={wanted.weeks} />}
      </LongList>
    </>
  )
}

type Wanted = ReturnType<typeof wantedOf>

function Actions({ wanted }: { wanted: Wanted }) {
  const query = new URLSearchParams(Object.entries(wanted).map(([key, value]) => [key, String(value)]))
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      <Button variant="secondary" icon={<Printer aria-hidden="true" />} onClick={() => window.print()}>
        {t('print')}
      </Button>
      <a href={`/api/admin/places-report.csv?${query}`} download className={buttonClass({ variant: 'secondary' })}>
        <Download aria-hidden="true" /> {t('csv')}
      </a>
    </div>
  )
}

const typeOptions = [
  { value: '', label: t('allTypes') },
  ...kinds.map(({ key, labels }) => ({ value: key, label: say(labels.plural) })),
]
const weekOptions = weekCounts.map((count) => ({ value: String(count), label: t('weekCount', { count }) }))

type FiltersProps = { search: ReportSearch; wanted: Wanted; onChange: (next: ReportSearch) => void }
const Filters = ({ search: { type = '', q = '' }, wanted, onChange }: FiltersProps) => (
  <search className="mb-4 block print:hidden">
    <form className="flex flex-wrap items-end gap-3" onSubmit={(event) => event.preventDefault()}>
      <Field label={t('from')}>
        <TextInput
          type="date"
          value={wanted.from}
          onChange={({ target: { value } }) => {
            if (isLocalDate(value)) onChange({ from: weekOf(value) })
          }}
        />
      </Field>
      <Field label={t('weeks')}>
        <Select
          value={String(wanted.weeks)}
          options={weekOptions}
          onChange={(event) => onChange({ weeks: event.target.value })}
        />
      </Field>
      <Field label={t('type')}>
        <Select value={type} options={typeOptions} onChange={(event) => onChange({ type: event.target.value })} />
      </Field>
      <SearchField
        label={t('search')}
        hint={t('searchHint')}
        q={q}
        onSearch={(next) => onChange({ q: next })}
        className="max-w-72 flex-1 basis-48"
      />
    </form>
  </search>
)
