import { useEffect, useState } from 'react'

/** The value once it has stayed the same for a while; compared by content. */
export function useSettled<T>(value: T, milliseconds: number): T {
  const [settled, setSettled] = useState(value)
  const now = JSON.stringify(value)
  // biome-ignore lint/correctness/useExhaustiveDependencies: by content
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds)
    return () => clearTimeout(timer)
  }, [now, milliseconds])
  return JSON.stringify(settled) === now ? value : settled
}
