import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react'
import { Button } from './button.tsx'
import { dismissToast, readNoToasts, readToasts, subscribeToToasts, type ToastEntry } from './toast-queue.ts'

const icons = { success: CircleCheck, error: CircleAlert, info: Info }
const tones = { success: 'tone-success', error: 'tone-danger', info: 'tone-info' }

/** Stands once in a page's frame; draws what `showToast` (./toast-queue.ts) announces, at the top right. */
export function ToastHost({ label, closeLabel }: { label: string; closeLabel: string }) {
  const toasts = useSyncExternalStore(subscribeToToasts, readToasts, readNoToasts)
  const ref = useRef<HTMLElement>(null)
  const newest = toasts.at(-1)?.id
  // As a popover, shown anew for each message, the host lies above a dialog that was opened before.
  useEffect(() => {
    const host = ref.current
    if (!host?.showPopover || newest === undefined) return
    if (host.matches(':popover-open')) host.hidePopover()
    host.showPopover()
  }, [newest])
  return (
    <section
      ref={ref}
      aria-label={label}
      aria-live="polite"
      className={toasts.length ? 'toasts' : 'sr-only'}
      popover="manual"
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} closeLabel={closeLabel} />
      ))}
    </section>
  )
}

function ToastCard({ toast, closeLabel }: { toast: ToastEntry; closeLabel: string }): ReactNode {
  const { id, tone, title, description, action } = toast
  const ToneIcon = icons[tone]
  return (
    <div role={tone === 'error' ? 'alert' : 'status'} className={`toast ${tones[tone]}`}>
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
