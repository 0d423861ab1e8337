import { useAction } from '../actions.ts'
import { api } from '../api.ts'
import { ConfirmDialog } from '../lists/confirm-dialog.tsx'
import { textOf } from '../text.ts'
import type { Booking } from './panel.tsx'
import { undelivered } from './staff-facts.ts'
import { nameOf } from './traveller-names.ts'

const t = textOf('papers')
type Props = { booking: Booking; onClose: () => void; onDone: () => void }

/** Delivers everything that was uploaded and not delivered yet. The customer gets a mail for each. */
export function DeliverDialog({ booking, onClose, onDone }: Props) {
  const items = undelivered(booking)
  const deliver = useAction(
    async () => {
      for (const { id } of items) await api.booking.admin.deliverDocument({ bookingId: booking.id, issuedId: id })
    },
    { done: t('deliveredDone'), failed: t('deliverFailed') },
    onDone,
    onClose,
  )
  const name = (travelerId: string | null): string => {
    const traveller = booking.travelers.find(({ id }) => id === travelerId)
    return traveller ? nameOf(traveller) : (booking.issuing?.label ?? '')
  }
  return (
    <ConfirmDialog
      title={t('deliverTitle', { count: items.length })}
      confirm={t('deliver')}
      back={t('back')}
      isDanger={false}
      isPending={deliver.isPending}
      fault={deliver.fault}
      onConfirm={deliver.run}
      onClose={onClose}
    >
      <p>{t('deliverText')}</p>
      <ul className="list-disc ps-5 wrap-anywhere">
        {items.map(({ id, travelerId, version }) => (
          <li key={id}>
            {name(travelerId)}, {t('version', { version }).toLowerCase()}
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}
