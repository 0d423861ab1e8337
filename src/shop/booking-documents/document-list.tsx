import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { useShop } from '../client/context.tsx'
import { type BookingAccess, paperworkQuery } from '../client/queries.ts'
import { useText } from '../intl/intl.tsx'
import { DocumentField } from '../upload/document-field.tsx'
import { sendFile } from '../upload/send-file.ts'
import { shrinkPicture } from '../upload/shrink-picture.ts'
import { useUploads } from '../upload/use-uploads.ts'
import type { Paperwork } from './traveller-links.tsx'

type DocumentListProps = {
  access: BookingAccess
  paperwork: Paperwork
  /** Null for documents of the whole booking. */
  travelerId: string | null
  title: string
  isOpen: boolean
}

/** The documents of one traveller or of the whole booking, each with its state and an upload. */
export function DocumentList({ access, paperwork, travelerId, title, isOpen }: DocumentListProps) {
  const t = useText('visa')
  const words = useText('documentField')
  const { api } = useShop()
  const queryClient = useQueryClient()
  const uploads = useUploads()
  const id = useId()
  const asked = paperwork.requirements.filter((each) => each.perTraveller === (travelerId !== null))
  if (asked.length === 0) return null
  const given = new Map(
    paperwork.documents.filter((each) => each.travelerId === travelerId).map((each) => [each.name, each]),
  )
  const send = (name: string, file: File) =>
    uploads.start(name, async (report) => {
      // The token goes into the body: addresses end up in logs.
      const fields = { token: access.token ?? '', name, traveler_id: travelerId ?? '' }
      await sendFile(`/api/bookings/${access.bookingId}/documents`, await shrinkPicture(file), fields, report)
      await queryClient.invalidateQueries(paperworkQuery(api, access))
    })
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <div>
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        <p className="text-sm text-ink-2">{t('traveller.documentsHint')}</p>
      </div>
      {asked.map(({ name, label, required }) => {
        const { progress, error } = uploads.stateOf(name)
        const there = given.get(name)
        const wanted = there?.wanted ?? null
        return (
          <fieldset key={name} disabled={!isOpen}>
            <DocumentField
              label={label}
              required={required}
              value={
                there && wanted === null
                  ? { name: words('version', { version: there.version }), isAccepted: there.isAccepted }
                  : null
              }
              hint={wanted === null ? undefined : words('again')}
              onUpload={(file) => void send(name, file)}
              progress={progress}
              error={error || (wanted === null || progress !== null ? undefined : words('wanted', { reason: wanted }))}
              canRetry={error !== ''}
            />
          </fieldset>
        )
      })}
    </section>
  )
}
