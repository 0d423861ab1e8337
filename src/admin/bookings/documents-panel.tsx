import { useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { StatusBadge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { useAction } from '../actions.ts'
import { api } from '../api.ts'
import { inWords } from '../labels.tsx'
import { ConfirmDialog } from '../lists/confirm-dialog.tsx'
import { textOf } from '../text.ts'
import { dateTime, listed } from '../written.ts'
import { OpenFile } from './open-file.tsx'
import { type Booking, Fault, Panel } from './panel.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { nameOf } from './traveller-names.ts'
import { UploadDocuments } from './upload-documents.tsx'

const t = textOf('papers')
type Document = Booking['documents'][number]
type Props = { booking: Booking; onDone: () => void }

/**
 * The current version of each document with its actions, then older versions, and what is missing. Downloads are logged.
 */
export function DocumentsPanel({ booking, onDone }: Props) {
  const newest = booking.documents.filter(({ isNewest }) => isNewest)
  return (
    <Panel id="documents" title={t('title')}>
      {newest.length > 0 ? (
        <ul className="divide-y divide-line">
          {newest.map((document) => (
            <DocumentEntry key={`${document.name} ${document.travelerId}`} {...{ booking, document, onDone }} />
          ))}
        </ul>
      ) : null}
      <UploadDocuments booking={booking} onDone={onDone} />
      {newest.length > 0 ? <EraseDocuments booking={booking} /> : null}
    </Panel>
  )
}

function DocumentEntry({ booking, document, onDone }: Props & { document: Document }) {
  const traveller = booking.travelers.find(({ id }) => id === document.travelerId)
  const name = listed([inWords(document.name), traveller && nameOf(traveller)])
  const earlier = booking.documents.filter(
    ({ name: other, travelerId, isNewest }) =>
      !isNewest && other === document.name && travelerId === document.travelerId,
  )
  return (
    <li className="grid gap-2 py-3 first:pt-0">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <p className="min-w-0">
          <span className="font-semibold">{inWords(document.name)}</span>
          <span className="block text-sm text-ink-2">
            {listed([traveller && nameOf(traveller), t('version', { version: document.version })])}
          </span>
        </p>
        <ReviewBadge document={document} />
      </div>
      <ReviewNote document={document} />
      <div className="flex flex-wrap gap-2">
        <OpenFile fileId={document.fileId} name={name} />
        {document.canReview ? <Review {...{ booking, document, name, onDone }} /> : null}
      </div>
      {earlier.map((old) => (
        <Earlier key={old.id} document={old} name={name} />
      ))}
    </li>
  )
}

function Earlier({ document, name }: { document: Document; name: string }) {
  const words = t('earlier', { version: document.version })
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 border-s-2 border-line ps-3">
      <div className="min-w-0 text-sm">
        <p className="text-ink-2">{words}</p>
        <ReviewNote document={document} />
      </div>
      <OpenFile fileId={document.fileId} name={listed([name, words])} />
    </div>
  )
}

function ReviewBadge({ document }: { document: Document }) {
  const [state, tone] = stateOf(document)
  return <StatusBadge tone={tone}>{t(`states.${state}`)}</StatusBadge>
}
function stateOf({ review, isReplacement }: Document): readonly [state: string, tone: Tone] {
  if (review === 'accepted') return ['accepted', 'success']
  if (review === 'asked_again') return ['asked', 'warn']
  return isReplacement ? ['replaced', 'info'] : ['new', 'neutral']
}

function ReviewNote({ document: { reviewReason, reviewedBy, reviewedAt } }: { document: Document }) {
  if (!reviewedAt) return null
  return (
    <p className="text-sm">
      {reviewReason}
      <span className="block text-ink-2">{t('reviewed', { name: reviewedBy ?? '', at: dateTime(reviewedAt) })}</span>
    </p>
  )
}

function Review({ booking, document, name, onDone }: Props & { document: Document; name: string }) {
  const [isAsking, setAsking] = useState(false)
  const which = { bookingId: booking.id, documentId: document.id }
  const accept = useAction(
    () => api.booking.admin.acceptDocument(which),
    { done: t('accepted'), failed: t('acceptFailed') },
    onDone,
  )
  return (
    <>
      {document.review === 'accepted' ? null : (
        <Button
          variant="secondary"
          size="sm"
          loading={accept.isPending}
          onClick={accept.run}
          aria-label={t('acceptOf', { name })}
        >
          {t('accept')}
        </Button>
      )}
      {document.review === 'asked_again' ? null : (
        <Button variant="secondary" size="sm" onClick={() => setAsking(true)} aria-label={t('askOf', { name })}>
          {t('ask')}
        </Button>
      )}
      <Fault fault={accept.fault} />
      {isAsking ? (
        <ReasonDialog
          title={t('askTitle', { name })}
          hint={t('askHint')}
          label={t('askReason')}
          neededText={t('askReasonNeeded')}
          submitLabel={t('askSend')}
          backLabel={t('back')}
          call={(reason) => api.booking.admin.askForDocument({ ...which, reason })}
          texts={{ done: t('asked'), failed: t('askFailed') }}
          onClose={() => setAsking(false)}
          onDone={onDone}
        />
      ) : null}
    </>
  )
}

/** Erases documents before the retention period ends, at the customer's request (D34). */
function EraseDocuments({ booking }: { booking: Booking }) {
  const [isAsked, setAsked] = useState(false)
  const queries = useQueryClient()
  const erase = useAction(
    () => api.booking.admin.eraseDocuments({ bookingId: booking.id }),
    { done: t('documentsErased'), failed: t('documentsNotErased') },
    () => {
      setAsked(false)
      for (const key of ['booking', 'booking-timeline']) void queries.invalidateQueries({ queryKey: [key] })
    },
  )
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        className="mt-1 justify-self-start"
        icon={<Trash2 aria-hidden="true" />}
        onClick={() => setAsked(true)}
      >
        {t('eraseDocuments')}
      </Button>
      {isAsked ? (
        <ConfirmDialog
          title={t('eraseTitle')}
          confirm={t('eraseDocuments')}
          isPending={erase.isPending}
          onConfirm={() => erase.run()}
          onClose={() => setAsked(false)}
        >
          <p>{t('eraseWarning')}</p>
        </ConfirmDialog>
      ) : null}
    </>
  )
}
