import { lazy, Suspense, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { textOf } from '../text.ts'
import type { Booking } from './panel.tsx'

const ChangeDialog = lazy(() => import('./change-dialog.tsx'))
const t = textOf('changeBooking')

/** Opens the dialog that changes date, time, party and answers of the booking. */
export function ChangeButton({ booking, onDone }: { booking: Booking; onDone: () => void }) {
  const [isOpen, setOpen] = useState(false)
  if (['cancelled', 'completed'].includes(booking.booking_status)) return null
  return (
    <div>
      <Button variant="secondary" size="sm" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('open')}
      </Button>
      {isOpen ? (
        <Suspense>
          <ChangeDialog booking={booking} onClose={() => setOpen(false)} onDone={onDone} />
        </Suspense>
      ) : null}
    </div>
  )
}
