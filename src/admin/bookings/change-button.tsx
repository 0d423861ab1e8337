import { lazy } from 'react'
import { textOf } from '../text.ts'
import { DialogButton } from './dialog-button.tsx'
import type { Booking } from './panel.tsx'

const ChangeDialog = lazy(() => import('./change-dialog.tsx'))
const t = textOf('changeBooking')

/** Opens the dialog that changes date, time, party and answers of the booking. */
export const ChangeButton = ({ booking, onDone }: { booking: Booking; onDone: () => void }) =>
  ['cancelled', 'completed'].includes(booking.booking_status) ? null : (
    <DialogButton label={t('open')} action="change">
      {(close) => <ChangeDialog booking={booking} onClose={close} onDone={onDone} />}
    </DialogButton>
  )
