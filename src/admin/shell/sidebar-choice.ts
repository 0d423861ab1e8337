import { storedChoice } from '../stored-choice.ts'

/** How one person wants the sidebar, in this browser. */
export interface SidebarChoice {
  readonly isCompact: boolean
  /** Keys of sections, in the order in which they were pinned. */
  readonly pinned: readonly string[]
}

const first: SidebarChoice = { isCompact: false, pinned: ['bookings', 'departures'] }

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

const sidebar = storedChoice('safar.sidebar', readChoice)
export const changeSidebar = (change: Partial<SidebarChoice>): void => sidebar.change({ ...sidebar.now(), ...change })
export const useSidebar = sidebar.useChoice
