import { useState } from 'react'
import { api } from '../api.ts'
import { useMayEnter } from '../may-enter.ts'
import { textOf } from '../text.ts'
import type { Booking } from './panel.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { firstChoice, readRefund } from './refund-choice.ts'
import { RefundFields } from './refund-fields.tsx'

const t = textOf('booking')
type Props = {
  booking: Booking
  texts: { done: string; failed: string }
  onClose: () => void
  onDone: () => void
}

/** Cancels with a reason and shows how much of the paid amount is refunded (A157, D93). */
export function CancelDialog({ booking, texts, onClose, onDone }: Props) {
  const [choice, setChoice] = useState(firstChoice)
  const [isRefused, setRefused] = useState(false)
  const mayChoose = useMayEnter('refunds')
  const { refund_proposal: proposal } = booking
  const read = readRefund(proposal, choice)
  return (
    <ReasonDialog
      title={t('cancelTitle')}
      hint={t('cancelHint')}
      label={t('reason')}
      neededText={booking.booking_status === 'confirmed' ? t('reasonNeeded') : undefined}
      submitLabel={t('cancelSubmit')}
      backLabel={t('keep')}
      isDanger
      canSend={() => {
        setRefused(read.errors !== undefined)
        return read.errors === undefined
      }}
      call={(reason) =>
        api.booking.admin.cancel({
          bookingId: booking.id,
          version: booking.version,
          ...(reason && { reason }),
          ...read.sent,
        })
      }
      texts={texts}
      onClose={onClose}
      onDone={onDone}
      before={(errors) =>
        proposal ? (
          <RefundFields
            proposal={proposal}
            choice={choice}
            mayChoose={mayChoose}
            errors={{ ...errors, ...(isRefused && read.errors) }}
            onChange={setChoice}
          />
        ) : null
      }
    />
  )
}
