import { Link } from '@tanstack/react-router'
import { addDays } from '../../kernel/dates.ts'
import { joinClasses } from '../../ui/class-names.ts'
import { kindName } from '../labels.tsx'
import { textOf } from '../text.ts'
import { departureHref } from './address.ts'
import { type DaySummary, summarizeDay } from './day-summary.ts'
import type { Board } from './week.tsx'
import { shortDay } from './words.ts'

const t = textOf('departures')
type Service = Board['services'][number]

const daysOf = ({ from, to }: Board): readonly string[] => {
  const days = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}

/** A strip of days for each service. A day leads to its departure, or to the week when it has several. */
export function Month({ board, today }: { board: Board; today: string }) {
  const days = daysOf(board)
  return (
    <>
      <ul className="card divide-y divide-line">
        {board.services.map((service) => (
          <li key={service.service_id} className="px-4 py-3 sm:px-5">
            <h2 className="text-base font-semibold wrap-anywhere">
              {service.service_title}{' '}
              <span className="text-xs font-normal text-ink-2">{kindName(service.service_type)}</span>
            </h2>
            <ul className="mt-2 grid grid-cols-7 gap-1 sm:grid-cols-11 xl:grid-cols-16">
              {days.map((day) => (
                <li key={day}>
                  <Day day={day} service={service} isToday={day === today} />
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-sm text-ink-2">{t('monthLegend')}</p>
    </>
  )
}

const looks: Readonly<Record<DaySummary['state'], string>> = {
  overbooked: 'border-danger bg-danger-tint font-semibold text-danger',
  sold_out: 'border-control bg-tint font-semibold',
  closed: 'border-line bg-sunken text-ink-2 line-through',
  past: 'border-line bg-sunken text-ink-2',
  open: 'border-line',
}

type DayProps = { day: string; service: Service; isToday: boolean }
function Day({ day, service, isToday }: DayProps) {
  const departures = service.departures.filter(({ date }) => date === day)
  const look = 'block min-h-11 rounded-sm border px-1 py-1 text-center text-xs'
  const number = Number(day.slice(8))
  if (departures.length === 0)
    return <span className={joinClasses(look, 'border-transparent text-ink-2')}>{number}</span>
  const summary = summarizeDay(departures)
  const [only] = departures
  const address =
    departures.length === 1 && only
      ? { to: departureHref({ service_id: service.service_id, date: day, time: only.time }) }
      : { to: '/admin/departures', search: { day, q: service.service_title } as never }
  return (
    <Link
      {...address}
      aria-current={isToday ? 'date' : undefined}
      className={joinClasses(
        look,
        looks[summary.state],
        isToday && 'outline-2 outline-primary',
        'hover:border-control',
      )}
    >
      <span className="sr-only">
        {t('dayName', { day: shortDay(day), places: placesOf(summary), state: t(summary.state) })}
      </span>
      <span aria-hidden="true" className="block">
        {number}
      </span>
      {summary.taken > 0 ? (
        <b aria-hidden="true" className="block text-sm tabular-nums">
          {summary.taken}
        </b>
      ) : null}
    </Link>
  )
}

const placesOf = ({ taken, capacity }: DaySummary): string =>
  capacity === null ? t('booked', { taken }) : t('places', { taken, capacity })
