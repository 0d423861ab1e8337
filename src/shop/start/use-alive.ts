import { useEffect } from 'react'
import { rootId } from './document.ts'

/**
 * Announces once that the whole page is hydrated, including its own part, which React hydrates after the frame. Until
 * then the starter records events (starter.ts): navigating in between would break the hydration.
 */
export const useAlive = (): void => useEffect(announce, [])

function announce(): void {
  const root = document.getElementById(rootId)
  if (!root || root.hasAttribute('data-alive')) return
  // All other effects of the page have run by then.
  queueMicrotask(() => {
    root.setAttribute('data-alive', '')
    dispatchEvent(new Event('shop-alive'))
  })
}
