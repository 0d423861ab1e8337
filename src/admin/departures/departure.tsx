import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { ArrowLeft, UsersRound } from 'lucide-react'
import { formatMoney, money } from '../../kernel/money.ts'
import type { DeparturePage } from '../../modules/booking/contract.ts'
import { Notice, StatusBadge, type Tone } from '../../ui/badge.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { agencyToday } from '../agency-clock.ts'
import { api } from '../api.ts'
import { kindName } from '../labels.tsx'
import { LoadedList } from '../lists/list-states.tsx'
import { SectionNotFound } from '../shell/section-states.tsx'
import { textOf } from '../text.ts'
import { listed } from '../written.ts'
import { type DepartureAddress, readAddress } from './address.ts'
import { CancellationNotice } from './cancellation-notice.tsx'
import { DepartureActions } from './departure-actions.tsx'
import { DepartureResources } from './departure-resources.tsx'
import { Parties } from './parties.tsx'
import { PlacesBar } from './places-bar.tsx'
import { WaitingList } from './waiting-list.tsx'
import { dayName, guests, startOf, stateOf } from './words.ts'

const t = textOf('departures')
const page = textOf('departurePage')
const cancel = textOf('departureCancel')

export function DeparturePageSection() {
  const address = readAddress(useParams({ strict: false }))
  return address ? <Departure address={address} /> : <SectionNotFound />
}

function Departure({ address }: { address: DepartureAddress }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { service_id, date, time } = address
  const query = useQuery({
    queryKey: ['departure', service_id, date, time],
    queryFn: () => api.booking.admin.departure({ service_id, date, ...(time && { time }) }),
    placeholderData: keepPreviousData,
    // The bookings of a cancelled departure are settled in the background.
    refetchInterval: ({ state }) => (state.data?.cancellation?.waiting ? 2_000 : false),
  })
  const changed = () => {
    void client.invalidateQueries({ queryKey: ['departure'] })
    void client.invalidateQueries({ queryKey: ['departures'] })
  }
  const removed = () => {
    void client.invalidateQueries({ queryKey: ['departures'] })
    void navigate({ to: '/admin/departures', search: { day: date } as never })
  }
  return (
    <>
      <title>{page('title')}</title>
      <Link
        to="/admin/departures"
        search={{ day: date } as never}
        className="mb-3 inline-flex min-h-11 items-center gap-2 text-primary-strong print:hidden"
      >
        <ArrowLeft aria-hidden="true" className="mirror size-4" /> {t('title')}
      </Link>
      <LoadedList query={query} words={page}>
        {(departure) => (
          <div className="grid grid-cols-1 gap-4">
            <Head departure={departure} />
            <DepartureActions page={departure} onChanged={changed} onRemoved={removed} />
            <CancellationNotice page={departure} onChanged={changed} />
            <Places departure={departure} />
            <DepartureResources page={departure} />
            <Travellers departure={departure} />
            <WaitingList page={departure} onChanged={changed} />
          </div>
        )}
      </LoadedList>
    </>
  )
}

type Props = { departure: DeparturePage }

function toneOf({ is_overbooked, state }: DeparturePage): Tone {
  if (is_overbooked) return 'danger'
  if (state === 'sold_out') return 'warn'
  return state === 'closed' || state === 'past' ? 'neutral' : 'success'
}

const travelBy = ({ travel_mode, carrier }: DeparturePage): string =>
  listed([travel_mode && t(`modes.${travel_mode}`), carrier], 'dots')

const Head = ({ departure }: Props) => (
  <header>
    <p className="text-sm text-ink-2">{kindName(departure.service_type)}</p>
    <h1 className="text-2xl wrap-anywhere sm:text-3xl">{departure.service_title}</h1>
    <p className="mt-1 text-lg">
      {dayName(departure.date)} · {startOf(departure)}
    </p>
    {departure.return_date ? (
      <p className="text-ink-2">{t('returnsOn', { day: dayName(departure.return_date) })}</p>
    ) : null}
    {travelBy(departure) ? <p className="text-ink-2">{travelBy(departure)}</p> : null}
    <p className="mt-2 flex flex-wrap gap-2">
      <StatusBadge tone={toneOf(departure)}>
        {departure.cancellation && departure.is_closed ? cancel('cancelled') : (stateOf(departure) ?? t('open'))}
      </StatusBadge>
      {departure.is_added ? <StatusBadge tone="info">{t('addedByHand')}</StatusBadge> : null}
    </p>
  </header>
)

