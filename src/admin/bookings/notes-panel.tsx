import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Notice } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { TextArea } from '../../ui/text-input.tsx'
import { useAction } from '../actions.ts'
import { api } from '../api.ts'
import { textOf } from '../text.ts'
import { type Booking, Fault, Panel } from './panel.tsx'

const t = textOf('booking')
type Props = { booking: Booking; onDone: () => void }

/** The staff's notes; the customer's own note is shown with the customer and never mixed with them (A161). */
export function NotesPanel({ booking, onDone }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Panel id="notes" title={t('notes')}>
      <p className="typed text-[0.9375rem] break-words whitespace-pre-wrap text-ink-2">
        {booking.admin_notes || t('noNotes')}
      </p>
      <div>
        <Button variant="secondary" size="sm" data-do="notes" onClick={() => setOpen(true)}>
          {t('editNotes')}
        </Button>
      </div>
      {isOpen ? <NotesDialog booking={booking} onDone={onDone} onClose={() => setOpen(false)} /> : null}
    </Panel>
  )
}

function NotesDialog({ booking, onClose, onDone }: Props & { onClose: () => void }) {
  const queries = useQueryClient()
  const [opened] = useState(() => {
    const { admin_notes, version } = queries.getQueryData<Booking>(['booking', booking.booking_reference]) ?? booking
    return { notes: admin_notes ?? '', version }
  })
  const [notes, setNotes] = useState(opened.notes)
  const save = useAction(
    async () => {
      // After a conflict the stored text is shown below, so a second save overwrites it on purpose.
      const version = save.isFailed ? booking.version : opened.version
      const saved = await api.booking.admin.saveNotes({ bookingId: booking.id, admin_notes: notes, version })
      // Otherwise editing the notes again at once would conflict with the user's own save.
      queries.setQueryData(['booking', booking.booking_reference], saved)
    },
    { done: t('notesUpdated'), failed: t('notesFailed') },
    onDone,
    onClose,
  )
  const isOvertaken = save.isFailed && (booking.admin_notes ?? '') !== opened.notes
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
          <Button loading={save.isPending} onClick={save.run}>
            {t('saveNotes')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <Field label={t('notes')} hint={t('notesHint')}>
          <TextArea rows={8} maxLength={10_000} value={notes} onChange={(event) => setNotes(event.target.value)} />
        </Field>
        <Fault fault={save.fault} />
        {isOvertaken ? (
          <Notice tone="warn" title={t('notesNow')}>
            <p className="typed whitespace-pre-wrap">{booking.admin_notes || t('noNotes')}</p>
          </Notice>
        ) : null}
      </div>
    </Dialog>
  )
}
