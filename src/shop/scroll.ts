// Where the page stands after a change of place: at the top, gliding there unless the visitor's system asks for less
// motion (C010); going back or forward, where it stood (C011); with a hash, at its target.
import type { AnyRouter } from '@tanstack/react-router'

const storageKey = 'safar-scroll'
type Positions = Record<string, number>

function readPositions(): Positions {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Positions
  } catch {
    return {}
  }
}
function writePositions(positions: Positions): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(Object.fromEntries(Object.entries(positions).slice(-50))))
  } catch {
    // A browser without storage restores nothing after a reload; going back within the page still works.
  }
}

const placeKey = (state: { readonly __TSR_key?: string; readonly key?: string }): string =>
  state.__TSR_key ?? state.key ?? 'first'
const isCalm = () => matchMedia('(prefers-reduced-motion: reduce)').matches

export function followScroll(router: AnyRouter): void {
  const positions = readPositions()
  let isReturn = false
  history.scrollRestoration = 'manual'
  const remember = () => {
    positions[placeKey(router.stores.resolvedLocation.get()?.state ?? {})] = Math.round(scrollY)
    writePositions(positions)
  }
  addEventListener('popstate', () => {
    isReturn = true
  })
  addEventListener('pagehide', remember)
  router.subscribe('onBeforeNavigate', remember)
  router.subscribe('onRendered', ({ fromLocation, toLocation, pathChanged }) => {
    const wasReturn = isReturn || !fromLocation
    isReturn = false
    const kept = wasReturn ? positions[placeKey(toLocation.state)] : undefined
    if (kept !== undefined) return scrollTo({ top: kept, behavior: 'instant' })
    if (toLocation.hash) return document.getElementById(toLocation.hash)?.scrollIntoView()
    if (fromLocation && pathChanged) scrollTo({ top: 0, behavior: isCalm() ? 'instant' : 'smooth' })
  })
}
