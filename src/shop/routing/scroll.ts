// The scroll position after navigation: at the top, smoothly unless the visitor prefers reduced motion (C010); restored
// when going back or forward (C011); at the target of a hash.
import type { AnyRouter } from '@tanstack/react-router'
import { drawAll } from '../start/draw-later.ts'

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
    // Without storage, positions are lost with a reload; going back within the page still works.
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
  // By default the router jumps to the top after every change of address, also of a filter.
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
    // One render may be reported more than once.
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
