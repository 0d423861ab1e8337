import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { VoucherToCheckIn } from '../../modules/booking/contract.ts'
import { Notice, type Tone } from '../../ui/badge.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { dayName } from '../departures/words.ts'
import { textOf } from '../text.ts'
import { BackToToday } from './departure.tsx'
import { Loaded } from './not-loaded.tsx'
import { PartyCard } from './party-card.tsx'
import { useVoucher } from './queries.ts'
import { SyncNotice } from './sync-notice.tsx'
import { clockOf } from './words.ts'

const t = textOf('checkIn')

/** Whether a scanned voucher is valid today. */
export function VoucherCheckIn() {
  const { code = '' } = useParams({ strict: false })
  const query = useVoucher(code)
  return (
    <>
      <title>{t('voucher')}</title>
      <BackToToday />
      <h1 className="mb-4 text-2xl sm:text-3xl">{t('voucher')}</h1>
      <Loaded query={query}>
        {(voucher) => (
          <div className="grid max-w-2xl grid-cols-1 gap-4">
            <SyncNotice loadedAt={query.dataUpdatedAt} isStale={query.isError} />
            <Verdict key={code} voucher={voucher} />
            <Facts voucher={voucher} />
            {voucher.return_leg ? <ReturnLeg key={`${code} back`} voucher={voucher} back={voucher.return_leg} /> : null}
          </div>
        )}
      </Loaded>
    </>
  )
}

type BackProps = { voucher: VoucherToCheckIn; back: NonNullable<VoucherToCheckIn['return_leg']> }
/** Both legs are today: each has its own verdict and arrivals. */
function ReturnLeg({ voucher, back }: BackProps) {
  const trip = { ...voucher, ...back, return_leg: null }
  return (
    <section aria-label={t('returnLeg')} className="grid grid-cols-1 gap-4 border-t border-line pt-4">
      <Verdict voucher={trip} />
      <Facts voucher={trip} />
    </section>
  )
}

type Props = { voucher: VoucherToCheckIn }
const canEnter = ({ state }: VoucherToCheckIn) => state === 'open' || state === 'unpaid' || state === 'unconfirmed'

const tones: Readonly<Record<VoucherToCheckIn['state'], Tone>> = {
  open: 'success',
  unpaid: 'warn',
  unconfirmed: 'warn',
  released: 'danger',
  cancelled: 'danger',
  other_day: 'danger',
  not_needed: 'neutral',
}

const arrivalsOf = ({ party }: VoucherToCheckIn) =>
  (party?.people ?? []).flatMap(({ arrival }) => arrival ?? []).sort((a, b) => a.at.localeCompare(b.at))

/**
 * Whether to let these people in, in words. A voucher that had been used when it was scanned says when and by whom; those
 * who are checked in now are no warning.
 */
function Verdict({ voucher }: Props) {
  const { state, travel_date, party } = voucher
  const [before] = useState(() => new Set(arrivalsOf(voucher).map(({ check_in_id }) => check_in_id)))
  const arrivals = arrivalsOf(voucher)
  const first = arrivals.find(({ check_in_id }) => before.has(check_in_id))
  const counts = { arrived: arrivals.length, people: party?.people.length ?? 0 }
  if (first && canEnter(voucher)) {
    const isUsed = before.size === counts.people
    return (
      <Notice tone={isUsed ? 'danger' : 'warn'} role="status" title={t(isUsed ? 'used' : 'partlyUsed', counts)}>
        <p>{t('firstAt', { time: clockOf(first.at), by: first.by })}</p>
      </Notice>
    )
  }
  if (arrivals.length > 0 && canEnter(voucher))
    return <Notice tone="success" role="status" title={t('progress', counts)} />
  const day = travel_date ? dayName(travel_date) : ''
  return (
    <Notice tone={tones[state]} role="status" title={t(`verdicts.${state}`)}>
      <p>{t(`verdictHints.${state}`, { day })}</p>
    </Notice>
  )
}

const Facts = ({ voucher }: Props) => (
  <>
    <div className="wrap-anywhere">
      <h2 className="text-xl">{voucher.service_title}</h2>
      <p className="text-ink-2">
        {voucher.travel_date ? `${dayName(voucher.travel_date)} · ` : null}
        <bdi>{voucher.booking_reference}</bdi>
      </p>
    </div>
    {voucher.party ? (
      <PartyCard
        party={voucher.party}
        departureId={voucher.departure_id ?? ''}
        isOpen={canEnter(voucher)}
        showTime={true}
      />
    ) : null}
    {canEnter(voucher) && voucher.departure_id ? (
      <Link
        to="/admin/check-in/departure/$departure"
        params={{ departure: voucher.departure_id }}
        className={buttonClass({ variant: 'secondary' })}
      >
        {t('toDeparture')}
      </Link>
    ) : null}
  </>
)
