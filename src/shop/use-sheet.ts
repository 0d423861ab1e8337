import { type ComponentType, useEffect, useState } from 'react'

/**
 * What opens over the page is not among what the page fetches first; it is fetched once the page is alive, before a
 * thumb is there. Without a Suspense of its own: one that waits again would hide a dialog that stays open.
 */
export function useSheet<Props>(load: () => Promise<ComponentType<Props>>) {
  const Sheet = useLate(load)
  const [isOpen, setOpen] = useState(false)
  return { Sheet, isOpen, open: () => setOpen(true), close: () => setOpen(false) }
}

/** A part of the page that comes once the page is alive; null until then, and where it cannot be fetched. */
export function useLate<Props>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> | null {
  const [late, setLate] = useState<{ readonly Part: ComponentType<Props> } | null>(null)
  useEffect(() => {
    let isGone = false
    load().then(
      (Part) => {
        if (!isGone) setLate({ Part })
      },
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [load])
  return late?.Part ?? null
}
