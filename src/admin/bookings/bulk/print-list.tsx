import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Printer } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { PrintedDeparture } from '../../../modules/booking/index.ts'
import { Button } from '../../../ui/button.tsx'
import { api } from '../../api.ts'
import { Parties } from '../../departures/parties.tsx'
import { dayName } from '../../departures/words.ts'
import { LoadedList } from '../../lists/list-states.tsx'
import { textOf } from '../../text.ts'
import { formatTime } from '../../written.ts'

const t = textOf('bulkBookings')
type Props = { ids: readonly string[]; onBack: () => void }

/** The selected bookings as on the page of a departure, by day and service, in place of the list. */
export function PrintList({ ids, onBack }: Props) {
  const query = useQuery({
    queryKey: ['booking-print', ids],
    queryFn: () => api.booking.admin.bulk.print({ ids: [...ids] }),
    ...{ staleTime: 0, gcTime: 0 },
  })
  const head = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    window.scrollTo(0, 0)
    head.current?.focus()
  }, [])
  return (
    <>
      <title>{t('printTitle', { count: ids.length })}</title>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h1 ref={head} tabIndex={-1} className="text-2xl">
          {t('printTitle', { count: ids.length })}
        </h1>
        <div className="flex flex-wrap gap-2 print:hidden">
          <Button variant="secondary" icon={<ArrowLeft aria-hidden="true" className="mirror" />} onClick={onBack}>
            {t('toList')}
          </Button>
          <Button icon={<Printer aria-hidden="true" />} disabled={!query.data} onClick={() => window.print()}>
            {t('printNow')}
          </Button>
        </div>
      </div>
      <LoadedList query={query} words={(key) => t(`printed.${key}`)}>
        {({ departures }) => (
          <div className="grid grid-cols-1 gap-4">
            {departures.map((departure) => (
              <Departure key={keyOf(departure)} departure={departure} />
            ))}
          </div>
        )}
      </LoadedList>
    </>
  )
}

const keyOf = ({ date, time, service_title }: PrintedDeparture): string => [date, time, service_title].join(' ')

const Departure = ({ departure }: { departure: PrintedDeparture }) => (
  <section className="card" aria-label={keyOf(departure)}>
    <h2 className="px-4 pt-4 pb-3 text-lg wrap-anywhere sm:px-5">
      {departure.date ? dayName(departure.date) : t('noDate')}
      {departure.time ? ` · ${formatTime(departure.time)}` : ''} · {departure.service_title}
    </h2>
    <Parties parties={departure.parties} showTimes={false} showArrivals={false} />
  </section>
)