function Places({ departure }: Props) {
  const { capacity, taken, held, released, is_overbooked: isOverbooked } = departure
  return (
    <section className="card px-4 py-4 sm:px-5" aria-labelledby="departure-places">
      <h2 id="departure-places" className="text-lg">
        {capacity === null ? t('booked', { taken }) : page('places', { taken, capacity })}
      </h2>
      {held > 0 ? <p className="text-ink-2">{t('held', { held })}</p> : null}
      {released > 0 ? <p className="text-ink-2">{t('released', { released })}</p> : null}
      {capacity === null ? (
        <p className="text-ink-2">{page('freeSale')}</p>
      ) : (
        <PlacesBar {...{ taken, held, capacity }} />
      )}
      {departure.blocked_reason ? (
        <Notice tone="warn" className="mt-3">
          {page('blocked', { reason: departure.blocked_reason })}
        </Notice>
      ) : null}
      {isOverbooked ? (
        <Notice tone="danger" className="mt-3">
          {page('overbooked', { over: taken - (capacity ?? 0) })}
        </Notice>
      ) : null}
      <Facts departure={departure} />
    </section>
  )
}

function Facts({ departure }: Props) {
  const { own, currency } = departure
  const changed = departure.price_fields.filter(({ name }) => own.prices?.[name] !== undefined)
  const facts: readonly (readonly [string, string])[] = [
    ...(departure.guide ? [[t('guide'), departure.guide] as const] : []),
    ...(own.capacity === null ? [] : [[t('capacity'), page('ownCapacity', { capacity: own.capacity })] as const]),
    ...(departure.cut_off_hours === null
      ? []
      : [[t('cutOff'), page('cutOffHours', { count: departure.cut_off_hours })] as const]),
    ...changed.map(
      ({ name, label }) => [label, formatMoney(money(own.prices?.[name] ?? 0, currency), { exact: true })] as const,
    ),
    ...(departure.note ? [[t('note'), departure.note] as const] : []),
  ]
  if (facts.length === 0) return null
  return (
    <dl className="mt-4 grid gap-x-6 gap-y-3 sm:grid-cols-2">
      {facts.map(([term, value]) => (
        <div key={term} className="min-w-0">
          <dt className="text-sm text-ink-2">{term}</dt>
          <dd className="whitespace-pre-line wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Arrivals are shown from the day of the departure on. */
const hasArrivals = ({ date, arrived }: DeparturePage): boolean => date <= agencyToday() || arrived > 0
function peopleOf(departure: DeparturePage): string {
  const { adults, children, infants, arrived } = departure
  if (!hasArrivals(departure)) return guests(departure)
  return `${guests(departure)} · ${t('partlyArrived', { arrived, people: adults + children + infants })}`
}

const Travellers = ({ departure }: Props) => (
  <section className="card" aria-labelledby="departure-travellers">
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 px-4 pt-4 pb-3 sm:px-5">
      <h2 id="departure-travellers" className="text-lg">
        {page('travellers')}
      </h2>
      {departure.parties.length > 0 ? <p className="text-sm text-ink-2">{peopleOf(departure)}</p> : null}
    </div>
    {departure.parties.length === 0 ? (
      <EmptyState icon={<UsersRound aria-hidden="true" />} title={page('nobody')} description={page('nobodyHint')} />
    ) : (
      <Parties parties={departure.parties} showTimes={departure.time === null} showArrivals={hasArrivals(departure)} />
    )}
    {departure.has_more ? (
      <Notice tone="info" className="m-4">
        {page('more')}
      </Notice>
    ) : null}
  </section>
)
