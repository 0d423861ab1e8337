import { lazy, Suspense, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { textOf } from '../text.ts'
import type { Booking } from './panel.tsx'

const CorrectDialog = lazy(() => import('./correct-dialog.tsx'))
const t = textOf('correctBooking')

/** Opens the dialog that corrects contact, pickup and requests. Nothing for a cancelled booking. */
export function CorrectButton({ booking, onDone }: { booking: Booking; onDone: () => void }) {
  const [isOpen, setOpen] = useState(false)
  if (booking.booking_status === 'cancelled') return null
  return (
    <div>
      <Button variant="secondary" size="sm" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('open')}
      </Button>
      {isOpen ? (
        <Suspense>
          <CorrectDialog booking={booking} onClose={() => setOpen(false)} onDone={onDone} />
        </Suspense>
      ) : null}
    </div>
  )
}
