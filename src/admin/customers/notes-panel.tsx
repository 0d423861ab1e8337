import { type FormEvent, useRef, useState } from 'react'
import type { CustomerView } from '../../modules/customer/index.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextArea } from '../../ui/text-input.tsx'
import { useAction } from '../actions.ts'
import { api } from '../api.ts'
import { Fault, Panel } from '../bookings/panel.tsx'
import { textOf } from '../text.ts'
import { offerUndo } from '../trash/undo.ts'
import { dateTime } from '../written.ts'

const t = textOf('customer')
type Props = { customer: CustomerView; onDone: () => void }

export const NotesPanel = ({ customer, onDone }: Props) => (
  <Panel id="notes" title={t('notes')}>
    {customer.notes.length > 0 ? (
      <ul className="grid gap-3">
        {customer.notes.map((note) => (
          <Note key={note.id} customerId={customer.id} note={note} onDone={onDone} />
        ))}
      </ul>
    ) : (
      <p className="text-[0.9375rem] text-ink-2">{t('noNotes')}</p>
    )}
    <NewNote customerId={customer.id} onDone={onDone} />
  </Panel>
)

type NoteProps = { customerId: string; note: CustomerView['notes'][number]; onDone: () => void }

function Note({ customerId, note, onDone }: NoteProps) {
  const which = { customerId, noteId: note.id }
  const undo = () => api.customer.admin.restoreNote(which)
  const remove = useAction(
    () => api.customer.admin.removeNote(which),
    {
      done: () => offerUndo({ tone: 'success', title: t('noteDeleted'), undo, onSettled: onDone }),
      failed: t('noteDeleteFailed'),
    },
    onDone,
  )
  return (
    <li className="grid gap-1 rounded-md bg-sunken px-3 py-2">
      <p className="typed whitespace-pre-wrap">{note.text}</p>
      <div className="flex flex-wrap items-center justify-between gap-2 text-sm text-ink-2">
        <span>
          {note.author}, <time dateTime={note.at}>{dateTime(note.at)}</time>
        </span>
        <Button
          variant="quiet"
          size="sm"
          className="text-danger!"
          loading={remove.isPending}
          aria-label={t('deleteNote', { author: note.author, at: dateTime(note.at) })}
          onClick={remove.run}
        >
          {t('delete')}
        </Button>
      </div>
      <Fault fault={remove.fault} />
    </li>
  )
}

function NewNote({ customerId, onDone }: { customerId: string; onDone: () => void }) {
  const [typed, setTyped] = useState('')
  // The same note sent twice is stored once.
  const key = useRef(crypto.randomUUID())
  const add = useAction(
    () => api.customer.admin.addNote({ customerId, text: typed }, { context: { idempotencyKey: key.current } }),
    { done: t('noteAdded'), failed: t('noteFailed') },
    onDone,
    () => {
      key.current = crypto.randomUUID()
      setTyped('')
    },
  )
  const change = (text: string) => {
    key.current = crypto.randomUUID()
    setTyped(text)
    if (add.isFailed) add.reset()
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!add.isPending) add.run()
  }
  return (
    <form noValidate onSubmit={send} className="grid gap-2">
      <Field label={t('newNote')} error={add.errors.text}>
        <TextArea rows={3} maxLength={5_000} value={typed} onChange={(event) => change(event.target.value)} />
      </Field>
      <Fault fault={add.errors.text ? null : add.fault} />
      <Button type="submit" variant="secondary" size="sm" className="justify-self-start" loading={add.isPending}>
        {t('addNote')}
      </Button>
    </form>
  )
}
