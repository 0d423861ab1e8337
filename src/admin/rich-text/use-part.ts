import { useEffect, useState } from 'react'

/** A part that loads when it is first shown; `isFailed` when it cannot, such as without a network. */
export function usePart<Part>(load: () => Promise<Part>): { readonly part: Part | null; readonly isFailed: boolean } {
  const [part, setPart] = useState<{ readonly loaded: Part } | null>(null)
  const [isFailed, setFailed] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads once
  useEffect(() => {
    let isCurrent = true
    load().then(
      (loaded) => isCurrent && setPart({ loaded }),
      () => isCurrent && setFailed(true),
    )
    return () => {
      isCurrent = false
    }
  }, [])
  return { part: part?.loaded ?? null, isFailed }
}
