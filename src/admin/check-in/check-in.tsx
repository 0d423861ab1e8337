import { Link, useNavigate } from '@tanstack/react-router'
import { CalendarOff } from 'lucide-react'
import type { DepartureToCheckIn } from '../../modules/booking/contract.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { kindName } from '../labels.tsx'
import { textOf } from '../text.ts'
import { ArrivedBar } from './arrived-bar.tsx'
import { CodeForm } from './code-form.tsx'
import { Loaded } from './not-loaded.tsx'
import { useDeparturesToday } from './queries.ts'
import { SyncNotice } from './sync-notice.tsx'
import { timesOf } from './words.ts'

const t = textOf('checkIn')

/** Today's departures, and the way to a voucher by its code. */
export function CheckInSection() {
  const query = useDeparturesToday()
  const navigate = useNavigate()
  return (
    <>
      <title>{t('title')}</title>
      <h1 className="mb-4 text-2xl sm:text-3xl">{t('title')}</h1>
      <div className="grid grid-cols-1 gap-4">
        <CodeForm onCode={(code) => void navigate({ to: '/admin/check-in/voucher/$code', params: { code } })} />
        <SyncNotice loadedAt={query.dataUpdatedAt} isStale={query.data !== undefined && query.isError} />
        <Loaded query={query}>{({ departures }) => <Departures departures={departures} />}</Loaded>
      </div>
    </>
  )
}

type Departure = Omit<DepartureToCheckIn, 'parties' | 'is_today' | 'has_more'>
const Departures = ({ departures }: { departures: readonly Departure[] }) => (
  <section aria-labelledby="check-in-today">
    <h2 id="check-in-today" className="mb-3 text-lg">
      {t('today')}
    </h2>
    {departures.length === 0 ? (
      <EmptyState icon={<CalendarOff aria-hidden="true" />} title={t('none')} description={t('noneHint')} />
    ) : (
      <ul className="grid gap-3 md:grid-cols-2">
        {departures.map((departure) => (
          <li key={departure.departure_id}>
            <DepartureLink departure={departure} />
          </li>
        ))}
      </ul>
    )}
  </section>
)

const DepartureLink = ({ departure }: { departure: Departure }) => (
  <Link
    to="/admin/check-in/departure/$departure"
    params={{ departure: departure.departure_id }}
    className="card block h-full px-4 py-4 text-ink no-underline hover:bg-sunken"
  >
    <span className="block text-sm text-ink-2">
      {timesOf(departure)} · {kindName(departure.service_type)}
    </span>
    <span className="mb-2 block text-lg font-semibold wrap-anywhere">{departure.service_title}</span>
    <ArrivedBar departure={departure} />
  </Link>
)
