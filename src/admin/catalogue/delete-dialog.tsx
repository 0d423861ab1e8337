import { useMutation } from '@tanstack/react-query'
import type { AdminServiceRow } from '../../modules/catalogue/contract.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { showToast } from '../../ui/toast-queue.ts'
import { api } from '../api.ts'
import { textOf } from '../text.ts'
import { offerUndo } from '../trash/undo.ts'
import type { EditedKind } from './edited-kind.ts'
import { failureOf } from './failure.ts'
import { useCatalogueChanged } from './use-items.ts'

const t = textOf('catalogue')
const messages = textOf('shell')
const words = textOf('trash')
type Props = { edited: EditedKind; row: AdminServiceRow; onClose: () => void }

/** Always asks first (D143), and offers to undo it. Items with bookings are archived instead, and the message says so. */
export function DeleteDialog({ edited, row, onClose }: Props) {
  const changed = useCatalogueChanged(edited)
  const removal = useMutation({
    mutationFn: () => api.catalogue.admin.remove({ id: row.id, version: row.version }),
    onSuccess: ({ outcome, version }) => {
      const { entity } = edited
      const message =
        outcome === 'trashed'
          ? ({ tone: 'success', title: t('deleted', { entity }), description: words('kept', { count: 1 }) } as const)
          : ({ tone: 'info', title: t('archived', { entity }), description: t('archivedHint') } as const)
      // It was archived before, and still is.
      if (version === row.version) return void showToast({ ...message, milliseconds: 8000 })
      const undo = () => api.catalogue.admin.trash.restore({ id: row.id, version })
      offerUndo({ ...message, undo, onSettled: changed })
    },
    onError: (error) =>
      showToast({ tone: 'error', title: messages('error'), description: failureOf(edited, 'deleteFailed', error) }),
    onSettled: () => {
      changed()
      onClose()
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      keepOnOutsidePress
      title={t('deleteTitle', { title: row.title })}
      closeLabel={t('close')}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="danger" loading={removal.isPending} onClick={() => removal.mutate()}>
            {t('delete')}
          </Button>
        </>
      }
    >
      <p>{t('deleteQuestion', { entity: edited.inSentence })}</p>
      <p className="mt-2 text-ink-2">{words('kept', { count: 1 })}</p>
    </Dialog>
  )
}
