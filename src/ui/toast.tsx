import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { Button } from './button.tsx'
import { subscribeToDialogs, topDialog } from './open-dialogs.ts'
import { doOverlap, keepOffHead } from './toast-place.ts'
import { dismissToast, readToasts, subscribeToToasts, type ToastEntry, toastId } from './toast-queue.ts'

const icons = { success: CircleCheck, error: CircleAlert, info: Info }
const tones = { success: 'tone-success', error: 'tone-danger', info: 'tone-info' }

/**
 * Stands once in a page's frame; draws what `showToast` (./toast-queue.ts) announces, at the top right. In a browser
 * only. While a dialog is open the messages are in it, since all else is inert: there they can be pressed and are read
 * out, below its head.
 */
export function ToastHost({ label, closeLabel }: { label: string; closeLabel: string }) {
  const toasts = useSyncExternalStore(subscribeToToasts, readToasts)
  const dialog = useSyncExternalStore(subscribeToDialogs, topDialog)
  // Moved as it is: React would draw the messages anew in another place.
  const [place] = useState(() => Object.assign(document.createElement('div'), { className: 'contents' }))
  const ref = useRef<HTMLElement>(null)
  const newest = toasts.at(-1)?.id
  useEffect(() => () => place.remove(), [place])
  // As a popover, shown anew for each message, the host lies above a dialog that was opened before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: where it belongs is read anew, a dialog may have gone since
  useEffect(() => {
    const home = topDialog() ?? document.body
    if (place.parentElement !== home) home.append(place)
    const host = ref.current
    if (!host?.showPopover || newest === undefined) return
    if (host.matches(':popover-open')) host.hidePopover()
    host.showPopover()
    const leave = keepOffHead(host, topDialog())
    addEventListener('keyup', giveWay)
    return () => {
      leave()
      removeEventListener('keyup', giveWay)
    }
  }, [place, newest, dialog])
  return createPortal(
    <section
      ref={ref}
      aria-label={label}
      aria-live="polite"
      // Chromium lets Tab stop at boxes that scroll.
      tabIndex={-1}
      className={toasts.length ? 'toasts' : 'sr-only'}
      popover="manual"
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} closeLabel={closeLabel} />
      ))}
    </section>,
    place,
  )
}

/** A toast that covers the focused element leaves at once (WCAG 2.4.11), unless it has an action. */
function giveWay({ key }: KeyboardEvent): void {
  const focused = document.activeElement
  if (key !== 'Tab' || !focused || focused.closest('.toasts')) return
  const at = focused.getBoundingClientRect()
  for (const { id, tone, action } of readToasts()) {
    const lies = document.getElementById(toastId(id))?.getBoundingClientRect()
    if (tone === 'error' || action || !lies) continue
    if (doOverlap(lies, at)) dismissToast(id)
  }
}

function ToastCard({ toast, closeLabel }: { toast: ToastEntry; closeLabel: string }): ReactNode {
  const { id, tone, title, description, action } = toast
  const ToneIcon = icons[tone]
  return (
    <div id={toastId(id)} role={tone === 'error' ? 'alert' : 'status'} className={`toast ${tones[tone]}`}>
      <ToneIcon aria-hidden="true" />
      <div className="toast-text">
        <p className="toast-title">{title}</p>
        {description ? <p>{description}</p> : null}
        {action ? (
          <Button
            variant="secondary"
            size="sm"
            className="mt-2"
            onClick={() => {
              action.run()
              dismissToast(id)
            }}
          >
            {action.label}
          </Button>
        ) : null}
      </div>
      <Button variant="quiet" iconOnly aria-label={closeLabel} onClick={() => dismissToast(id)}>
        <X aria-hidden="true" />
      </Button>
    </div>
  )
}
