import { useEffect, useState } from 'react'

/** What opens over the page is not among what the page fetches first; it is there before a thumb is. */
export function useSheet(load: () => Promise<unknown>) {
  const [isOpen, setOpen] = useState(false)
  const [isWanted, setWanted] = useState(false)
  useEffect(() => {
    void load().catch(() => undefined)
  }, [load])
  const open = () => {
    setWanted(true)
    setOpen(true)
  }
  return { isOpen, isWanted, open, close: () => setOpen(false) }
}
