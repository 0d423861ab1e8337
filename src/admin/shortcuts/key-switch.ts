import { useSyncExternalStore } from 'react'

const key = 'safar.keys'
const heard = new Set<() => void>()

const isOn = (): boolean => {
  try {
    return localStorage.getItem(key) !== 'off'
  } catch {
    return true
  }
}
/** Stored in this browser: some users need single-key shortcuts off. */
export function switchKeys(on: boolean): void {
  try {
    if (on) localStorage.removeItem(key)
    else localStorage.setItem(key, 'off')
  } catch {
    // Without storage the choice lasts until the page closes.
  }
  for (const hear of heard) hear()
}
const subscribe = (hear: () => void): (() => void) => {
  heard.add(hear)
  return () => heard.delete(hear)
}
export const useKeySwitch = (): boolean => useSyncExternalStore(subscribe, isOn)
