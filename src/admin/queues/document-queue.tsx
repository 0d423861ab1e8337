import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import type { UncheckedDocument } from '../../modules/booking/contract.ts'
import { LoadingIndicator } from '../../ui/loading-indicator.tsx'
import { api } from '../api.ts'
import { bookingQuery } from '../bookings/booking-query.ts'
import { bookingHref } from '../bookings/filters.ts'
import { type Booking, Panel, type Row, Rows } from '../bookings/panel.tsx'
import { text } from '../bookings/traveller-names.ts'
import { inWords } from '../labels.tsx'
import { textOf } from '../text.ts'
import { dateTime, listed } from '../written.ts'
import { type Choice, DecisionPanel } from './decision-panel.tsx'
import { EntryLayout } from './entry-layout.tsx'
import { FilePreview } from './file-preview.tsx'
import { QueueFrame } from './queue-frame.tsx'
import { Gone, LoadFailed } from './states.tsx'
import { useDecision } from './use-decision.ts'
import type { QueueHands, QueueSource } from './use-queue.ts'

const t = textOf('queues')
const words = textOf('papers')
const facts = textOf('booking')

const source: QueueSource<UncheckedDocument> = {
  name: 'documents',
  ask: (after) => api.booking.admin.uncheckedDocuments({ limit: 25, ...after }),
  idOf: ({ documentId }) => documentId,
  stale: ['dashboard', 'booking', 'bookings', 'booking-timeline', 'unchecked-documents'],
}

/** Documents of sold bookings, the longest waiting first: the scan beside the decision. */
export const DocumentQueue = () => (
  <QueueFrame source={source} back={{ to: '/admin/bookings' }}>
    {(document, hands) => <Entry document={document} hands={hands} />}
  </QueueFrame>
)

type Props = { document: UncheckedDocument; hands: QueueHands }
const nameOf = ({ name, traveller }: UncheckedDocument): string => listed([inWords(name), traveller])

function Entry({ document, hands }: Props) {
  const { documentId, fileId, contentType, booking_reference: reference } = document
  const booking = useQuery(bookingQuery(reference))
  const [isReady, setReady] = useState(false)
  const ready = useCallback(() => setReady(true), [])
  if (booking.isError)
    return <LoadFailed error={booking.error} id={documentId} hands={hands} onRetry={() => void booking.refetch()} />
  if (!booking.data) return <LoadingIndicator type="search" message={t('loading')} />
  const now = booking.data.documents.find(({ id }) => id === documentId)
  if (!now?.canReview || now.review !== null) return <Gone onNext={() => hands.gone(documentId)} />
  return (
    <EntryLayout
      facts={<Facts document={document} booking={booking.data} />}
      preview={<FilePreview fileId={fileId} contentType={contentType} name={nameOf(document)} onReady={ready} />}
      label={nameOf(document)}
      decision={<Decision document={document} hands={hands} isReady={isReady} />}
    />
  )
}

/** What the scan is compared with. */
function Facts({ document, booking }: { document: UncheckedDocument; booking: Booking }) {
  const { travelerId } = booking.documents.find(({ id }) => id === document.documentId) ?? {}
  const traveller = travelerId ? booking.travelers.find(({ id }) => id === travelerId) : undefined
  const ofTraveller: Row[] = traveller
    ? [
        [facts('passport'), text(traveller.passport_number)],
        [facts('passportExpiry'), text(traveller.passport_expiry)],
        [facts('birthDate'), text(traveller.date_of_birth)],
      ]
    : []
  return (
    <Panel id="entry" title={nameOf(document)}>
      <Rows
        rows={[
          ...ofTraveller,
          [
            t('booking'),
            <Link key="booking" to={bookingHref(document.booking_reference) as never} className="underline">
              <bdi>{document.booking_reference}</bdi>
            </Link>,
          ],
          [t('customer'), document.customer_name],
          [t('service'), document.service_title],
          [
            t('waiting'),
            <time key="since" dateTime={document.since}>
              {dateTime(document.since)}
            </time>,
          ],
          ...(document.version > 1 ? [[t('version'), String(document.version)] as const] : []),
        ]}
      />
    </Panel>
  )
}

function Decision({ document, hands, isReady }: Props & { isReady: boolean }) {
  const { documentId, bookingId } = document
  const which = { bookingId, documentId }
  const accept = useDecision({
    ...{ id: documentId, hands, done: words('accepted') },
    call: () => api.booking.admin.acceptDocument(which),
    undo: () => api.booking.admin.undoAcceptance(which),
  })
  const ask = useDecision({
    ...{ id: documentId, hands, done: words('asked') },
    call: (reason) => api.booking.admin.askForDocument({ ...which, reason }),
  })
  const choices: Choice[] = [
    { ...accept, name: 'approve', label: words('accept'), variant: 'primary', isWaiting: !isReady },
    {
      ...ask,
      ...{ name: 'reject', label: words('ask'), variant: 'danger' },
      step: {
        title: words('askTitle', { name: nameOf(document) }),
        hint: words('askHint'),
        submit: words('askSend'),
        reason: { label: words('askReason'), needed: words('askReasonNeeded') },
      },
    },
  ]
  return <DecisionPanel choices={choices} />
}
