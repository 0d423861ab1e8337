import { useEffect, useRef } from 'react'

/**
 * The first field that is marked as wrong gets the focus, for it may be scrolled out of sight: `show` after a refusal
 * here, by itself after one of the server (`fault`). `area` is the ref of what holds the fields.
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
