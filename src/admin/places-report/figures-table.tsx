import { Link } from '@tanstack/react-router'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { addDays } from '../../kernel/dates.ts'
import type { PlacesReport } from '../../modules/booking/contract.ts'
import { Notice } from '../../ui/badge.tsx'
import { Table, type TableColumn } from '../../ui/table.tsx'
import { PlacesBar } from '../departures/places-bar.tsx'
import { shortDay } from '../departures/words.ts'
import { kindName } from '../labels.tsx'
import { officeLocale } from '../language.ts'
import { textOf } from '../text.ts'
import { type Figures, sumFigures } from './sum.ts'

const t = textOf('placesReport')
type Service = PlacesReport['items'][number]

type Row = {
  readonly id: string
  readonly figures: Figures
  /** Null: the total. */
  readonly service: Service | null
  /** Null: the whole range. */
  readonly week: string | null
  readonly isOpen: boolean
}

/** A row for each service, its weeks below it, and the total of the services shown. */
export function FiguresTable({ services, weeks }: { services: readonly Service[]; weeks: number }) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const isSingle = services.length === 1
  const toggle = (id: string) =>
    setOpened((open) => new Set(open.has(id) ? [...open].filter((each) => each !== id) : [...open, id]))
  const rows = services.flatMap((service): Row[] => {
    const id = service.service_id
    const isOpen = weeks > 1 && (isSingle || opened.has(id))
    const ofWeeks = isOpen ? service.weeks.map((each) => ({ ...each, figures: each })) : []
    return [
      { id, figures: service.total, service, week: weeks === 1 ? (service.weeks[0]?.week ?? null) : null, isOpen },
      ...ofWeeks.map(({ week, figures }) => ({ id: `${id} ${week}`, figures, service, week, isOpen })),
    ]
  })
  const total = sumFigures(
    services.map((service) => service.total),
    services.flatMap((service) => service.weeks),
  )
  const isUnknown = services.some((service) => service.total.unknown_days > 0)
  const name: TableColumn<Row> = {
    key: 'name',
    header: t('service'),
    isRowHeader: true,
    cell: (row) => <Name row={row} canOpen={weeks > 1 && !isSingle} onToggle={toggle} />,
  }
  return (
    <>
      {isUnknown ? (
        <Notice tone="info" className="mb-3">
          {t('unknown')}
        </Notice>
      ) : null}
      <Table
        caption={t('caption')}
        className="[&_thead_th]:whitespace-normal"
        columns={[name, ...numbers, percent]}
        rows={isSingle ? rows : [...rows, { id: 'total', figures: total, service: null, week: null, isOpen: false }]}
        rowKey={({ id }) => id}
      />
      <p className="mt-3 max-w-prose text-sm text-ink-2">{t('legend')}</p>
    </>
  )
}

const weekName = (week: string): string => t('weekName', { from: shortDay(week), to: shortDay(addDays(week, 6)) })

type NameProps = { row: Row; canOpen: boolean; onToggle: (id: string) => void }
function Name({ row: { service, week, id, isOpen }, canOpen, onToggle }: NameProps) {
  if (!service) return <b>{t('total')}</b>
  if (id !== service.service_id)
    return <span className="block ps-6 font-normal max-sm:ps-0">{week ? weekName(week) : null}</span>
  const title = (
    <span className="min-w-0 text-start wrap-anywhere">
      {service.service_title}
      <span className="block text-xs font-normal text-ink-2">{kindName(service.service_type)}</span>
    </span>
  )
  if (!canOpen) return title
  const Icon = isOpen ? ChevronDown : ChevronRight
  return (
    <button
      type="button"
      className="inline-flex min-h-11 items-center gap-2 font-semibold"
      aria-expanded={isOpen}
      onClick={() => onToggle(id)}
    >
      <Icon aria-hidden="true" className="size-4 shrink-0 mirror" />
      {title}
    </button>
  )
}

/** Leads to the departures of the week, or to the weeks of the service. */
function LinkedNumber({ row: { service, week }, text }: { row: Row; text: string }) {
  if (!service) return <b>{text}</b>
  if (!week)
    return (
      <Link to="/admin/places-report" search={((now: object) => ({ ...now, service: service.service_id })) as never}>
        {text}
      </Link>
    )
  const search = { day: week, type: service.service_type, q: service.service_title.slice(0, 100) }
  return (
    <Link to="/admin/departures" search={search as never}>
      {text}
    </Link>
  )
}

const counts = new Intl.NumberFormat(officeLocale)
const count = (places: number): string => counts.format(places)

function offeredText({ departures, free_sale, offered, unknown_days }: Figures): string {
  if (departures === 0) return unknown_days > 0 ? t('notRecorded') : '0'
  if (departures === free_sale) return t('freeSale')
  return free_sale > 0 ? t('andFreeSale', { offered: count(offered) }) : count(offered)
}

const numbers = (['departures', 'offered', 'sold', 'held', 'used'] as const).map(
  (key): TableColumn<Row> => ({
    key,
    header: t(key),
    align: 'end',
    cell: (row) => (
      <LinkedNumber row={row} text={key === 'offered' ? offeredText(row.figures) : count(row.figures[key])} />
    ),
  }),
)
const percent: TableColumn<Row> = {
  key: 'percent',
  header: t('percent'),
  align: 'end',
  cell: ({ figures: { percent_sold } }) =>
    percent_sold === null ? (
      <span className="text-ink-2">–</span>
    ) : (
      <span className="block min-w-20">
        {t('percentOf', { percent: percent_sold })}
        <PlacesBar taken={percent_sold} held={0} capacity={100} />
      </span>
    ),
}
