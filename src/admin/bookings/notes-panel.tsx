import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { TextArea } from '../../ui/text-input.tsx'
import { api } from '../api.ts'
import { textOf } from '../text.ts'
import { type Booking, Panel } from './panel.tsx'
import { useAction } from './use-action.ts'

const t = textOf('booking')

/** The staff's notes; the customer's own note is a fact of the trip and never mixed with them (A161). */
export function NotesPanel({ booking, onDone }: { booking: Booking; onDone: () => void }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Panel id="notes" title={t('notes')}>
      <p className="break-words whitespace-pre-wrap text-ink-2">{booking.admin_notes || t('noNotes')}</p>
      <div>
        <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
          {t('editNotes')}
        </Button>
      </div>
      {isOpen ? <NotesDialog booking={booking} onClose={() => setOpen(false)} onDone={onDone} /> : null}
    </Panel>
  )
}

function NotesDialog({ booking, onClose, onDone }: { booking: Booking; onClose: () => void; onDone: () => void }) {
  const [notes, setNotes] = useState(booking.admin_notes ?? '')
  const save = useAction(
    async () => {
      await api.booking.admin.saveNotes({ bookingId: booking.id, admin_notes: notes, version: booking.version })
      onClose()
    },
    { done: t('notesUpdated'), failed: t('notesFailed') },
    onDone,
  )
  return (
    <Dialog
      open
      onClose={onClose}
      keepOnOutsidePress
      title={t('notes')}
      closeLabel={t('close')}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('discard')}
          </Button>
          <Button loading={save.isPending} onClick={() => save.mutate(undefined)}>
            {t('saveNotes')}
          </Button>
        </>
      }
    >
      <Field label={t('notes')} hideLabel>
        <TextArea rows={8} maxLength={10_000} value={notes} onChange={(event) => setNotes(event.target.value)} />
      </Field>
    </Dialog>
  )
}
