import { Link } from '@tanstack/react-router'
import { FileWarning, UserCheck } from 'lucide-react'
import type { DeparturePage } from '../../modules/booking/contract.ts'
import { Badge } from '../../ui/badge.tsx'
import { bookingHref } from '../bookings/filters.ts'
import { Amount, BookingBadge } from '../labels.tsx'
import { textOf } from '../text.ts'
import { formatTime, listed } from '../written.ts'
import { guests } from './words.ts'

const t = textOf('departures')
type Party = DeparturePage['parties'][number]

/** Everybody who travels, by booking. `showTimes`: within opening hours each booking has its own time. */
type PartiesProps = { parties: readonly Party[]; showTimes: boolean; showArrivals: boolean }
export const Parties = ({ parties, showTimes, showArrivals }: PartiesProps) => (
  <ul className="divide-y divide-line border-t border-line">
    {parties.map((party) => (
      <PartyRow key={party.id} party={party} time={showTimes ? party.travel_time : null} showArrivals={showArrivals} />
    ))}
  </ul>
)

type RowProps = { party: Party; time: string | null; showArrivals: boolean }
const PartyRow = ({ party, time, showArrivals }: RowProps) => (
  <li className="grid grid-cols-1 gap-x-4 gap-y-1 px-4 py-3 break-inside-avoid wrap-anywhere sm:px-5 md:grid-cols-[minmax(0,2fr)_minmax(0,2fr)_minmax(0,3fr)_minmax(0,2fr)] print:grid-cols-[2fr_2fr_3fr_2fr]">
    <div>
      {time ? <p className="text-sm text-ink-2">{formatTime(time)}</p> : null}
      <p className="font-semibold">{party.customer_name}</p>
      {party.customer_phone ? (
        <a href={`tel:${party.customer_phone}`} className="pointer-coarse:inline-block pointer-coarse:py-2.5">
          <bdi>{party.customer_phone}</bdi>
        </a>
      ) : null}
    </div>
    <div>
      <p>{guests(party)}</p>
      {party.travellers.length > 0 ? <p className="text-sm text-ink-2">{listed(party.travellers)}</p> : null}
    </div>
    <div className="text-sm">
      {party.pickup_location ? <p>{t('pickup', { place: party.pickup_location })}</p> : null}
      {party.trip_facts.map(({ label, value }) => (
        <p key={label}>
          {label}: {value}
        </p>
      ))}
      {party.selected_language ? <p>{t('language', { language: party.selected_language })}</p> : null}
      {party.special_requests ? <p className="text-ink-2">{party.special_requests}</p> : null}
    </div>
    <div className="flex flex-col items-start gap-1 md:items-end md:text-end">
      <Link
        to={bookingHref(party.booking_reference) as never}
        className="font-semibold text-primary-strong pointer-coarse:py-2.5"
      >
        {party.booking_reference}
      </Link>
      <BookingBadge status={party.booking_status} />
      {party.leg === 'return' ? <Badge tone="info">{t('returnLeg')}</Badge> : null}
      {showArrivals ? <Arrived party={party} /> : null}
      {party.booking_status === 'cancelled' ? null : party.to_collect ? (
        <strong>
          {t('collect')}: <Amount value={party.to_collect} />
        </strong>
      ) : (
        <span className="text-sm text-ink-2">{t('paid')}</span>
      )}
      {party.misses_documents ? (
        <Badge tone="warn" icon={<FileWarning aria-hidden="true" />}>
          {t('missingDocuments')}
        </Badge>
      ) : null}
    </div>
  </li>
)

function Arrived({ party: { adults, children, infants, arrived } }: { party: Party }) {
  const people = adults + children + infants
  if (arrived === 0) return <Badge>{t('notArrived')}</Badge>
  const isWhole = arrived >= people
  return (
    <Badge tone={isWhole ? 'success' : 'warn'} icon={<UserCheck aria-hidden="true" />}>
      {isWhole ? t('arrived') : t('partlyArrived', { arrived, people })}
    </Badge>
  )
}
