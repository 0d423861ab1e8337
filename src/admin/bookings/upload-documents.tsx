import { FileUp, Send } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { StatusBadge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { textOf } from '../text.ts'
import { documentPlaces, lacksTravellers } from './document-places.ts'
import type { Booking } from './panel.tsx'
import { UploadDocumentsDialog } from './upload-documents-dialog.tsx'

const RequestDocumentsDialog = lazy(() => import('./request-documents-dialog.tsx'))
const t = textOf('papers')

/** Missing documents, and the upload of those that arrived by WhatsApp or email. */
export function UploadDocuments({ booking, onDone }: { booking: Booking; onDone: () => void }) {
  const [first, setFirst] = useState<string | null>(null)
  const [isRequesting, setRequesting] = useState(false)
  const places = documentPlaces(booking)
  const empty = places.filter(({ isMissing, isEmpty }) => isMissing && isEmpty)
  return (
    <>
      {lacksTravellers(booking) ? <p className="text-sm text-ink-2">{t('travellersFirst')}</p> : null}
      {empty.length > 0 ? (
        <ul className="divide-y divide-line" aria-label={t('missing')}>
          {empty.map(({ key, label }) => (
            <li key={key} className="flex flex-wrap items-center justify-between gap-2 py-2.5">
              <span className="min-w-0 font-semibold">{label}</span>
              <span className="flex flex-wrap items-center gap-2">
                <StatusBadge tone="warn">{t('missing')}</StatusBadge>
                <Button
                  variant="secondary"
                  size="sm"
                  aria-label={t('uploadFor', { name: label })}
                  onClick={() => setFirst(key)}
                >
                  {t('upload')}
                </Button>
              </span>
            </li>
          ))}
        </ul>
      ) : null}
      {places.length > 0 ? (
        <div className="flex flex-wrap gap-2">
          <Button
            variant="secondary"
            size="sm"
            data-do="upload"
            icon={<FileUp aria-hidden="true" />}
            onClick={() => setFirst('')}
          >
            {t('uploadReceived')}
          </Button>
          {booking.missing_documents.length > 0 ? (
            <Button
              variant="secondary"
              size="sm"
              aria-haspopup="dialog"
              icon={<Send aria-hidden="true" className="mirror" />}
              onClick={() => setRequesting(true)}
            >
              {t('requestMissing')}
            </Button>
          ) : null}
        </div>
      ) : null}
      {isRequesting ? (
        <Suspense>
          <RequestDocumentsDialog booking={booking} onClose={() => setRequesting(false)} />
        </Suspense>
      ) : null}
      {first === null ? null : (
        <UploadDocumentsDialog booking={booking} first={first} onClose={() => setFirst(null)} onDone={onDone} />
      )}
    </>
  )
}
