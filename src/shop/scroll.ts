// Where the page stands after a change of place: at the top, gliding there unless the visitor's system asks for less
// motion (C010); going back or forward, where it stood (C011); with a hash, at its target.
import type { AnyRouter } from '@tanstack/react-router'
import { drawAll } from './draw-later.ts'

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
  /** The first page of a load may be a reload or a return from another site. */
  let isReturn = true
  let shown = ''
  history.scrollRestoration = 'manual'
  // Left alone, the router jumps to the top after every change of address, also where only a filter changed.
  router.update({ scrollRestoration: () => false })
  const remember = () => {
    if (shown === '') return
    drawAll()
    positions[shown] = Math.round(scrollY)
    writePositions(positions)
  }
  addEventListener('pagehide', remember)
  router.history.subscribe(({ action }: { readonly action: { readonly type: string } }) => {
    isReturn = action.type === 'BACK' || action.type === 'FORWARD' || action.type === 'GO'
  })
  router.subscribe('onBeforeNavigate', remember)
  router.subscribe('onRendered', ({ fromLocation, toLocation, pathChanged }) => {
    const key = placeKey(toLocation.state)
    // One rendering may be told more than once.
    if (key === shown) return
    const isFirst = shown === ''
    shown = key
    const kept = isReturn ? positions[key] : undefined
    if (kept || toLocation.hash || !isFirst) drawAll()
    if (kept !== undefined) return scrollTo({ top: kept, behavior: 'instant' })
    if (toLocation.hash) return document.getElementById(toLocation.hash)?.scrollIntoView()
    if (!isFirst && fromLocation && pathChanged) scrollTo({ top: 0, behavior: isCalm() ? 'instant' : 'smooth' })
  })
}
