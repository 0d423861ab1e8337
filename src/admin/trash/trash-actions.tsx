import { RotateCcw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { type ActionTexts, useAction } from '../actions.ts'
import { ConfirmDialog } from '../lists/confirm-dialog.tsx'
import { textOf } from '../text.ts'

const t = textOf('trash')

interface RestoreProps<Result> {
  readonly name: string
  readonly call: () => Promise<Result>
  readonly done: ActionTexts<Result>['done']
  readonly onDone: () => void
}

/** Brings something back from the trash or the archive. */
export function RestoreButton<Result>({ name, call, done, onDone }: RestoreProps<Result>) {
  const restore = useAction(call, { done, failed: t('restoreFailed', { name }), sayReason: true }, onDone)
  return (
    <Button
      variant="secondary"
      size="sm"
      icon={<RotateCcw aria-hidden="true" />}
      aria-label={t('restoreNamed', { name })}
      loading={restore.isPending}
      onClick={restore.run}
    >
      {t('restore')}
    </Button>
  )
}

/** Asks, because this cannot be undone. */
export function DeleteForGoodButton<Result>({ name, call, done, onDone }: RestoreProps<Result>) {
  const [isAsked, setAsked] = useState(false)
  const close = () => setAsked(false)
  const texts = { done, failed: t('deleteFailed', { name }), sayReason: true }
  const remove = useAction(call, texts, onDone, close)
  return (
    <>
      <Button
        variant="quiet"
        size="sm"
        className="text-danger!"
        icon={<Trash2 aria-hidden="true" />}
        aria-label={t('deleteNamed', { name })}
        onClick={() => setAsked(true)}
      >
        {t('delete')}
      </Button>
      {isAsked ? (
        <ConfirmDialog
          title={t('deleteTitle', { name })}
          confirm={t('delete')}
          isPending={remove.isPending}
          fault={remove.fault}
          onConfirm={remove.run}
          onClose={close}
        >
          <p>{t('deleteHint')}</p>
        </ConfirmDialog>
      ) : null}
    </>
  )
}
