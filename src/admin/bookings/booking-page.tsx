import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { AdminPayment } from '../../modules/payment/contract.ts'
import { api } from '../api.ts'
import { TasksPanel } from '../tasks/tasks-panel.tsx'
import { textOf } from '../text.ts'
import { BookingBar } from './booking-bar.tsx'
import { BookingPass } from './booking-pass.tsx'
import { bookingQuery } from './booking-query.ts'
import { BookingFailed, BookingLoading } from './booking-states.tsx'
import { DocumentsPanel } from './documents-panel.tsx'
import { CustomerPanel, PricePanel, TripPanel } from './facts.tsx'
import { IssuedPanel } from './issued-panel.tsx'
import { LinksPanel } from './links-panel.tsx'
import { MailPanel } from './mail-panel.tsx'
import { MessagesPanel } from './messages-panel.tsx'
import { NextStep } from './next-step.tsx'
import { NotesPanel } from './notes-panel.tsx'
import type { Booking } from './panel.tsx'
import { PaymentPanel } from './payment-panel.tsx'
import { TravellersPanel } from './people.tsx'
import { PrintoutsPanel } from './printouts-panel.tsx'
import { TimelinePanel } from './timeline-panel.tsx'
import { TransferCard } from './transfer-card.tsx'
import { useAskedAction } from './use-asked-action.ts'

const t = textOf('booking')

const refundSeenMs = 1_000

/** The page of a booking, at its reference. */
export function BookingPage({ reference }: { reference: string }) {
  return (
    <>
      <BookingBar reference={reference} />
      {/* Its own element for each booking, so that the focus moves to the new heading. */}
      <Page key={reference} reference={reference} />
    </>
  )
}

function Page({ reference }: { reference: string }) {
  const queries = useQueryClient()
  const booking = useQuery(bookingQuery(reference))
  const { id: bookingId = '', refund_due: refundDue } = booking.data ?? {}
  const payment = useQuery({
    queryKey: ['payment', bookingId],
    queryFn: () => api.payment.admin.get({ bookingId }),
    enabled: bookingId !== '',
    // A job stores the refunds right after the cancellation, so poll until they appear.
    refetchInterval: ({ state }) =>
      (refundDue?.minor ?? 0) > 0 && state.data?.refunds.length === 0 ? refundSeenMs : false,
  })
  const refresh = () => {
    const lists = [
      ['booking-timeline'],
      ['bookings'],
      ['booking-neighbours'],
      ['printouts'],
      ['dashboard'],
      ['waiting-proofs'],
      ['payment-reviews'],
    ]
    const stale = [['booking', reference], ['payment', bookingId], ...lists]
    for (const queryKey of stale) void queries.invalidateQueries({ queryKey })
  }
  const error = booking.error ?? payment.error
  const retry = () => {
    void booking.refetch()
    if (booking.data) void payment.refetch()
  }
  if (error && !(booking.data && payment.data)) return <BookingFailed {...{ error, reference, onRetry: retry }} />
  const title = t('title', { reference: booking.data?.booking_reference ?? reference })
  return (
    <>
      <title>{title}</title>
      <h1 className="mb-4 text-2xl wrap-anywhere sm:text-3xl">{title}</h1>
      {booking.data && payment.data ? (
        <Content booking={booking.data} payment={payment.data} onDone={refresh} />
      ) : (
        <BookingLoading />
      )}
    </>
  )
}

type Props = { booking: Booking; payment: AdminPayment; onDone: () => void }

/** The side column has most actions: it comes first on phones and in tab order, and beside the case on wide screens. */
function Content({ booking, payment, onDone }: Props) {
  useAskedAction()
  return (
    <div className="grid grid-cols-1 gap-4 max-sm:pb-20">
      <BookingPass booking={booking} />
      <NextStep booking={booking} payment={payment} onDone={onDone} />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid grid-cols-1 gap-4 lg:col-start-2 lg:row-start-1">
          <CustomerPanel booking={booking} onDone={onDone} />
          <NotesPanel booking={booking} onDone={onDone} />
          <TasksPanel about={{ booking_id: booking.id }} />
          <PaymentPanel booking={booking} payment={payment} onDone={onDone} />
          <PricePanel booking={booking} />
          <PrintoutsPanel booking={booking} />
          <LinksPanel booking={booking} />
          <MessagesPanel booking={booking} />
          <MailPanel booking={booking} />
        </div>
        <div className="grid grid-cols-1 gap-4 lg:col-start-1 lg:row-start-1">
          {payment.isBankTransfer ? <TransferCard booking={booking} payment={payment} onDone={onDone} /> : null}
          {booking.documents.length > 0 || booking.document_requirements.length > 0 || booking.issuing?.items.length ? (
            <DocumentsPanel booking={booking} onDone={onDone} />
          ) : null}
          {booking.issuing ? <IssuedPanel booking={booking} issuing={booking.issuing} onDone={onDone} /> : null}
          <TripPanel booking={booking} onDone={onDone} />
          <TravellersPanel booking={booking} onDone={onDone} />
          <TimelinePanel booking={booking} />
        </div>
      </div>
    </div>
  )
}
