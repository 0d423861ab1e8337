import { lazy, Suspense, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { textOf } from '../text.ts'
import type { Booking } from './panel.tsx'

const MoveDialog = lazy(() => import('./move-dialog.tsx'))
const t = textOf('moveBooking')

/** Opens the dialog that moves the booking to another departure. */
export function MoveButton({ booking, onDone }: { booking: Booking; onDone: () => void }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div>
      <Button variant="secondary" size="sm" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('open')}
      </Button>
      {isOpen ? (
        <Suspense>
          <MoveDialog booking={booking} onClose={() => setOpen(false)} onDone={onDone} />
        </Suspense>
      ) : null}
    </div>
  )
}
