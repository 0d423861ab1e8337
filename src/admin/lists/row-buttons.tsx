import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { type Action, type ActionTexts, useAction } from '../actions.ts'
import { textOf } from '../text.ts'
import { offerUndo } from '../trash/undo.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

const t = textOf('lists')
const words = textOf('trash')

type SwitchProps = { name: string; isActive: boolean; action: Action }

export const SwitchButton = ({ name, isActive, action }: SwitchProps) => (
  <Button
    variant="quiet"
    size="sm"
    loading={action.isPending}
    aria-label={t(isActive ? 'deactivateNamed' : 'activateNamed', { name })}
    onClick={action.run}
  >
    {t(isActive ? 'deactivate' : 'activate')}
  </Button>
)

export const EditButton = ({ name, onEdit }: { name: string; onEdit: () => void }) => (
  <Button variant="secondary" size="sm" aria-label={t('editNamed', { name })} onClick={onEdit}>
    {t('edit')}
  </Button>
)

type DeleteProps = {
  name: string
  question: string
  children?: ReactNode
  call: () => Promise<unknown>
  texts: ActionTexts & { readonly done: string }
  /** Brings the entry back from the trash. */
  undo: () => Promise<unknown>
  onDone: () => void
}

/** Moves an entry to the trash after confirmation, and offers to undo it. */
export function DeleteButton({ name, question, children, call, texts, undo, onDone }: DeleteProps) {
  const [isAsked, setAsked] = useState(false)
  const close = () => setAsked(false)
  const kept = words('kept', { count: 1 })
  const done = () => offerUndo({ tone: 'success', title: texts.done, description: kept, undo, onSettled: onDone })
  const remove = useAction(call, { ...texts, done }, onDone, close)
  return (
    <>
      <Button
        variant="quiet"
        size="sm"
        className="text-danger!"
        aria-label={t('deleteNamed', { name })}
        onClick={() => setAsked(true)}
      >
        {t('delete')}
      </Button>
      {isAsked ? (
        <ConfirmDialog
          title={question}
          confirm={t('delete')}
          isPending={remove.isPending}
          fault={remove.fault}
          onConfirm={remove.run}
          onClose={close}
        >
          <p>{name}</p>
          {children}
          <p className="text-ink-2">{kept}</p>
        </ConfirmDialog>
      ) : null}
    </>
  )
}
