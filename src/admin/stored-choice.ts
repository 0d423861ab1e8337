import { useSyncExternalStore } from 'react'

/**
 * What one person chose, kept in this browser. `read` gets the stored text, or null, and never throws. Without storage the
 * choice lasts until the page closes.
 */
export function storedChoice<T>(key: string, read: (stored: string | null) => T) {
  const listeners = new Set<() => void>()
  let known: { readonly stored: string | null; readonly choice: T } | undefined
  let unstored: string | null = null
  const readStored = (): string | null => {
    try {
      return localStorage.getItem(key)
    } catch {
      return unstored
    }
  }
  /** The same object until it changes. */
  const now = (): T => {
    const stored = readStored()
    if (!known || known.stored !== stored) known = { stored, choice: read(stored) }
    return known.choice
  }
  /** Null forgets the choice. */
  const change = (choice: T | null): void => {
    unstored = choice === null ? null : JSON.stringify(choice)
    try {
      if (unstored === null) localStorage.removeItem(key)
      else localStorage.setItem(key, unstored)
    } catch {
      // Kept in `unstored`.
    }
    for (const listener of listeners) listener()
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    addEventListener('storage', listener)
    return () => {
      listeners.delete(listener)
      removeEventListener('storage', listener)
    }
  }
  const useChoice = (): T => useSyncExternalStore(subscribe, now)
  return { now, change, useChoice }
}
