import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { ExternalLink, ImageOff } from 'lucide-react'
import { useState } from 'react'
import { formatMoney } from '../../kernel/money.ts'
import type { AdminPayment, WaitingProof } from '../../modules/payment/contract.ts'
import { Badge, Notice } from '../../ui/badge.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadingIndicator } from '../../ui/loading-indicator.tsx'
import { api } from '../api.ts'
import { bookingHref } from '../bookings/filters.ts'
import { Panel, Rows } from '../bookings/panel.tsx'
import { Amount } from '../labels.tsx'
import { textOf } from '../text.ts'
import { dateTime } from '../written.ts'
import { EntryLayout } from './entry-layout.tsx'
import { FilePreview } from './file-preview.tsx'
import { QueueFrame } from './queue-frame.tsx'
import { Gone, LoadFailed } from './states.tsx'
import { TransferDecision } from './transfer-decision.tsx'
import type { QueueHands, QueueSource } from './use-queue.ts'

const t = textOf('queues')
const words = textOf('transfer')
const proofWords = textOf('proofs')

const all: QueueSource<WaitingProof> = {
  name: 'transfers',
  ask: (after) => api.payment.admin.waitingProofs({ limit: 25, ...after }),
  idOf: ({ bookingId }) => bookingId,
  stale: ['waiting-proofs', 'payment-reviews', 'dashboard', 'booking', 'payment', 'bookings', 'booking-timeline'],
}

/** Those that wait longer than customers were promised. */
const late: QueueSource<WaitingProof> = {
  ...all,
  name: 'transfers-late',
  ask: (after) => api.payment.admin.waitingProofs({ limit: 25, waiting: 'late', ...after }),
}

/** Bank transfers, the longest waiting first: the proof beside the decision. */
export function TransferQueue() {
  const { waiting }: { waiting?: string } = useSearch({ strict: false })
  const isLate = waiting === 'late'
  return (
    <QueueFrame key={waiting} source={isLate ? late : all} back={{ to: '/admin/payments-review' }}>
      {(proof, hands) => <Entry proof={proof} hands={hands} />}
    </QueueFrame>
  )
}

type Props = { proof: WaitingProof; hands: QueueHands }

function Entry({ proof, hands }: Props) {
  const { bookingId } = proof
  const payment = useQuery({ queryKey: ['payment', bookingId], queryFn: () => api.payment.admin.get({ bookingId }) })
  if (payment.isError)
    return <LoadFailed error={payment.error} onRetry={() => void payment.refetch()} hands={hands} id={bookingId} />
  if (!payment.data) return <LoadingIndicator type="search" message={t('loading')} />
  if (!payment.data.canDecide) return <Gone onNext={() => hands.gone(bookingId)} />
  return (
    <EntryLayout
      facts={<Facts proof={proof} payment={payment.data} />}
      preview={<ProofPreviews proofs={payment.data.proofs} />}
      label={`${proof.customer_name} · ${formatMoney(proof.amount, { exact: true })}`}
      decision={<TransferDecision proof={proof} payment={payment.data} hands={hands} />}
    />
  )
}

const Facts = ({ proof, payment }: { proof: WaitingProof; payment: AdminPayment }) => (
  <Panel id="entry" title={proof.customer_name}>
    <Rows
      rows={[
        [words('amount'), <Amount key="amount" value={proof.amount} />],
        [
          words('reference'),
          <Link key="reference" to={bookingHref(proof.booking_reference) as never} className="underline">
            <bdi>{proof.booking_reference}</bdi>
          </Link>,
        ],
        [t('service'), proof.service_title],
        [
          t('waiting'),
          <span key="since" className="flex flex-wrap gap-2">
            <time dateTime={proof.since}>{dateTime(proof.since)}</time>
            {proof.isLate ? <Badge tone="danger">{proofWords('late')}</Badge> : null}
          </span>,
        ],
      ]}
    />
    {payment.besideTransfer === 'nothing' ? null : (
      <Notice tone="warn" title={words(`beside.${payment.besideTransfer}`)}>
        {words(`besideHint.${payment.besideTransfer}`)}
      </Notice>
    )}
  </Panel>
)

type Proofs = AdminPayment['proofs']

/** The newest proof first; earlier ones on request. */
function ProofPreviews({ proofs }: { proofs: Proofs }) {
  const newestFirst = [...proofs].sort((a, b) => b.version - a.version)
  const [shownId, setShownId] = useState(newestFirst[0]?.id)
  const shown = newestFirst.find(({ id }) => id === shownId) ?? newestFirst[0]
  if (!shown) return <EmptyState icon={<ImageOff aria-hidden="true" />} title={words('noProofTitle')} />
  return (
    <div className="grid grid-cols-1 gap-2">
      {newestFirst.length > 1 ? (
        <fieldset className="flex flex-wrap gap-2">
          <legend className="sr-only">{words('proof')}</legend>
          {newestFirst.map(({ id, version }) => (
            <Button
              key={id}
              variant="secondary"
              size="sm"
              aria-pressed={id === shown.id}
              onClick={() => setShownId(id)}
            >
              {words('version', { version })}
            </Button>
          ))}
        </fieldset>
      ) : null}
      <ProofPreview key={shown.id} proof={shown} />
    </div>
  )
}

function ProofPreview({ proof }: { proof: Proofs[number] }) {
  const name = words('proofImage', { version: proof.version })
  if (proof.fileId) return <FilePreview fileId={proof.fileId} contentType={proof.contentType} name={name} />
  if (!proof.externalUrl) return <EmptyState icon={<ImageOff aria-hidden="true" />} title={words('erased')} />
  return (
    <EmptyState
      title={t('external')}
      description={proof.externalUrl}
      action={
        <a
          href={proof.externalUrl}
          target="_blank"
          rel="noopener noreferrer nofollow"
          className={buttonClass({ variant: 'secondary' })}
        >
          <ExternalLink aria-hidden="true" /> {words('openLink')}
        </a>
      }
    />
  )
}
