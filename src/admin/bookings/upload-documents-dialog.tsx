import { FileText, FileUp, Trash2 } from 'lucide-react'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { StatusBadge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choices.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { textOf } from '../text.ts'
import { type DocumentPlace, documentPlaces } from './document-places.ts'
import type { Booking } from './panel.tsx'
import { type ChosenFile, useDocumentUpload, usePastedFiles } from './use-document-upload.ts'

const t = textOf('papers')
const accepted = 'image/jpeg,image/png,application/pdf'
type Props = {
  booking: Booking
  /** The key of the place for the first file; '' for the first missing one. */
  first: string
  onClose: () => void
  onDone: () => void
}

/** Documents that arrived another way: choose, drop or paste them, say what they are, and send them all. */
export function UploadDocumentsDialog({ booking, first, onClose, onDone }: Props) {
  const places = documentPlaces(booking)
  const [isChecked, setChecked] = useState(false)
  const upload = useDocumentUpload({ bookingId: booking.id, places, first })
  const open = upload.files.filter(({ state }) => state !== 'sent')
  usePastedFiles(upload.add)
  const send = async () => {
    const left = await upload.send(isChecked)
    onDone()
    if (left === 0) onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      size="wide"
      keepOnOutsidePress
      title={t('uploadTitle')}
      closeLabel={t('close')}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('back')}
          </Button>
          {open.length > 0 ? (
            <Button loading={upload.isSending} onClick={() => void send()}>
              {t('uploadCount', { count: open.length })}
            </Button>
          ) : null}
        </>
      }
    >
      <div className="grid grid-cols-1 gap-4 wrap-anywhere">
        <DropArea hasFiles={upload.files.length > 0} onFiles={upload.add} />
        <ul className="grid grid-cols-1 gap-3 empty:hidden" aria-label={t('chosenFiles')}>
          {upload.files.map((each) => (
            <li key={each.id}>
              <FileRow
                chosen={each}
                places={places}
                onMove={(place) => upload.move(each.id, place)}
                onRemove={() => upload.remove(each.id)}
              />
            </li>
          ))}
        </ul>
        {upload.files.length > 0 ? (
          <Checkbox
            label={t('checked')}
            hint={t('checkedHint')}
            checked={isChecked}
            onChange={(event) => setChecked(event.target.checked)}
          />
        ) : null}
      </div>
    </Dialog>
  )
}

function DropArea({ hasFiles, onFiles }: { hasFiles: boolean; onFiles: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    onFiles([...event.dataTransfer.files])
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra; the button and pasting exist
    <div
      className="grid justify-items-center gap-3 rounded-lg border-2 border-dashed border-control bg-sunken p-5 text-center"
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      <p className="text-ink-2">{t('dropHint')}</p>
      <Button
        variant={hasFiles ? 'secondary' : 'primary'}
        icon={<FileUp aria-hidden="true" />}
        onClick={() => input.current?.click()}
      >
        {t(hasFiles ? 'chooseMore' : 'choose')}
      </Button>
      <input
        ref={input}
        type="file"
        accept={accepted}
        multiple
        hidden
        aria-hidden="true"
        tabIndex={-1}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
    </div>
  )
}

type RowProps = {
  chosen: ChosenFile
  places: readonly DocumentPlace[]
  onMove: (place: string) => void
  onRemove: () => void
}

function FileRow({ chosen: { file, place, state, fault }, places, onMove, onRemove }: RowProps) {
  return (
    <div className="grid grid-cols-[4rem_minmax(0,1fr)] items-start gap-3 rounded-lg border border-line p-3">
      <FilePreview file={file} />
      <div className="grid grid-cols-1 gap-2">
        <div className="flex items-start justify-between gap-2">
          <p className="min-w-0 text-sm font-semibold">{file.name}</p>
          {state === 'sent' ? <StatusBadge tone="success">{t('uploadedOne')}</StatusBadge> : null}
          {state === 'ready' ? (
            <Button
              variant="quiet"
              size="sm"
              iconOnly
              icon={<Trash2 aria-hidden="true" />}
              aria-label={t('removeFile', { name: file.name })}
              onClick={onRemove}
            />
          ) : null}
        </div>
        <Field label={t('place')} error={fault ?? undefined}>
          <Select
            value={place}
            disabled={state !== 'ready'}
            placeholder={t('choosePlace')}
            options={places.map(({ key, label, isMissing }) => ({
              value: key,
              label: isMissing ? t('placeMissing', { label }) : label,
            }))}
            onChange={(event) => onMove(event.target.value)}
          />
        </Field>
      </div>
    </div>
  )
}

function FilePreview({ file }: { file: File }) {
  const [src, setSrc] = useState<string | null>(null)
  useEffect(() => {
    if (!file.type.startsWith('image/')) return
    const address = URL.createObjectURL(file)
    setSrc(address)
    return () => URL.revokeObjectURL(address)
  }, [file])
  return src ? (
    <img src={src} alt="" className="size-16 rounded-sm border border-line bg-sunken object-cover" />
  ) : (
    <span className="grid size-16 place-items-center rounded-sm border border-line bg-sunken text-ink-2">
      <FileText aria-hidden="true" className="size-7" />
    </span>
  )
}
