import { useEffect, useRef } from 'react'

/**
 * For content that replaces other content: scrolls to its start and moves the focus there, because the pressed button
 * may be gone. `what` identifies the content, null for none; the first one is left alone.
 */
export function useShownFromStart<T extends HTMLElement>(what: unknown) {
  const place = useRef<T>(null)
  const last = useRef(what)
  useEffect(() => {
    if (last.current === what) return
    last.current = what
    if (what === null) return
    place.current?.scrollIntoView()
    place.current?.focus({ preventScroll: true })
  }, [what])
  return place
}
