import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Fault } from '../bookings/panel.tsx'
import { textOf } from '../text.ts'

const t = textOf('lists')

type Props = {
  title: string
  children?: ReactNode
  confirm: string
  /** The other button; 'Keep' by default. */
  back?: string
  /** False for a step that destroys nothing. */
  isDanger?: boolean
  isPending?: boolean
  fault?: string | null
  onConfirm: () => void
  onClose: () => void
}

export const ConfirmDialog = ({
  title,
  children,
  confirm,
  back = t('keep'),
  isDanger = true,
  isPending,
  fault = null,
  onConfirm,
  onClose,
}: Props) => (
  <Dialog
    open
    onClose={onClose}
    keepOnOutsidePress
    title={title}
    closeLabel={t('close')}
    footer={
      <>
        <Button variant="secondary" onClick={onClose}>
          {back}
        </Button>
        <Button variant={isDanger ? 'danger' : 'primary'} loading={isPending} onClick={onConfirm}>
          {confirm}
        </Button>
      </>
    }
  >
    <div className="grid gap-3">
      {children}
      <Fault fault={fault} />
    </div>
  </Dialog>
)
