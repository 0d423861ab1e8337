import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from './button.tsx'
import { joinClasses } from './class-names.ts'
import { openModal } from './open-dialogs.ts'

export type DialogProps = {
  open: boolean
  /** Called for Escape, the close button and a press outside; the owner then sets `open` to false. */
  onClose: () => void
  title: ReactNode
  closeLabel: string
  /** Below the scrolling body: the actions. */
  footer?: ReactNode
  /** `full` fills a phone's screen. */
  size?: 'normal' | 'wide' | 'full' | undefined
  /** A question that needs an answer is not closed by a press outside. */
  keepOnOutsidePress?: boolean | undefined
  className?: string | undefined
  children: ReactNode
}

/** The browser's modal dialog: it holds the focus, closes on Escape and gives the focus back to where it was. */
export function Dialog(props: DialogProps) {
  const { size = 'normal', className, ...rest } = props
  return <ModalFrame {...rest} className={joinClasses(size !== 'normal' && `dialog-${size}`, className)} />
}

export type DrawerProps = Omit<DialogProps, 'size'> & { edge?: 'start' | 'end' | 'bottom' | undefined }

/** A dialog at an edge of the screen: menus (start, end) and sheets of choices (bottom). */
export function Drawer({ edge = 'end', className, ...rest }: DrawerProps) {
  return <ModalFrame {...rest} className={joinClasses('drawer', edge !== 'end' && `drawer-${edge}`, className)} />
}

/** The ref of a `<dialog>` that is modal while `open`. */
export function useModal(open: boolean) {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = ref.current
    if (!dialog || !open) return
    const before = document.activeElement
    const close = openModal(dialog)
    return () => {
      close()
      // The browser gives the focus back by itself, except when the dialog leaves the page in the same moment.
      if (before instanceof HTMLElement && before.isConnected && document.activeElement === document.body)
        before.focus()
    }
  }, [open])
  return ref
}

type ModalFrameProps = Omit<DialogProps, 'size'>

function ModalFrame(props: ModalFrameProps) {
  const { open, onClose, title, closeLabel, footer, keepOnOutsidePress, className, children } = props
  const ref = useModal(open)
  const id = useId()
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the press outside is an extra; Escape and the close button exist
    <dialog
      ref={ref}
      className={joinClasses('dialog', className)}
      aria-labelledby={`${id}-title`}
      onCancel={(event) => {
        // Only the dialog's own Escape: a file chooser inside sends a cancel of its own, which bubbles.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget && !keepOnOutsidePress) onClose()
      }}
    >
      {open ? (
        <>
          <div className="dialog-head">
            <h2 id={`${id}-title`} className="dialog-title">
              {title}
            </h2>
            <Button variant="quiet" iconOnly aria-label={closeLabel} onClick={onClose}>
              <X aria-hidden="true" />
            </Button>
          </div>
          <div className="dialog-body">{children}</div>
          {footer != null ? <div className="dialog-foot">{footer}</div> : null}
        </>
      ) : null}
    </dialog>
  )
}
