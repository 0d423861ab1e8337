import { type ReactNode, Suspense, useState } from 'react'
import { Button } from '../../ui/button.tsx'

type Props = { label: string; children: (close: () => void) => ReactNode }

/** Opens a dialog that loads on demand. */
export function DialogButton({ label, children }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div>
      <Button variant="secondary" size="sm" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen ? <Suspense>{children(() => setOpen(false))}</Suspense> : null}
    </div>
  )
}
