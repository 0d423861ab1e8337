import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { AdminPayment } from '../../modules/payment/contract.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton, SkeletonRegion } from '../../ui/skeleton.tsx'
import { api, readFault } from '../api.ts'
import { textOf } from '../text.ts'
import { BookingPass } from './booking-pass.tsx'
import { CustomerPanel, PricePanel, TripPanel } from './facts.tsx'
import { HistoryPanel } from './history-panel.tsx'
import { MailPanel } from './mail-panel.tsx'
import { MessagesPanel } from './messages-panel.tsx'
import { NotesPanel } from './notes-panel.tsx'
import type { Booking } from './panel.tsx'
import { PaymentPanel } from './payment-panel.tsx'
import { TravellersPanel } from './people.tsx'
import { StatusPanel } from './status-panel.tsx'
import { TransferCard } from './transfer-card.tsx'

const t = textOf('booking')
const DocumentsPanel = lazy(async () => ({ default: (await import('./documents-panel.tsx')).DocumentsPanel }))
const IssuedPanel = lazy(async () => ({ default: (await import('./issued-panel.tsx')).IssuedPanel }))

const refundSeenMs = 1_000

export function BookingDialog({ bookingId, onClose }: { bookingId: string; onClose: () => void }) {
  const queries = useQueryClient()
  const booking = useQuery({ queryKey: ['booking', bookingId], queryFn: () => api.booking.admin.get({ bookingId }) })
  const refundDue = booking.data?.refund_due?.minor ?? 0
  const payment = useQuery({
    queryKey: ['payment', bookingId],
    queryFn: () => api.payment.admin.get({ bookingId }),
    // A job stores the refunds right after the cancellation, so poll until they appear.
    refetchInterval: ({ state }) => (refundDue > 0 && state.data?.refunds.length === 0 ? refundSeenMs : false),
  })
  const refresh = () => {
    const lists = [['mails'], ['bookings'], ['dashboard'], ['waiting-proofs'], ['payment-reviews']]
    const stale = [['booking', bookingId], ['payment', bookingId], ...lists]
    for (const queryKey of stale) void queries.invalidateQueries({ queryKey })
  }
  const error = booking.error ?? payment.error
  const isMissing = [404, 422].includes(readFault(error).status)
  const retry = () => {
    void booking.refetch()
    void payment.refetch()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      size="full"
      className="bg-bg! [--ground:var(--color-bg)]"
      closeLabel={t('close')}
      title={booking.data ? t('title', { reference: booking.data.booking_reference }) : t('booking')}
    >
      {booking.data && payment.data ? (
        <Content booking={booking.data} payment={payment.data} onDone={refresh} />
      ) : error ? (
        <EmptyState
          title={isMissing ? t('notFound') : t('failed')}
          action={isMissing ? null : <Button onClick={retry}>{textOf('shell')('retry')}</Button>}
        />
      ) : (
        <Loading />
      )}
    </Dialog>
  )
}

type Props = { booking: Booking; payment: AdminPayment; onDone: () => void }

/** Actions come before the facts on phones and in tab order, and beside them on wide screens. */
const Content = ({ booking, payment, onDone }: Props) => (
  <div className="grid grid-cols-1 gap-4">
    <BookingPass booking={booking} />
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="grid grid-cols-1 gap-4 lg:col-start-2 lg:row-start-1">
        {payment.isBankTransfer ? <TransferCard booking={booking} payment={payment} onDone={onDone} /> : null}
        <StatusPanel booking={booking} isDecidedByTransfer={payment.canDecide} onDone={onDone} />
        <PaymentPanel booking={booking} payment={payment} onDone={onDone} />
        <MessagesPanel booking={booking} />
        <NotesPanel booking={booking} onDone={onDone} />
        <MailPanel booking={booking} />
      </div>
      <div className="grid grid-cols-1 gap-4 lg:row-start-1">
        <CustomerPanel booking={booking} />
        <TripPanel booking={booking} onDone={onDone} />
        <TravellersPanel booking={booking} />
        <Suspense fallback={null}>
          {booking.documents.length > 0 || booking.issuing?.items.length ? (
            <DocumentsPanel booking={booking} onDone={onDone} />
          ) : null}
          {booking.issuing ? <IssuedPanel booking={booking} issuing={booking.issuing} onDone={onDone} /> : null}
        </Suspense>
        <PricePanel booking={booking} />
        <HistoryPanel booking={booking} />
      </div>
    </div>
  </div>
)

const Loading = () => (
  <SkeletonRegion label={t('loading')}>
    <div className="grid gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <Skeleton className="h-36 rounded-lg lg:col-span-2" />
      <Skeleton className="h-64 rounded-lg" />
      <Skeleton className="h-64 rounded-lg" />
    </div>
  </SkeletonRegion>
)
