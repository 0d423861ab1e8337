import { useEffect, useRef } from 'react'

/**
 * Focuses the first invalid field, which may be scrolled out of view: call `show` after a local error; a server error
 * (`fault`) triggers it by itself. Attach `area` to the container of the fields.
 */
export function useFirstWrong<Area extends HTMLElement>(fault: string | null) {
  const area = useRef<Area>(null)
  const show = () =>
    void requestAnimationFrame(() => area.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what the server says anew
  useEffect(() => {
    if (fault) show()
  }, [fault])
  return { area, show }
}
