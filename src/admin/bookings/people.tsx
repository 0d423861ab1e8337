import { useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { useAction } from '../actions.ts'
import { api } from '../api.ts'
import { inWords } from '../labels.tsx'
import { ConfirmDialog } from '../lists/confirm-dialog.tsx'
import { textOf } from '../text.ts'
import { OpenFile } from './open-file.tsx'
import { type Booking, Panel, Rows } from './panel.tsx'

const t = textOf('booking')
type Props = { booking: Booking }
type Traveller = Booking['travelers'][number]

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const nameOf = (traveller: Traveller): string =>
  [text(traveller.first_name), text(traveller.last_name)].filter(Boolean).join(' ')

/** The travellers of a visa (A148). A single name is said to be one: nobody may make up a surname for it (D69). */
export function TravellersPanel({ booking }: Props) {
  if (booking.travelers.length === 0) return null
  return (
    <Panel id="travellers" title={t('travellers')}>
      <ol className="divide-y divide-line">
        {booking.travelers.map((traveller) => (
          <li key={text(traveller.id)} className="grid gap-2 py-3 first:pt-0 last:pb-0">
            <p className="flex flex-wrap items-center gap-2 font-semibold">
              {nameOf(traveller)} <Badge>{inWords(text(traveller.traveler_type))}</Badge>
              {traveller.is_single_name ? <Badge tone="warn">{t('singleName')}</Badge> : null}
            </p>
            <Rows
              rows={[
                [t('passport'), text(traveller.passport_number)],
                [t('passportExpiry'), text(traveller.passport_expiry)],
                [t('birthDate'), text(traveller.date_of_birth)],
                [t('arrival'), text(traveller.arrival_date)],
                [t('departure'), text(traveller.departure_date)],
              ]}
            />
          </li>
        ))}
      </ol>
    </Panel>
  )
}

/** Every version of every document; each download is written down. */
export function DocumentsPanel({ booking }: Props) {
  if (booking.documents.length === 0) return null
  const owner = (id: string | null) => {
    const traveller = id ? booking.travelers.find((one) => one.id === id) : undefined
    return traveller ? `${nameOf(traveller)}, ` : ''
  }
  return (
    <Panel id="documents" title={t('documents')}>
      <ul className="divide-y divide-line">
        {booking.documents.map((document) => (
          <li key={document.id} className="flex flex-wrap items-center justify-between gap-2 py-2">
            <span className="min-w-0">
              {inWords(document.name)}
              <span className="block text-sm text-ink-2">
                {owner(document.travelerId)}
                {t('version', { version: document.version })}
              </span>
            </span>
            <OpenFile fileId={document.fileId} name={inWords(document.name)} />
          </li>
        ))}
      </ul>
      <EraseDocuments booking={booking} />
    </Panel>
  )
}

/** Before their time is over: when a customer asks for it (D34). */
function EraseDocuments({ booking }: Props) {
  const [isAsked, setAsked] = useState(false)
  const queries = useQueryClient()
  const erase = useAction(
    () => api.booking.admin.eraseDocuments({ bookingId: booking.id }),
    { done: t('documentsErased'), failed: t('documentsNotErased') },
    () => {
      setAsked(false)
      void queries.invalidateQueries({ queryKey: ['booking'] })
    },
  )
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        className="mt-3"
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
