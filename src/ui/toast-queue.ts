// The messages on screen, held outside React so that anything in the browser can announce one.
// Success and information leave after 4 seconds, errors stay until they are closed. One with a button stays as long as
// the mouse or the focus is on it.

export type ToastTone = 'success' | 'error' | 'info'

export type ToastMessage = {
  tone: ToastTone
  title: string
  description?: string | undefined
  action?: { label: string; run: () => void } | undefined
  /** How long it stays; `null` until closed. */
  milliseconds?: number | null | undefined
}

export type ToastEntry = ToastMessage & { id: number }

/** The element of a toast. */
export const toastId = (id: number): string => `toast-${id}`

const defaultMilliseconds: Record<ToastTone, number | null> = { success: 4000, info: 4000, error: null }
const maxAtOnce = 4

let toasts: readonly ToastEntry[] = []
let lastId = 0
const listeners = new Set<() => void>()
const timers = new Map<number, ReturnType<typeof setTimeout>>()

function change(next: readonly ToastEntry[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

/** Shows a message and returns its id. The same message is not stacked twice: the newer one takes its place. */
export function showToast(message: ToastMessage): number {
  lastId += 1
  const entry = { ...message, id: lastId }
  const repeated = toasts.filter((toast) => toast.title === message.title && toast.description === message.description)
  for (const toast of repeated) dismissToast(toast.id)
  change([...toasts, entry].slice(-maxAtOnce))
  if (listeners.size > 0) leaveLater(entry)
  return entry.id
}

/** The time starts when a toast is drawn: on a slow phone the host may load after the first toast. */
function leaveLater({ id, tone, milliseconds, action }: ToastEntry): void {
  const stay = milliseconds === undefined ? defaultMilliseconds[tone] : milliseconds
  if (stay === null || timers.has(id)) return
  const leave = () => {
    // A touch screen keeps hovering where it was last tapped; a toast that appears there would never leave.
    const isUsed =
      action &&
      document
        .getElementById(toastId(id))
        ?.matches(matchMedia('(hover)').matches ? ':hover,:focus-within' : ':focus-within')
    if (isUsed) timers.set(id, setTimeout(leave, 2000))
    else dismissToast(id)
  }
  timers.set(id, setTimeout(leave, stay))
}

export function dismissToast(id: number): void {
  clearTimeout(timers.get(id))
  timers.delete(id)
  change(toasts.filter((toast) => toast.id !== id))
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener)
  for (const toast of toasts) leaveLater(toast)
  return () => listeners.delete(listener)
}

export function readToasts(): readonly ToastEntry[] {
  return toasts
}
