import { type ComponentType, useEffect, useState } from 'react'
import { showProblem } from '../form/problem-toast.ts'
import { useText } from '../intl/intl.tsx'

/**
 * A sheet is fetched when its button is touched, pointed at or focused, and opens when it is there. It has no Suspense,
 * because one that suspends again would hide an open dialog.
 */
export function useSheet<Props>(load: () => Promise<ComponentType<Props>>) {
  const t = useText('broken')
  const [late, setLate] = useState<{ readonly Part: ComponentType<Props> } | null>(null)
  const [isOpen, setOpen] = useState(false)
  const fetchAhead = () => {
    load().catch(() => undefined)
  }
  const open = async () => {
    try {
      const Part = late?.Part ?? (await load())
      setLate({ Part })
      setOpen(true)
    } catch {
      showProblem(t('title'), t('part'))
    }
  }
  return {
    Sheet: late?.Part ?? null,
    isOpen,
    open: () => void open(),
    close: () => setOpen(false),
    /** For the button that opens it. */
    ahead: { onPointerEnter: fetchAhead, onFocus: fetchAhead },
  }
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
