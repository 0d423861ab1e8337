import { useState } from 'react'

/** Compares by content: settings are plain data. */
export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

export type Draft<T extends object> = {
  readonly value: T
  readonly changed: Partial<T>
  readonly isDirty: boolean
  readonly change: <K extends keyof T>(key: K, value: T[K]) => void
  readonly discard: () => void
  /** Call after a save: drops the edits that were sent and keeps those made meanwhile. */
  readonly settle: (sent: Partial<T>) => void
}

/** Unsaved edits over stored values. They survive a refetch (D57). */
export function useDraft<T extends object>(stored: T): Draft<T> {
  const [edits, setEdits] = useState<Partial<T>>({})
  const keys = Object.keys(edits) as (keyof T)[]
  const changed: Partial<T> = {}
  for (const key of keys) if (!isSame(edits[key], stored[key])) changed[key] = edits[key] as T[keyof T]
  return {
    value: { ...stored, ...edits },
    changed,
    isDirty: Object.keys(changed).length > 0,
    change: (key, value) => setEdits((now) => ({ ...now, [key]: value })),
    discard: () => setEdits({}),
    settle: (sent) =>
      setEdits((now) => {
        const left = { ...now }
        for (const key of Object.keys(sent) as (keyof T)[]) if (isSame(left[key], sent[key])) delete left[key]
        return left
      }),
  }
}
