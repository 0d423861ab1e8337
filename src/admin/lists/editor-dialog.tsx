import { type FormEvent, type ReactNode, useEffect, useId } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { Action } from '../actions.ts'
import { Fault } from '../bookings/panel.tsx'
import { textOf } from '../text.ts'
import { useFirstWrong } from './use-first-wrong.ts'
import { useUnsaved } from './use-unsaved.tsx'

const t = textOf('lists')

const fields = 'input:not([type=hidden], [type=file]), select, textarea'

type Props = {
  title: string
  isChanged: boolean
  save: Action
  /** Label of the submit button; defaults to Save. Null: there is nothing to save. */
  saveLabel?: string | null
  /** Label of the button that closes; defaults to Cancel. */
  cancelLabel?: string
  isDanger?: boolean
  onSave: () => void
  onClose: () => void
  children: ReactNode
}

/** A dialog that creates or edits one thing, with Cancel and Save. It asks before discarding edits. */
export function EditorDialog(props: Props) {
  const { title, isChanged, save, saveLabel, cancelLabel, isDanger = false, onSave, onClose, children } = props
  const form = useId()
  const firstWrong = useFirstWrong<HTMLFormElement>(save.fault)
  const { leave, question } = useUnsaved(isChanged && !save.isDone)
  const { area } = firstWrong
  // Focus the first field; the browser would focus the close button.
  useEffect(() => area.current?.querySelector<HTMLElement>(fields)?.focus(), [area])
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (save.isPending || saveLabel === null) return
    onSave()
    firstWrong.show()
  }
  return (
    <>
      <Dialog
        open
        onClose={() => leave(onClose)}
        size="wide"
        keepOnOutsidePress
        className="max-sm:m-0 max-sm:h-dvh max-sm:max-h-none! max-sm:w-full! max-sm:rounded-none max-sm:border-0"
        title={title}
        closeLabel={t('close')}
        footer={
          <>
            <Button variant="secondary" onClick={() => leave(onClose)}>
              {cancelLabel ?? t('cancel')}
            </Button>
            {saveLabel === null ? null : (
              <Button type="submit" form={form} variant={isDanger ? 'danger' : 'primary'} loading={save.isPending}>
                {saveLabel ?? t('save')}
              </Button>
            )}
          </>
        }
      >
        <form ref={area} id={form} noValidate onSubmit={send} className="grid grid-cols-1 gap-4">
          {children}
          <Fault fault={save.fault} />
        </form>
      </Dialog>
      {question}
    </>
  )
}
