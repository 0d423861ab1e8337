import { useEffect } from 'react'
import { rootId } from './document.ts'

/**
 * Tells once that the page has been taken over as a whole, its own part included, which React takes over after the frame
 * around it. Until then the starter keeps what is done (starter.ts): a change of place in between would tear the page's
 * part out of React's hands.
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
