import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronLeft, MessageSquareText } from 'lucide-react'
import { useRef, useState } from 'react'
import { type CannedReply, cannedPlaceholders, maxCannedTitle, maxReply } from '../../modules/content/index.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Field } from '../../ui/field.tsx'
import { TextArea, TextInput } from '../../ui/text-input.tsx'
import { type Action, useAction } from '../actions.ts'
import { api } from '../api.ts'
import { Fault } from '../bookings/panel.tsx'
import { EditorDialog } from '../lists/editor-dialog.tsx'
import { ListHead } from '../lists/list-head.tsx'
import { LoadedList } from '../lists/list-states.tsx'
import { EditButton } from '../lists/row-buttons.tsx'
import { useEdited } from '../lists/use-edited.ts'
import { textOf } from '../text.ts'
import { offerUndo } from '../trash/undo.ts'

const t = textOf('canned')
const lists = textOf('lists')

function useRefresh() {
  const queries = useQueryClient()
  return () => void queries.invalidateQueries({ queryKey: ['canned-replies'] })
}

/** The replies that all staff share. */
export function CannedReplies() {
  const [edited, setEdited] = useState<CannedReply | 'new' | null>(null)
  const list = useQuery({ queryKey: ['canned-replies'], queryFn: () => api.content.admin.canned.list() })
  return (
    <>
      <title>{t('title')}</title>
      <p className="mb-1">
        <Link to="/admin/messages" className="inline-flex items-center gap-1 py-1 text-sm text-ink-2">
          <ChevronLeft aria-hidden="true" className="mirror size-4" /> {t('back')}
        </Link>
      </p>
      <ListHead add={t('add')} onAdd={() => setEdited('new')}>
        <h1 className="text-2xl sm:text-3xl">{t('title')}</h1>
      </ListHead>
      <LoadedList query={list} words={t}>
        {(replies) =>
          replies.length === 0 ? (
            <EmptyState icon={<MessageSquareText aria-hidden="true" />} title={t('none')} description={t('noneYet')} />
          ) : (
            <ul aria-label={t('title')} className="card divide-y divide-line">
              {replies.map((reply) => (
                <Row key={reply.id} reply={reply} onEdit={() => setEdited(reply)} />
              ))}
            </ul>
          )
        }
      </LoadedList>
      {edited ? <CannedDialog {...(edited !== 'new' && { reply: edited })} onClose={() => setEdited(null)} /> : null}
    </>
  )
}

function Row({ reply: { id: cannedId, title, text }, onEdit }: { reply: CannedReply; onEdit: () => void }) {
  const refresh = useRefresh()
  const undo = () => api.content.admin.canned.restore({ cannedId })
  const remove = useAction(
    () => api.content.admin.canned.remove({ cannedId }),
    {
      done: () => offerUndo({ tone: 'success', title: t('deleted'), undo, onSettled: refresh }),
      failed: t('deleteFailed'),
    },
    refresh,
  )
  return (
    <li className="grid gap-2 px-4 py-3 wrap-anywhere sm:grid-cols-[minmax(0,1fr)_auto] sm:px-5">
      <div className="grid gap-1">
        <p className="font-semibold">{title}</p>
        <p className="line-clamp-4 text-sm whitespace-pre-wrap text-ink-2">{text}</p>
        <Fault fault={remove.fault} />
      </div>
      <span className="flex items-start gap-1">
        <EditButton name={title} onEdit={onEdit} />
        <Button
          variant="quiet"
          size="sm"
          className="text-danger!"
          loading={remove.isPending}
          aria-label={lists('deleteNamed', { name: title })}
          onClick={remove.run}
        >
          {lists('delete')}
        </Button>
      </span>
    </li>
  )
}

function CannedDialog({ reply, onClose }: { reply?: CannedReply; onClose: () => void }) {
  const refresh = useRefresh()
  const [opened] = useState(reply?.version ?? 0)
  // The same reply sent twice is stored once.
  const key = useRef(crypto.randomUUID())
  const { form, change, isChanged } = useEdited({ title: reply?.title ?? '', text: reply?.text ?? '' })
  const save: Action = useAction(
    (): Promise<CannedReply> =>
      reply
        ? api.content.admin.canned.change({ cannedId: reply.id, version: opened, ...form })
        : api.content.admin.canned.create(form, { context: { idempotencyKey: key.current } }),
    { done: t('saved'), failed: t('saveFailed') },
    refresh,
    onClose,
  )
  const edit = (next: Partial<typeof form>) => {
    key.current = crypto.randomUUID()
    change(next)
  }
  return (
    <EditorDialog
      title={t(reply ? 'editTitle' : 'addTitle')}
      isChanged={isChanged}
      save={save}
      onSave={save.run}
      onClose={onClose}
    >
      <Field label={t('name')} hint={t('nameHint')} required error={save.errors.title}>
        <TextInput
          maxLength={maxCannedTitle}
          value={form.title}
          onChange={(event) => edit({ title: event.target.value })}
        />
      </Field>
      <Field label={t('text')} required error={save.errors.text}>
        <TextArea
          rows={8}
          maxLength={maxReply}
          value={form.text}
          onChange={(event) => edit({ text: event.target.value })}
        />
      </Field>
      <div className="grid gap-1.5 text-sm">
        <p className="text-ink-2">{t('placeholders')}</p>
        <p className="flex flex-wrap gap-2">
          {cannedPlaceholders.map((name) => (
            <Button key={name} variant="secondary" size="sm" onClick={() => edit({ text: `${form.text}{{${name}}}` })}>
              {t(`placeholder.${name}`)}
            </Button>
          ))}
        </p>
      </div>
    </EditorDialog>
  )
}
