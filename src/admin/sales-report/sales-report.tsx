import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Download, Printer } from 'lucide-react'
import { isLocalDate } from '../../kernel/dates.ts'
import { reportGroups } from '../../modules/payment/index.ts'
import { kinds } from '../../services/index.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { agencyToday } from '../agency-clock.ts'
import { api } from '../api.ts'
import { Loaded } from '../form/section.tsx'
import { say, textOf } from '../text.ts'
import { daysOf, periods } from './periods.ts'
import { SalesFigures } from './sales-figures.tsx'
import { SalesTable } from './sales-table.tsx'

const t = textOf('salesReport')
type SalesSearch = { readonly [key in 'from' | 'to' | 'by' | 'type']?: string | undefined }

function wantedOf({ from, to, by, type }: SalesSearch) {
  const usual = daysOf('this-month', agencyToday())
  const first = isLocalDate(from) ? from : usual.from
  const last = isLocalDate(to) ? to : usual.to
  return {
    ...{ from: first, to: last < first ? first : last },
    by: reportGroups.find((each) => each === by) ?? 'kind',
    ...(type && { type }),
  }
}
type Wanted = ReturnType<typeof wantedOf>

export function SalesReportSection() {
  const search: SalesSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  const wanted = wantedOf(search)
  const change = (next: SalesSearch) => {
    const kept = Object.entries({ ...search, ...next }).filter(([, value]) => value)
    void navigate({ to: '/admin/sales-report', search: Object.fromEntries(kept) as never, resetScroll: false })
  }
  const report = useQuery({
    queryKey: ['sales-report', wanted],
    queryFn: () => api.payment.admin.salesReport(wanted),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <title>{t('title')}</title>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl sm:text-3xl">{t('title')}</h1>
        <Actions wanted={wanted} />
      </div>
      <p className="mt-1 mb-4 max-w-prose text-ink-2">{t('intro')}</p>
      <Filters wanted={wanted} onChange={change} />
      <Loaded query={report}>
        {(data) => (
          <div className={report.isPlaceholderData ? 'opacity-60' : undefined} aria-busy={report.isPlaceholderData}>
            <SalesFigures report={data} />
            <SalesTable report={data} />
            <p className="mt-3 max-w-prose text-sm text-ink-2">{t('legend')}</p>
          </div>
        )}
      </Loaded>
    </>
  )
}

const Actions = ({ wanted }: { wanted: Wanted }) => (
  <div className="flex flex-wrap gap-2 print:hidden">
    <Button variant="secondary" icon={<Printer aria-hidden="true" />} onClick={() => window.print()}>
      {t('print')}
    </Button>
    <a
      href={`/api/admin/sales-report.csv?${new URLSearchParams(wanted)}`}
      download
      className={buttonClass({ variant: 'secondary' })}
    >
      <Download aria-hidden="true" /> {t('csv')}
    </a>
  </div>
)

const periodOptions = [
  { value: '', label: t('ownPeriod') },
  ...periods.map((value) => ({ value, label: t(`periods.${value}`) })),
]
const typeOptions = [
  { value: '', label: t('allKinds') },
  ...kinds.map(({ key, labels }) => ({ value: key, label: say(labels.plural) })),
]
const groupOptions = reportGroups.map((value) => ({ value, label: t(`by.${value}`) }))

function Filters({ wanted, onChange }: { wanted: Wanted; onChange: (next: SalesSearch) => void }) {
  const today = agencyToday()
  const period = periods.find((name) => {
    const { from, to } = daysOf(name, today)
    return from === wanted.from && to === wanted.to
  })
  const choosePeriod = (value: string) => {
    const name = periods.find((each) => each === value)
    if (name) onChange(daysOf(name, today))
  }
  const day = (key: 'from' | 'to') => (
    <Field label={t(key)} className="min-w-0 grid-cols-1">
      <TextInput
        type="date"
        value={wanted[key]}
        onChange={({ target: { value } }) => {
          if (isLocalDate(value)) onChange({ from: wanted.from, to: wanted.to, [key]: value })
        }}
      />
    </Field>
  )
  return (
    <search className="mb-4 block print:hidden">
      <form
        className="grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap"
        onSubmit={(event) => event.preventDefault()}
      >
        <Field label={t('period')} className="max-sm:col-span-2">
          <Select value={period ?? ''} options={periodOptions} onChange={({ target }) => choosePeriod(target.value)} />
        </Field>
        {day('from')}
        {day('to')}
        <Field label={t('groupBy')}>
          <Select value={wanted.by} options={groupOptions} onChange={({ target }) => onChange({ by: target.value })} />
        </Field>
        <Field label={t('kind')}>
          <Select
            value={wanted.type ?? ''}
            options={typeOptions}
            onChange={({ target }) => onChange({ type: target.value })}
          />
        </Field>
      </form>
    </search>
  )
}
