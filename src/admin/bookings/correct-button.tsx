import { lazy } from 'react'
import { textOf } from '../text.ts'
import { DialogButton } from './dialog-button.tsx'
import type { Booking } from './panel.tsx'

const CorrectDialog = lazy(() => import('./correct-dialog.tsx'))
const t = textOf('correctBooking')

/** Opens the dialog that corrects contact, pickup and requests. Nothing for a cancelled booking. */
export const CorrectButton = ({ booking, onDone }: { booking: Booking; onDone: () => void }) =>
  booking.booking_status === 'cancelled' ? null : (
    <DialogButton label={t('open')}>
      {(close) => <CorrectDialog booking={booking} onClose={close} onDone={onDone} />}
    </DialogButton>
  )
