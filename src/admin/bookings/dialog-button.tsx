import { type ReactNode, Suspense, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import type { BookingAction } from '../shortcuts/booking-actions.ts'

type Props = { label: string; action?: BookingAction; children: (close: () => void) => ReactNode }

/** Opens a dialog that loads on demand. */
export function DialogButton({ label, action, children }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div>
      <Button variant="secondary" size="sm" aria-haspopup="dialog" data-do={action} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen ? <Suspense>{children(() => setOpen(false))}</Suspense> : null}
    </div>
  )
}
