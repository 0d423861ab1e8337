import { Notice } from '../../ui/badge.tsx'
import { useAction } from '../actions.ts'
import { api } from '../api.ts'
import { inWords } from '../labels.tsx'
import { ConfirmDialog } from '../lists/confirm-dialog.tsx'
import { FilePreview } from '../queues/file-preview.tsx'
import { textOf } from '../text.ts'
import { listed } from '../written.ts'
import type { Booking } from './panel.tsx'
import type { Issued } from './staff-facts.ts'
import { nameOf } from './traveller-names.ts'

const t = textOf('papers')
type Props = { booking: Booking; items: readonly Issued[]; onClose: () => void; onDone: () => void }

/** Shows what is to be delivered, and delivers it. The customer gets a mail for each. */
export default function DeliverDialog({ booking, items, onClose, onDone }: Props) {
  const deliver = useAction(
    async () => {
      for (const { id } of items) await api.booking.admin.deliverDocument({ bookingId: booking.id, issuedId: id })
    },
    { done: t('deliveredDone'), failed: t('deliverFailed') },
    onDone,
    onClose,
  )
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
      <Unchecked booking={booking} />
      <ul className="grid grid-cols-1 gap-4">
        {items.map(({ id, travelerId, version, fileId, contentType }) => {
          const name = listed([receiverOf(booking, travelerId), t('version', { version }).toLowerCase()])
          return (
            <li key={id} className="grid grid-cols-1 gap-2 wrap-anywhere">
              <p className="font-semibold">{name}</p>
              <FilePreview {...{ fileId, contentType, name }} />
            </li>
          )
        })}
      </ul>
    </ConfirmDialog>
  )
}

function receiverOf({ travelers, issuing }: Booking, travelerId: string | null): string {
  const traveller = travelers.find(({ id }) => id === travelerId)
  return traveller ? nameOf(traveller) : (issuing?.label ?? '')
}

/** The customer's documents that are still unchecked. */
function Unchecked({ booking: { documents, travelers } }: { booking: Booking }) {
  const open = documents.filter(({ canReview, review }) => canReview && review === null)
  if (open.length === 0) return null
  return (
    <Notice tone="warn" title={t('deliverUnchecked', { count: open.length })}>
      <ul className="list-disc ps-5 wrap-anywhere">
        {open.map(({ id, name, travelerId }) => {
          const traveller = travelers.find((each) => each.id === travelerId)
          return <li key={id}>{listed([inWords(name), traveller && nameOf(traveller)])}</li>
        })}
      </ul>
    </Notice>
  )
}
