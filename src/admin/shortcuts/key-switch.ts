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
/** Kept in this browser: single keys are switched off by those whom they hinder. */
export function switchKeys(on: boolean): void {
  try {
    if (on) localStorage.removeItem(key)
    else localStorage.setItem(key, 'off')
  } catch {
    // A browser that keeps nothing forgets the choice with the page.
  }
  for (const hear of heard) hear()
}
const subscribe = (hear: () => void): (() => void) => {
  heard.add(hear)
  return () => heard.delete(hear)
}
export const useKeySwitch = (): boolean => useSyncExternalStore(subscribe, isOn)
