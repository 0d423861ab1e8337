import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadingIndicator } from '../../ui/loading-indicator.tsx'
import { Timeline } from '../../ui/timeline.tsx'
import { api, readFault } from '../api.ts'
import { Amount, BookingBadge, clockTime, dateTime, kindName, PaymentBadge } from '../labels.tsx'
import { textOf } from '../text.ts'
import { MailPanel } from './mail-panel.tsx'
import { NotesPanel } from './notes-panel.tsx'
import { type Booking, Panel } from './panel.tsx'
import { PaymentPanel } from './payment-panel.tsx'
import { StatusActions } from './status-actions.tsx'

const t = textOf('booking')

/** Everything about one booking, with what can be done to it. */
export function BookingDialog({ bookingId, onClose }: { bookingId: string; onClose: () => void }) {
  const queries = useQueryClient()
  const booking = useQuery({ queryKey: ['booking', bookingId], queryFn: () => api.booking.admin.get({ bookingId }) })
  const payment = useQuery({ queryKey: ['payment', bookingId], queryFn: () => api.payment.admin.get({ bookingId }) })
  /** After a change: the booking, its payment and mails, the list and the figures are asked for again. */
  const refresh = () => {
    for (const key of [
      ['booking', bookingId],
      ['payment', bookingId],
      ['mails', bookingId],
      ['bookings'],
      ['dashboard'],
    ])
      void queries.invalidateQueries({ queryKey: key })
  }
  const isMissing = readFault(booking.error).status === 404
  return (
    <Dialog
      open
      onClose={onClose}
      size="wide"
      closeLabel={t('close')}
      title={booking.data ? t('title', { reference: booking.data.booking_reference }) : t('loading')}
    >
      {booking.isPending ? <LoadingIndicator type="page" message={t('loading')} /> : null}
      {booking.isError ? (
        <EmptyState
          title={isMissing ? t('notFound') : t('failed')}
          action={isMissing ? null : <Button onClick={() => void booking.refetch()}>{textOf('shell')('retry')}</Button>}
        />
      ) : null}
      {booking.data ? (
        <div className="grid gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <div className="grid content-start gap-5">
            <Facts booking={booking.data} />
            <Documents booking={booking.data} />
            <History booking={booking.data} />
          </div>
          <div className="grid content-start gap-5">
            {payment.data ? <PaymentPanel booking={booking.data} payment={payment.data} onDone={refresh} /> : null}
            {/* A bank transfer is decided on its card, so that the proof is looked at (A165). */}
            {payment.data && !payment.data.canDecide ? <StatusActions booking={booking.data} onDone={refresh} /> : null}
            <NotesPanel booking={booking.data} onDone={refresh} />
            <MailPanel booking={booking.data} />
          </div>
        </div>
      ) : null}
    </Dialog>
  )
}

type Row = readonly [label: string, value: ReactNode]
const Rows = ({ rows }: { rows: readonly Row[] }) => (
  <dl className="grid grid-cols-[minmax(7rem,auto)_minmax(0,1fr)] gap-x-4 gap-y-1">
    {rows.map(([label, value]) => (
      <div key={label} className="contents">
        <dt className="text-ink-2">{label}</dt>
        <dd className="break-words whitespace-pre-wrap">{value === null || value === '' ? t('none') : value}</dd>
      </div>
    ))}
  </dl>
)

function Facts({ booking }: { booking: Booking }) {
  const counts = { adults: booking.adults_count, children: booking.children_count, infants: booking.infants_count }
  const amounts: readonly Row[] = [
    [t('base'), <Amount key="a" value={booking.base_amount} />],
    [t('discount'), <Amount key="a" value={booking.discount_amount} />],
    [t('tax'), <Amount key="a" value={booking.tax_amount} />],
    [t('total'), <Amount key="a" value={booking.total_amount} />],
    [
      t('final'),
      <strong key="a">
        <Amount value={booking.final_amount} />
      </strong>,
    ],
    [t('paid'), <Amount key="a" value={booking.paid_amount} />],
    ...(booking.refunded_amount.minor > 0
      ? [[t('refunded'), <Amount key="a" value={booking.refunded_amount} />] as const]
      : []),
  ]
  const details = Object.entries(booking.details).filter(
    ([, value]) => typeof value === 'string' || typeof value === 'number',
  )
  return (
    <>
      <Panel id="facts-trip" title={t('trip')}>
        <p className="flex flex-wrap gap-2">
          <BookingBadge status={booking.booking_status} />
          <PaymentBadge status={booking.payment_status} />
        </p>
        <Rows
          rows={[
            [t('reference'), booking.booking_reference],
            [t('service'), booking.service_title],
            [t('type'), kindName(booking.service_type)],
            [t('date'), booking.travel_date],
            [t('time'), clockTime(booking.travel_time)],
            [t('people'), t('peopleCount', counts)],
            [t('language'), booking.selected_language],
            [t('pickup'), booking.pickup_location],
            [t('requests'), booking.special_requests],
            ...(booking.customer_note ? [[t('customerNote'), booking.customer_note] as const] : []),
            [t('created'), dateTime(booking.created_at)],
          ]}
        />
      </Panel>
      <Panel id="facts-customer" title={t('customer')}>
        <Rows
          rows={[
            [t('name'), booking.customer_name],
            [
              t('email'),
              <a key="m" href={`mailto:${booking.customer_email}`}>
                {booking.customer_email}
              </a>,
            ],
            [
              t('phone'),
              booking.customer_phone ? (
                <a key="p" href={`tel:${booking.customer_phone}`}>
                  <bdi>{booking.customer_phone}</bdi>
                </a>
              ) : null,
            ],
          ]}
        />
      </Panel>
      <Panel id="facts-price" title={t('price')}>
        <Rows rows={amounts} />
      </Panel>
      {details.length > 0 ? (
        <Panel id="facts-details" title={t('details')}>
          <Rows rows={details.map(([key, value]) => [key.replaceAll('_', ' '), String(value)])} />
        </Panel>
      ) : null}
    </>
  )
}

function Documents({ booking }: { booking: Booking }) {
  if (booking.documents.length === 0) return null
  return (
    <Panel id="documents" title={t('documents')}>
      <ul className="grid gap-2">
        {booking.documents.map((document) => (
          <li key={document.id}>
            <a
              href={`/api/admin/files/${document.fileId}`}
              className={buttonClass({ variant: 'secondary', size: 'sm' })}
            >
              {t('openFile', { name: document.name.replaceAll('_', ' ') })}
            </a>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const eventName = (event: string): string => event.charAt(0).toUpperCase() + event.slice(1).replaceAll('-', ' ')
const sentenceOf = (data: Record<string, unknown>): string =>
  Object.entries(data)
    .filter(([, value]) => typeof value === 'string' || typeof value === 'number')
    .map(([key, value]) => `${key.replaceAll('_', ' ')}: ${value}`)
    .join(', ')

function History({ booking }: { booking: Booking }) {
  const steps = booking.history.map((entry, index) => ({
    key: `${index}-${entry.at}`,
    state: /cancel|reject|fail|expire/.test(entry.event) ? ('failed' as const) : ('done' as const),
    title: eventName(entry.event),
    time: <time dateTime={entry.at}>{dateTime(entry.at)}</time>,
    body: (
      <p className="text-sm break-words text-ink-2">
        {entry.actorName ?? t(`actors.${entry.actor}`)}
        {sentenceOf(entry.data) ? ` · ${sentenceOf(entry.data)}` : ''}
      </p>
    ),
  }))
  return (
    <Panel id="history" title={t('history')}>
      <Timeline steps={steps} />
    </Panel>
  )
}
