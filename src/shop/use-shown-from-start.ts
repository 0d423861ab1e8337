import { useEffect, useRef } from 'react'

/**
 * For what takes the place of something else: brings it into sight from its start, with the focus, which may have gone
 * with the button that was pressed. `what` says what is there now, null that it is nothing; the first is left alone.
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
