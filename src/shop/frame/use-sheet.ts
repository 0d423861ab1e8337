import { type ComponentType, useEffect, useState } from 'react'

/**
 * A sheet is not part of the page's first load: it is fetched once the page is alive. It has no Suspense, because one
 * that suspends again would hide an open dialog.
 */
export function useSheet<Props>(load: () => Promise<ComponentType<Props>>) {
  const Sheet = useLate(load)
  const [isOpen, setOpen] = useState(false)
  return { Sheet, isOpen, open: () => setOpen(true), close: () => setOpen(false) }
}

/** A component that is loaded once the page is alive; null until then, and when it cannot be fetched. */
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
