import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { type Action, type ActionTexts, useAction } from '../actions.ts'
import { textOf } from '../text.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

const t = textOf('lists')

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
  texts: ActionTexts
  onDone: () => void
}

/** Deletes an entry after confirmation. */
export function DeleteButton({ name, question, children, call, texts, onDone }: DeleteProps) {
  const [isAsked, setAsked] = useState(false)
  const close = () => setAsked(false)
  const remove = useAction(call, texts, onDone, close)
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
        </ConfirmDialog>
      ) : null}
    </>
  )
}
