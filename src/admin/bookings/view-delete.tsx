import type { SavedView } from '../../modules/booking/index.ts'
import { useAction } from '../actions.ts'
import { api } from '../api.ts'
import { ConfirmDialog } from '../lists/confirm-dialog.tsx'
import { textOf } from '../text.ts'

const t = textOf('bookingViews')
const lists = textOf('lists')

type Props = { view: SavedView; onDone: () => void; onClose: () => void }

export function DeleteView({ view, onDone, onClose }: Props) {
  const { id: viewId, name, version, is_shared } = view
  const remove = useAction(
    () => api.booking.admin.views.remove({ viewId, version }),
    { done: t('deleted'), failed: t('deleteFailed') },
    onDone,
    onClose,
  )
  return (
    <ConfirmDialog
      title={t('deleteTitle')}
      confirm={lists('delete')}
      isPending={remove.isPending}
      fault={remove.fault}
      onConfirm={remove.run}
      onClose={onClose}
    >
      <p className="font-semibold wrap-anywhere">{name}</p>
      <p className="text-ink-2">{t(is_shared ? 'deleteShared' : 'deleteHint')}</p>
    </ConfirmDialog>
  )
}
