import { useSyncExternalStore } from 'react'

/** How one person wants the sidebar, in this browser. */
export interface SidebarChoice {
  readonly isCompact: boolean
  /** Keys of sections, in the order in which they were pinned. */
  readonly pinned: readonly string[]
}

const key = 'safar.sidebar'
const first: SidebarChoice = { isCompact: false, pinned: ['bookings', 'departures'] }
const heard = new Set<() => void>()
let known: { readonly stored: string | null; readonly choice: SidebarChoice } | undefined
/** Without storage the choice lasts until the page closes. */
let unstored: string | null = null

const isKey = (value: unknown): value is string => typeof value === 'string'

/** What cannot be read counts as not chosen. */
export function readChoice(stored: string | null): SidebarChoice {
  try {
    const { isCompact, pinned } = JSON.parse(stored ?? 'null') as { isCompact?: unknown; pinned?: unknown }
    if (!Array.isArray(pinned)) return first
    return { isCompact: isCompact === true, pinned: [...new Set(pinned.filter(isKey))] }
  } catch {
    return first
  }
}
export const togglePin = (pinned: readonly string[], section: string): readonly string[] =>
  pinned.includes(section) ? pinned.filter((one) => one !== section) : [...pinned, section]

function storedChoice(): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return unstored
  }
}
/** The same object until it changes. */
function now(): SidebarChoice {
  const stored = storedChoice()
  if (known?.stored !== stored || !known) known = { stored, choice: readChoice(stored) }
  return known.choice
}
export function changeSidebar(change: Partial<SidebarChoice>): void {
  unstored = JSON.stringify({ ...now(), ...change })
  try {
    localStorage.setItem(key, unstored)
  } catch {
    // Kept in `unstored`.
  }
  for (const hear of heard) hear()
}
function subscribe(hear: () => void): () => void {
  heard.add(hear)
  addEventListener('storage', hear)
  return () => {
    heard.delete(hear)
    removeEventListener('storage', hear)
  }
}
export const useSidebar = (): SidebarChoice => useSyncExternalStore(subscribe, now)
