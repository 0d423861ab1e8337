import { useMutation } from '@tanstack/react-query'
import type { AdminServiceRow } from '../../modules/catalogue/contract.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { showToast } from '../../ui/toast-queue.ts'
import { api } from '../api.ts'
import { textOf } from '../text.ts'
import type { EditedKind } from './edited-kind.ts'
import { failureOf } from './failure.ts'
import { useCatalogueChanged } from './use-items.ts'

const t = textOf('catalogue')
const messages = textOf('shell')
type Props = { edited: EditedKind; row: AdminServiceRow; onClose: () => void }

/** Always asks first (D143). Items with bookings are archived instead, and the dialog says so. */
export function DeleteDialog({ edited, row, onClose }: Props) {
  const changed = useCatalogueChanged(edited)
  const removal = useMutation({
    mutationFn: () => api.catalogue.admin.remove({ id: row.id, version: row.version }),
    onSuccess: ({ outcome }) => {
      const { entity } = edited
      showToast(
        outcome === 'deleted'
          ? { tone: 'success', title: t('deleted', { entity }) }
          : { tone: 'info', title: t('archived', { entity }), description: t('archivedHint'), milliseconds: 8000 },
      )
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
    </Dialog>
  )
}
