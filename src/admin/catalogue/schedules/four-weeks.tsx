import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { weekdayOf } from '../../../kernel/calendar-days.ts'
import { formatMoney, money } from '../../../kernel/money.ts'
import type { Departure, DepartureReason } from '../../../modules/inventory/index.ts'
import { Notice } from '../../../ui/badge.tsx'
import { joinClasses } from '../../../ui/class-names.ts'
import { agencyZone } from '../../agency-clock.ts'
import { api } from '../../api.ts'
import { officeLocale } from '../../language.ts'
import { textOf } from '../../text.ts'
import { listed } from '../../written.ts'
import type { EditedKind } from '../edited-kind.ts'
import { currencyOf, type FormValues } from '../form.ts'
import { daysOf, exceptionsIn, type PreviewDay, type PreviewPlan, planOf, wantedOf } from './preview.ts'

const t = textOf('schedules')
const dayName = new Intl.DateTimeFormat(officeLocale, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
})
/** The first day stands below the name of its weekday. */
const columns = [
  ...['sm:col-start-1', 'sm:col-start-2', 'sm:col-start-3', 'sm:col-start-4'],
  ...['sm:col-start-5', 'sm:col-start-6', 'sm:col-start-7'],
]
const maxShown = 5

type Props = { edited: EditedKind; values: FormValues; itemId: string | null }

export function FourWeeks({ edited, values, itemId }: Props) {
  const [now] = useState(() => new Date())
  const currency = currencyOf(values)
  const plan = planOf(edited, values, agencyZone())
  const exceptions = useExceptions(itemId, plan)
  const { leftOut } = plan
  // Most keys that are typed into the form change no departure.
  const key = JSON.stringify([plan, currency])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the plan and the currency
  const { days, list } = useMemo(() => {
    const days = daysOf(plan, now, exceptions.data)
    return { days, list: <Days days={days} priceOf={(departure) => priceOf(edited, departure, currency)} /> }
  }, [key, now, edited, exceptions.data])
  const count = days.reduce((sum, { departures }) => sum + departures.filter(({ reason }) => reason === null).length, 0)
  return (
    <section aria-labelledby="four-weeks" className="grid min-w-0 gap-3">
      <h3 id="four-weeks" className="group-legend">
        {t('nextWeeks')}
      </h3>
      <p role="status" className="text-sm text-ink-2">
        {t('onSale', { count })}
      </p>
      {leftOut.length > 0 ? (
        <Notice tone="warn">{t('leftOut', { count: leftOut.length, numbers: listed(leftOut.map(String)) })}</Notice>
      ) : null}
      {exceptions.isError ? <Notice tone="warn">{t('withoutExceptions')}</Notice> : null}
      {list}
    </section>
  )
}

/** Departures that staff have changed, blocked dates, and uses of the resources that the form names. */
function useExceptions(itemId: string | null, plan: PreviewPlan) {
  const wanted = { ...(itemId !== null && { service_id: itemId }), ...wantedOf(plan) }
  return useQuery({
    queryKey: ['departure-exceptions', wanted],
    queryFn: async () => exceptionsIn(await api.inventory.admin.exceptions(wanted)),
    placeholderData: keepPreviousData,
  })
}

type DaysProps = { days: readonly PreviewDay[]; priceOf: (departure: Departure) => string | null }
const Days = ({ days, priceOf }: DaysProps) => (
  <ol className="grid grid-cols-1 gap-px overflow-hidden rounded-lg border border-line bg-line text-sm sm:grid-cols-7">
    {days.map((day, at) => (
      <Day
        key={day.date}
        day={day}
        className={at === 0 ? columns[weekdayOf(day.date) - 1] : undefined}
        priceOf={priceOf}
      />
    ))}
  </ol>
)

/** The first price field that the season replaces. */
function priceOf({ priceFields }: EditedKind, { prices }: Departure, currency: string): string | null {
  const minor = priceFields.flatMap(({ name }) => prices?.[name] ?? [])[0]
  return minor === undefined ? null : formatMoney(money(minor, currency))
}

type DayProps = {
  day: PreviewDay
  className: string | undefined
  priceOf: (departure: Departure) => string | null
}

function Day({ day: { date, departures }, className, priceOf }: DayProps) {
  const isOnSale = departures.some(({ reason }) => reason === null)
  return (
    <li
      className={joinClasses(
        'flex min-w-0 gap-x-3 gap-y-1 px-3 py-1.5 sm:min-h-20 sm:flex-col sm:p-2',
        isOnSale ? 'bg-surface' : 'bg-sunken text-ink-2',
        className,
      )}
    >
      <b className="w-24 flex-none text-xs font-semibold sm:w-auto">{dayName.format(new Date(`${date}T00:00:00Z`))}</b>
      {departures.length === 0 ? <span className="text-xs">{t('none')}</span> : null}
      <ul className="flex min-w-0 flex-wrap gap-x-3 empty:hidden sm:grid sm:gap-1">
        {departures.slice(0, maxShown).map((departure) => (
          <li key={departure.time ?? ''} className={joinClasses(departure.reason !== null && 'text-ink-2')}>
            <Start departure={departure} price={priceOf(departure)} />
          </li>
        ))}
        {departures.length > maxShown ? (
          <li className="text-xs text-ink-2">{t('more', { count: departures.length - maxShown })}</li>
        ) : null}
      </ul>
    </li>
  )
}

const reasonWords = {
  ...{ started: 'saleEnded', cut_off: 'saleEnded', full: 'soldOut', busy: 'busy' },
  ...{ closed: 'closed', out_of_season: 'closed', unscheduled: 'closed' },
} as const satisfies Record<DepartureReason, string>

function Start({ departure, price }: { departure: Departure; price: string | null }) {
  const { time, hours, capacity, reason } = departure
  const name = time ?? (hours ? t('open', { from: hours.from, to: hours.to }) : t('wholeDay'))
  const facts = [
    ...(reason === null ? [] : [t(reasonWords[reason])]),
    ...(capacity === null ? [] : [t('places', { count: capacity })]),
    ...(price === null ? [] : [price]),
  ]
  return (
    <>
      <span className={joinClasses('tabular-nums', reason === null ? 'font-semibold' : 'line-through')}>{name}</span>
      {facts.length > 0 ? <span className="text-xs text-ink-2"> {listed(facts, 'dots')}</span> : null}
    </>
  )
}
