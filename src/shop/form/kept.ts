// Values in the browser's session storage. Pages also work without it: then a reload forgets them.
import type { KeyStore } from '../../ui/priced-form/request-keys.ts'

export function readKept(key: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

export function writeKept(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Full or forbidden.
  }
}

/** Idempotency keys that outlive a reload: the same request again changes nothing twice (D31). */
export const keptKeys = (slot: string): KeyStore => ({
  read: () => readKept(slot).keys,
  write: (keys) => writeKept(slot, { keys }),
})
