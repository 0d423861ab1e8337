import { Link } from '@tanstack/react-router'
import type * as z from 'zod'
import { addDays } from '../../kernel/dates.ts'
import type { departureDays } from '../../modules/booking/contract.ts'
import { Notice } from '../../ui/badge.tsx'
import { joinClasses } from '../../ui/class-names.ts'
import { kindName } from '../labels.tsx'
import { textOf } from '../text.ts'
import { listed } from '../written.ts'
import { departureHref } from './address.ts'
import { PlacesBar } from './places-bar.tsx'
import { shortDay } from './words.ts'

const t = textOf('departures')
export type DepartureDays = z.infer<typeof departureDays>
type Service = DepartureDays['services'][number]
type DaySummary = Service['days'][number]

const daysOf = ({ from, to }: DepartureDays): readonly string[] => {
  const days = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}

/** A strip of days for each service. A day leads to its departure, or to the week when it has several. */
export function Month({ shown, today }: { shown: DepartureDays; today: string }) {
  const days = daysOf(shown)
  return (
    <>
      <ul className="card divide-y divide-line">
        {shown.services.map((service) => (
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
      {shown.has_more ? (
        <Notice tone="info" className="mt-3">
          {t('more')}
        </Notice>
      ) : null}
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
  const summary = service.days.find(({ date }) => date === day)
  const look = 'block min-h-11 rounded-sm border px-1 py-1 text-center text-xs'
  const number = Number(day.slice(8))
  if (!summary) return <span className={joinClasses(look, 'border-transparent text-ink-2')}>{number}</span>
  const address =
    summary.departures === 1
      ? { to: departureHref({ service_id: service.service_id, date: day, time: summary.time }) }
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
        // On a phone it breaks after the slash, never inside a number.
        <b aria-hidden="true" className="block text-sm leading-tight wrap-normal tabular-nums">
          {summary.taken}
          {summary.capacity === null ? null : (
            <>
              /<wbr />
              {summary.capacity}
            </>
          )}
        </b>
      ) : null}
      {summary.taken > 0 && summary.capacity !== null ? (
        <PlacesBar taken={summary.taken} held={summary.held} capacity={summary.capacity} />
      ) : null}
    </Link>
  )
}

function placesOf({ taken, held, capacity }: DaySummary): string {
  const places = capacity === null ? t('booked', { taken }) : t('places', { taken, capacity })
  return held > 0 ? listed([places, t('held', { held })]) : places
}
