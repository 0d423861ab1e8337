import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatMoney, type Money } from '../../kernel/money.ts'
import type { PeriodFigures } from '../../modules/booking/contract.ts'
import { Button } from '../../ui/button.tsx'
import { ChipRadio } from '../../ui/choices.tsx'
import { Field } from '../../ui/field.tsx'
import { Skeleton, SkeletonRegion } from '../../ui/skeleton.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { agencyToday } from '../agency-clock.ts'
import { api } from '../api.ts'
import { Amount } from '../labels.tsx'
import { useMayEnter } from '../may-enter.ts'
import { textOf } from '../text.ts'
import { count } from '../written.ts'
import { KindTable } from './kind-table.tsx'
import { ListLink, numberLink } from './list-link.tsx'
import { changeOf, type Period, periodIn, periodNames } from './periods.ts'

const t = textOf('periodFigures')
type Search = { readonly period?: string; readonly from?: string; readonly to?: string }

/** Figures of a period that staff choose, beside the period of the same length before. */
export function PeriodSection() {
  const search: Search = useSearch({ strict: false })
  const { name, days } = periodIn(search, agencyToday())
  const figures = useQuery({
    queryKey: ['dashboard', 'period', days],
    queryFn: () => api.booking.admin.periodFigures(days as Period),
    enabled: days !== null,
    placeholderData: keepPreviousData,
  })
  return (
    <section aria-labelledby="period-figures">
      <div className="mb-2 flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <h2 id="period-figures" className="text-base">
          {t('title')}
        </h2>
        <PeriodChoice name={name} days={days} />
      </div>
      {days === null ? <p role="alert">{t('wrong')}</p> : null}
      {figures.isLoading ? (
        <SkeletonRegion label={t('loading')}>
          <Skeleton className="h-28" />
        </SkeletonRegion>
      ) : null}
      {figures.isError && !figures.data ? (
        <div className="card flex-row! flex-wrap items-center gap-3 p-4">
          <p className="text-ink-2">{t('failed')}</p>
          <Button size="sm" variant="secondary" onClick={() => void figures.refetch()}>
            {t('retry')}
          </Button>
        </div>
      ) : null}
      {figures.data && days ? <Shown figures={figures.data} isOld={figures.isPlaceholderData} /> : null}
    </section>
  )
}

function PeriodChoice({ name, days }: { name: (typeof periodNames)[number]; days: Period | null }) {
  const navigate = useNavigate()
  const search: Search = useSearch({ strict: false })
  const change = (next: Search) => void navigate({ to: '/admin', search: next as never, resetScroll: false })
  return (
    <div className="flex flex-wrap items-end gap-2">
      <ChipRadio
        legend={t('legend')}
        hideLegend
        name="figures-period"
        flow
        value={name}
        onChange={(period) => change(period === 'own' ? { period, ...days } : { period })}
        options={periodNames.map((value) => ({ value, label: t(`names.${value}`) }))}
      />
      {name === 'own'
        ? (['from', 'to'] as const).map((key) => (
            <Field key={key} label={t(key)}>
              <TextInput
                type="date"
                value={search[key] ?? ''}
                onChange={({ target: { value } }) => change({ ...search, [key]: value })}
              />
            </Field>
          ))
        : null}
    </div>
  )
}

function Shown({ figures, isOld }: { figures: PeriodFigures; isOld: boolean }) {
  const { from, to, previous, now, before, outstanding } = figures
  const bookings = (text: string, { from, to }: Period) => (
    <ListLink search={{ booked_from: from, booked_to: to }} text={text} />
  )
  const { currency } = now.net
  return (
    <div className={isOld ? 'grid gap-3 opacity-60' : 'grid gap-3'} aria-busy={isOld}>
      <dl className="grid grid-cols-1 gap-3 sm:grid-cols-3">
        <Figure label={t('bookings')} value={bookings(count(now.bookings), { from, to })}>
          {bookings(compared(now.bookings, before.bookings, count(before.bookings)), previous)}
        </Figure>
        <Figure
          label={t('net', { currency })}
          value={
            <ReportLink {...{ from, to }}>
              <Amount value={now.net} />
            </ReportLink>
          }
        >
          <ReportLink {...previous}>{compared(now.net.minor, before.net.minor, exact(before.net))}</ReportLink>
        </Figure>
        <Figure
          label={t('outstanding', { currency })}
          value={<ListLink search={{ open: 'balance' }} text={exact(outstanding.amount)} />}
        >
          {t('outstandingHint', { count: outstanding.bookings })}
        </Figure>
      </dl>
      <KindTable figures={figures} />
      <p className="text-sm text-ink-2">
        {previous.from === previous.to ? t('comparedDay', previous) : t('compared', previous)} {t('paidHint')}
      </p>
    </div>
  )
}

/** Opens the sales report of the days, for staff who may see it. */
function ReportLink({ from, to, children }: Period & { children: ReactNode }) {
  if (!useMayEnter('payments')) return children
  return (
    <Link to="/admin/sales-report" search={{ from, to } as never} className={numberLink}>
      {children}
    </Link>
  )
}
const exact = (value: Money): string => formatMoney(value, { exact: true })

/** In words and with an arrow: colour alone would not tell everybody. */
function compared(now: number, before: number, text: string): string {
  const { way, percent } = changeOf(now, before)
  if (way === 'same') return t('same', { before: text })
  return percent === null ? t(`${way}Unmeasured`, { before: text }) : t(way, { change: `${percent}%`, before: text })
}

const Figure = ({ label, value, children }: { label: string; value: ReactNode; children: ReactNode }) => (
  <div className="card p-4">
    <dt className="text-sm text-ink-2">{label}</dt>
    <dd className="mt-1">
      <span className="block font-display text-xl leading-tight font-bold tabular-nums">{value}</span>
      <span className="mt-1 block text-sm text-ink-2">{children}</span>
    </dd>
  </div>
)
