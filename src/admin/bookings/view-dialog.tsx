import { useRef, useState } from 'react'
import { maxViewName, type SavedView } from '../../modules/booking/index.ts'
import { Checkbox } from '../../ui/choices.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { useAction } from '../actions.ts'
import { api } from '../api.ts'
import { EditorDialog } from '../lists/editor-dialog.tsx'
import { useEdited } from '../lists/use-edited.ts'
import { textOf } from '../text.ts'
import type { ViewQuery } from './views.ts'

const t = textOf('bookingViews')

type Props = {
  /** Null: a new one. */
  view: SavedView | null
  /** The list shows just what it holds. */
  isShown: boolean
  /** What the list shows. */
  query: ViewQuery
  onDone: () => void
  onClose: () => void
}
type Form = { name: string; is_shared: boolean; isReplaced: boolean }

export function ViewDialog({ view, isShown, query, onDone, onClose }: Props) {
  const [opened] = useState(view?.version)
  const start = { name: view?.name ?? '', is_shared: view?.is_shared ?? false, isReplaced: false }
  const { form, change, isChanged, wrong, setWrong } = useEdited<Form>(start)
  // The same view sent twice is saved once.
  const key = useRef(crypto.randomUUID())
  const save = useAction(
    async (): Promise<SavedView> => {
      const { name, is_shared, isReplaced } = form
      const context = { idempotencyKey: key.current }
      if (!view) return api.booking.admin.views.create({ name, is_shared, query }, { context })
      // After a conflict the newest version is known, so a second save overwrites it on purpose.
      const version = save.isFailed ? view.version : (opened ?? view.version)
      return api.booking.admin.views.update({
        ...{ viewId: view.id, version, name, is_shared },
        ...(isReplaced && { query }),
      })
    },
    { done: t('saved'), failed: t('saveFailed') },
    onDone,
    onClose,
  )
  const edit = (next: Partial<Form>) => {
    key.current = crypto.randomUUID()
    change(next)
  }
  const send = () => {
    const isMissing = form.name.trim() === ''
    setWrong(isMissing ? { name: t('nameMissing') } : {})
    if (!isMissing) save.run()
  }
  return (
    <EditorDialog
      title={t(view ? 'editTitle' : 'saveTitle')}
      isChanged={isChanged}
      save={save}
      onSave={send}
      onClose={onClose}
    >
      <Fields form={form} view={view} error={wrong.name ?? save.errors.name} onEdit={edit} />
      {view && !isShown ? (
        <Checkbox
          label={t('replace')}
          hint={t('replaceHint')}
          checked={form.isReplaced}
          onChange={({ target }) => edit({ isReplaced: target.checked })}
        />
      ) : null}
    </EditorDialog>
  )
}

type FieldsProps = {
  form: Form
  view: SavedView | null
  error: string | undefined
  onEdit: (next: Partial<Form>) => void
}
const Fields = ({ form, view, error, onEdit }: FieldsProps) => (
  <>
    {view ? null : <p className="text-[0.9375rem] text-ink-2">{t('saveHint')}</p>}
    <Field label={t('name')} hint={t('nameHint')} required error={error}>
      <TextInput maxLength={maxViewName} value={form.name} onChange={({ target }) => onEdit({ name: target.value })} />
    </Field>
    <Checkbox
      label={t('share')}
      hint={t(view?.is_shared && !view.is_own && !form.is_shared ? 'unshareHint' : 'shareHint')}
      checked={form.is_shared}
      onChange={({ target }) => onEdit({ is_shared: target.checked })}
    />
  </>
)
