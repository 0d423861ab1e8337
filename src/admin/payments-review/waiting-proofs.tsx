import { Link } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import type { WaitingProof } from '../../modules/payment/contract.ts'
import { Badge } from '../../ui/badge.tsx'
import { api } from '../api.ts'
import { bookingHref } from '../bookings/filters.ts'
import { Amount } from '../labels.tsx'
import { LongList } from '../lists/long-list.tsx'
import { QueueLink } from '../queues/queue-link.tsx'
import { textOf } from '../text.ts'
import { dateTime } from '../written.ts'

const t = textOf('proofs')

export const WaitingProofs = () => (
  <section aria-labelledby="proofs">
    <h2 id="proofs" className="mb-1 text-lg">
      {t('title')}
    </h2>
    <LongList
      queryKey={['waiting-proofs']}
      ask={(after) => api.payment.admin.waitingProofs({ limit: 25, ...after })}
      words={t}
      isFiltered={false}
      icon={<CircleCheck aria-hidden="true" />}
      status={({ total }) => t('waiting', { count: total })}
      action={({ total }) => <QueueLink name="transfers" count={total} />}
    >
      {(proofs) => (
        <ul aria-label={t('title')} className="card divide-y divide-line">
          {proofs.map((proof) => (
            <Row key={proof.bookingId} proof={proof} />
          ))}
        </ul>
      )}
    </LongList>
  </section>
)

const Row = ({ proof }: { proof: WaitingProof }) => (
  <li className="relative grid gap-1 px-4 py-3 wrap-anywhere hover:bg-sunken sm:px-5">
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <Link
        to={bookingHref(proof.booking_reference) as never}
        aria-label={t('open', { reference: proof.booking_reference })}
        className="font-semibold no-underline after:absolute after:inset-0 hover:underline"
      >
        {proof.booking_reference}
      </Link>
      <span className="font-semibold tabular-nums">
        <Amount value={proof.amount} />
      </span>
    </div>
    <p>
      <bdi>{proof.customer_name}</bdi> · {proof.service_title}
    </p>
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2">
      <time dateTime={proof.since}>{t('since', { at: dateTime(proof.since) })}</time>
      <span>{t('count', { count: proof.proofs })}</span>
      {proof.isLate ? <Badge tone="danger">{t('late')}</Badge> : null}
    </p>
  </li>
)
