import { Link } from '@tanstack/react-router'
import type * as z from 'zod'
import { addDays } from '../../kernel/dates.ts'
import type { departureBoard } from '../../modules/booking/contract.ts'
import { Notice } from '../../ui/badge.tsx'
import { joinClasses } from '../../ui/class-names.ts'
import { kindName } from '../labels.tsx'
import { textOf } from '../text.ts'
import { departureHref } from './address.ts'
import { PlacesBar } from './places-bar.tsx'
import { shortDay, startOf, stateOf } from './words.ts'

const t = textOf('departures')
export type Board = z.infer<typeof departureBoard>
type Service = Board['services'][number]
export type BoardDeparture = Service['departures'][number]

function daysOf({ from, to }: Board): readonly string[] {
  const days = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}

/** Services by day; on narrow screens a card for each service. */
export function Week({ board, today }: { board: Board; today: string }) {
  const days = daysOf(board)
  return (
    <>
      <div className="card">
        <table className="w-full table-fixed text-sm max-lg:block">
          <caption className="sr-only">{t('caption', { from: shortDay(board.from), to: shortDay(board.to) })}</caption>
          <thead className="max-lg:hidden">
            <tr className="border-b border-line">
              <th scope="col" className="w-[22%] px-4 py-3 text-start">
                {t('service')}
              </th>
              {days.map((day) => (
                <th key={day} scope="col" className={joinClasses('px-2 py-3 text-start', day === today && 'bg-tint')}>
                  {shortDay(day)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line max-lg:block">
            {board.services.map((service) => (
              <ServiceRow key={service.service_id} service={service} days={days} today={today} />
            ))}
          </tbody>
        </table>
      </div>
      <p className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-2">{t('legend')}</p>
      {board.has_more ? (
        <Notice tone="info" className="mt-3">
          {t('more')}
        </Notice>
      ) : null}
    </>
  )
}

/** Free sale without bookings: nothing to look after, so it takes little room. */
const isQuiet = ({ capacity, taken, state }: BoardDeparture): boolean =>
  capacity === null && taken === 0 && (state === 'open' || state === 'past')

type RowProps = { service: Service; days: readonly string[]; today: string }

function ServiceRow({ service, days, today }: RowProps) {
  return (
    <tr className="align-top max-lg:block max-lg:px-4 max-lg:py-3">
      <th scope="row" className="px-4 py-3 text-start font-semibold wrap-anywhere max-lg:block max-lg:p-0 max-lg:pb-2">
        {service.service_title}
        <span className="block text-xs font-normal text-ink-2">{kindName(service.service_type)}</span>
        {service.departures.every(isQuiet) ? (
          <span className="block text-sm font-normal text-ink-2 lg:hidden">{t('quietWeek')}</span>
        ) : null}
      </th>
      {days.map((day) => {
        const departures = service.departures.filter(({ date }) => date === day)
        return (
          <td
            key={day}
            className={joinClasses(
              'px-2 py-3 max-lg:grid max-lg:grid-cols-[6rem_1fr] max-lg:gap-2 max-lg:bg-transparent max-lg:px-0 max-lg:py-1',
              departures.every(isQuiet) && 'max-lg:hidden!',
              day === today && 'bg-tint',
            )}
          >
            <span aria-hidden="true" className="pt-1 text-ink-2 lg:hidden">
              {shortDay(day)}
            </span>
            <Day departures={departures} serviceId={service.service_id} />
          </td>
        )
      })}
    </tr>
  )
}

/** Nobody has booked it or waits for it, and nothing is to be said of it. */
const isEmpty = ({ taken, waiting, note, is_overbooked: isOverbooked, state }: BoardDeparture): boolean =>
  taken === 0 && waiting === 0 && !note && !isOverbooked && state !== 'closed'
/** A ticket may start every half hour: its empty starts must not fill the screen. */
const maxStarts = 6

function Day({ departures, serviceId }: { departures: readonly BoardDeparture[]; serviceId: string }) {
  const empty = departures.length > maxStarts ? departures.filter(isEmpty) : []
  const list = (shown: readonly BoardDeparture[]) => (
    <ul className="grid gap-1">
      {shown.map((departure) => (
        <li key={departure.time ?? ''}>
          <Departure departure={departure} serviceId={serviceId} />
        </li>
      ))}
    </ul>
  )
  if (empty.length === 0) return list(departures)
  return (
    <div className="grid gap-1">
      {empty.length < departures.length ? list(departures.filter((each) => !empty.includes(each))) : null}
      <details>
        <summary className="cursor-pointer rounded-sm px-2 py-1 text-xs text-ink-2 hover:underline">
          {t('emptyStarts', { count: empty.length })}
        </summary>
        {list(empty)}
      </details>
    </div>
  )
}

function Departure({ departure, serviceId }: { departure: BoardDeparture; serviceId: string }) {
  const { date, taken, held, capacity, waiting, is_overbooked, note } = departure
  const stateName = stateOf(departure)
  const link = { to: departureHref({ service_id: serviceId, date, time: departure.time }) } as const
  const state = stateName ?? t('open')
  if (isQuiet(departure))
    return (
      <Link {...link} className="block px-2 py-1 text-xs text-ink-2 hover:underline">
        {departure.time ? t('openAt', { start: startOf(departure), state }) : state}
      </Link>
    )
  const content = (
    <>
      <span className="block text-xs text-ink-2">{startOf(departure)}</span>
      <span className="flex flex-wrap items-baseline gap-x-2">
        {capacity === null && taken === 0 ? null : (
          <b>{capacity === null ? t('booked', { taken }) : t('places', { taken, capacity })}</b>
        )}
        {stateName ? (
          <span className={joinClasses('text-xs font-semibold', is_overbooked ? 'text-danger' : 'text-ink-2')}>
            {stateName}
          </span>
        ) : null}
      </span>
      {held > 0 ? <span className="block text-xs">{t('held', { held })}</span> : null}
      {waiting > 0 ? <span className="block text-xs">{t('waiting', { waiting })}</span> : null}
      {note ? <span className="typed block text-xs text-ink-2 wrap-anywhere">{note}</span> : null}
      {capacity === null ? null : <PlacesBar taken={taken} held={held} capacity={capacity} />}
    </>
  )
  const look = joinClasses(
    'block rounded-sm border px-2 py-1.5',
    is_overbooked ? 'border-danger bg-danger-tint' : 'border-line',
    (departure.state === 'closed' || departure.state === 'past') && !is_overbooked && 'bg-sunken',
  )
  return (
    <Link {...link} className={joinClasses(look, 'hover:border-control')}>
      {content}
    </Link>
  )
}
