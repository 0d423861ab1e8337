import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ArrowLeft, ArrowRight, CalendarRange } from 'lucide-react'
import { addDays, daysBetween, isLocalDate } from '../../kernel/dates.ts'
import { kinds } from '../../services/index.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { agencyToday } from '../agency-clock.ts'
import { api } from '../api.ts'
import { LoadedList } from '../lists/list-states.tsx'
import { SearchField } from '../lists/search-field.tsx'
import { say, textOf } from '../text.ts'
import { Month } from './month.tsx'
import { Tools } from './tools.tsx'
import { Week } from './week.tsx'

const t = textOf('departures')
/** `resource` is an id, `guide` part of a name. */
export type DeparturesSearch = {
  day?: string
  type?: string
  q?: string
  view?: string
  resource?: string
  guide?: string
}

/** The days shown: a week from the chosen day on, or its whole month. */
function rangeOf(day: string, isMonth: boolean): { from: string; days: number; before: string; after: string } {
  if (!isMonth) return { from: day, days: 7, before: addDays(day, -7), after: addDays(day, 7) }
  const from = `${day.slice(0, 8)}01`
  const after = `${addDays(from, 31).slice(0, 8)}01`
  return { from, days: daysBetween(from, after), before: `${addDays(from, -1).slice(0, 8)}01`, after }
}

interface Wanted {
  readonly from: string
  readonly days: number
  readonly type: string | undefined
  readonly q: string | undefined
  readonly resource_id: string | undefined
  readonly guide: string | undefined
}
/** Only the shown view is loaded: a month of single departures would be a large answer. */
function useShown(wanted: Wanted, isMonth: boolean) {
  const week = useQuery({
    queryKey: ['departures', wanted],
    queryFn: () => api.booking.admin.departures(wanted),
    placeholderData: keepPreviousData,
    enabled: !isMonth,
  })
  const month = useQuery({
    queryKey: ['departure-days', wanted],
    queryFn: () => api.booking.admin.departureDays(wanted),
    placeholderData: keepPreviousData,
    enabled: isMonth,
  })
  return { week, month }
}

type Change = (next: DeparturesSearch) => void

/** A week of departures, from today on, or a month. */
export function DeparturesSection() {
  const search: DeparturesSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  const { type, q, view, resource, guide } = search
  const isMonth = view === 'month'
  const range = rangeOf(isLocalDate(search.day) ? search.day : agencyToday(), isMonth)
  const { from, days } = range
  const { week, month } = useShown({ from, days, type, q, resource_id: resource, guide }, isMonth)
  const change: Change = (next) => {
    const wanted = { day: from, type, q, view, resource, guide, ...next }
    const kept = Object.entries(wanted).filter(([, value]) => value)
    void navigate({ to: '/admin/departures', search: Object.fromEntries(kept) as never, resetScroll: false })
  }
  return (
    <>
      <title>{t('title')}</title>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl sm:text-3xl">{t('title')}</h1>
        <Tools day={from} />
      </div>
      <div className="mb-4 flex flex-wrap items-end justify-between gap-3">
        <Filters search={search} onChange={change} />
        <RangeChoice range={range} isMonth={isMonth} onChange={change} />
      </div>
      {isMonth ? (
        <LoadedList query={month} words={t}>
          {(shown) => (shown.services.length === 0 ? <Nothing /> : <Month shown={shown} today={agencyToday()} />)}
        </LoadedList>
      ) : (
        <LoadedList query={week} words={t}>
          {(board) => (board.services.length === 0 ? <Nothing /> : <Week board={board} today={agencyToday()} />)}
        </LoadedList>
      )}
    </>
  )
}

const Nothing = () => (
  <EmptyState icon={<CalendarRange aria-hidden="true" />} title={t('none')} description={t('noneHint')} />
)

const typeOptions = [
  { value: '', label: t('allTypes') },
  ...kinds.map(({ key, labels }) => ({ value: key, label: say(labels.plural) })),
]

const viewOptions = [
  { value: '', label: t('week') },
  { value: 'month', label: t('month') },
]

function Filters({
  search: { type = '', q = '', view = '', resource = '', guide = '' },
  onChange,
}: {
  search: DeparturesSearch
  onChange: Change
}) {
  return (
    <search className="min-w-0 flex-1 basis-80">
      <form
        className="grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap"
        onSubmit={(event) => event.preventDefault()}
      >
        <SearchField
          label={t('search')}
          hint={t('searchHint')}
          q={q}
          onSearch={(next) => onChange({ q: next })}
          className="col-span-2 flex-1 sm:max-w-72 sm:basis-48"
        />
        <Field label={t('type')}>
          <Select value={type} options={typeOptions} onChange={(event) => onChange({ type: event.target.value })} />
        </Field>
        <ResourceFilter resource={resource} onChange={onChange} />
        <SearchField
          label={t('guideFilter')}
          hint={t('guideHint')}
          q={guide}
          onSearch={(next) => onChange({ guide: next })}
          className="flex-1 sm:max-w-56 sm:basis-40"
        />
        <Field label={t('view')}>
          <Select value={view} options={viewOptions} onChange={(event) => onChange({ view: event.target.value })} />
        </Field>
      </form>
    </search>
  )
}

/** Nothing where no item shares anything. */
function ResourceFilter({ resource, onChange }: { resource: string; onChange: Change }) {
  const { data = [] } = useQuery({
    queryKey: ['resources'],
    queryFn: () => api.inventory.admin.resources.list(),
  })
  if (data.length === 0) return null
  const options = [{ value: '', label: t('allResources') }, ...data.map(({ id, name }) => ({ value: id, label: name }))]
  return (
    <Field label={t('resourceFilter')}>
      <Select value={resource} options={options} onChange={(event) => onChange({ resource: event.target.value })} />
    </Field>
  )
}

type RangeProps = { range: ReturnType<typeof rangeOf>; isMonth: boolean; onChange: Change }
function RangeChoice({ range: { from, before, after }, isMonth, onChange }: RangeProps) {
  return (
    <div className="flex items-end gap-2 max-sm:w-full">
      <Button
        variant="secondary"
        iconOnly
        aria-label={t(isMonth ? 'monthBefore' : 'before')}
        onClick={() => onChange({ day: before })}
      >
        <ArrowLeft aria-hidden="true" className="mirror" />
      </Button>
      <Field label={t('from')} className="min-w-0 flex-1 grid-cols-1">
        <TextInput
          type="date"
          value={from}
          onChange={({ target: { value } }) => {
            if (isLocalDate(value)) onChange({ day: value })
          }}
        />
      </Field>
      <Button
        variant="secondary"
        iconOnly
        aria-label={t(isMonth ? 'monthAfter' : 'after')}
        onClick={() => onChange({ day: after })}
      >
        <ArrowRight aria-hidden="true" className="mirror" />
      </Button>
      <Button variant="secondary" onClick={() => onChange({ day: agencyToday() })}>
        {t('today')}
      </Button>
    </div>
  )
}
