import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { ArrowLeft, SearchX } from 'lucide-react'
import { useState } from 'react'
import type { DepartureToCheckIn } from '../../modules/booking/contract.ts'
import { Notice } from '../../ui/badge.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choices.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { dayName } from '../departures/words.ts'
import { textOf } from '../text.ts'
import { countWaiting, matches, openPositions } from './arrivals.ts'
import { ArrivedBar } from './arrived-bar.tsx'
import { codeIn, isCodeOf } from './code.ts'
import { Loaded } from './not-loaded.tsx'
import { PartyCard } from './party-card.tsx'
import { useDeparture } from './queries.ts'
import { ScanButton } from './scan-button.tsx'
import { SyncNotice } from './sync-notice.tsx'
import { useMarks } from './use-marks.ts'
import { timesOf } from './words.ts'

const t = textOf('checkIn')

/** Everybody on a departure. Works offline once it is open. */
export function DepartureCheckIn() {
  const { departure: id = '' } = useParams({ strict: false })
  const query = useDeparture(id)
  return (
    <>
      <title>{t('title')}</title>
      <BackToToday />
      <Loaded query={query}>
        {(departure) => (
          <div className="grid grid-cols-1 gap-4">
            <Head departure={departure} />
            <SyncNotice loadedAt={query.dataUpdatedAt} isStale={query.isError} />
            {departure.is_today ? null : <Notice tone="warn">{t('otherDay', { day: dayName(departure.date) })}</Notice>}
            <Parties departure={departure} />
          </div>
        )}
      </Loaded>
    </>
  )
}

export const BackToToday = () => (
  <Link to="/admin/check-in" className="mb-3 inline-flex min-h-11 items-center gap-2 text-primary-strong">
    <ArrowLeft aria-hidden="true" className="mirror size-4" /> {t('title')}
  </Link>
)

type Props = { departure: DepartureToCheckIn }

function Head({ departure }: Props) {
  const { marks } = useMarks()
  const waiting = countWaiting(departure.parties, marks)
  return (
    <header>
      <p className="text-ink-2">
        {dayName(departure.date)} · {timesOf(departure)}
      </p>
      <h1 className="mb-2 text-2xl wrap-anywhere sm:text-3xl">{departure.service_title}</h1>
      <ArrivedBar departure={departure} />
      {waiting > 0 ? <p className="mt-1 text-sm">{t('waitingCount', { count: waiting })}</p> : null}
    </header>
  )
}

function Parties({ departure }: Props) {
  const { marks } = useMarks()
  const navigate = useNavigate()
  const [q, setQ] = useState('')
  const [onlyMissing, setOnlyMissing] = useState(false)
  const { parties } = departure
  const open = (code: string) => {
    const known = parties.find((party) => isCodeOf(code, party))
    if (known) setQ(known.booking_reference)
    else void navigate({ to: '/admin/check-in/voucher/$code', params: { code } })
  }
  const shown = parties.filter((party) => matches(party, q) && (!onlyMissing || openPositions(party, marks).length > 0))
  const [first] = parties
  const hasTimes = parties.some(({ travel_time }) => travel_time !== first?.travel_time)
  return (
    <section aria-label={t('people')} className="grid grid-cols-1 gap-3">
      <Field label={t('search')}>
        <TextInput type="search" value={q} maxLength={400} onChange={(event) => setQ(event.target.value)} />
      </Field>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <ScanButton onCode={open} />
        <Checkbox
          label={t('onlyMissing')}
          checked={onlyMissing}
          onChange={(event) => setOnlyMissing(event.target.checked)}
        />
      </div>
      {shown.length === 0 ? <NoMatch q={q} /> : null}
      <div className="grid grid-cols-1 items-start gap-3 lg:grid-cols-2">
        {shown.map((party) => (
          <PartyCard
            key={`${party.booking_id} ${party.leg}`}
            party={party}
            departureId={departure.departure_id}
            isOpen={departure.is_today}
            showTime={hasTimes}
          />
        ))}
      </div>
      {departure.has_more ? <Notice tone="info">{t('more')}</Notice> : null}
    </section>
  )
}

/** A reference on another departure links to its voucher. */
function NoMatch({ q }: { q: string }) {
  const code = codeIn(q)
  return (
    <EmptyState
      icon={<SearchX aria-hidden="true" />}
      title={t('noMatch')}
      action={
        code ? (
          <Link to="/admin/check-in/voucher/$code" params={{ code }} className={buttonClass({ variant: 'secondary' })}>
            {t('toVoucher')}
          </Link>
        ) : null
      }
    />
  )
}
