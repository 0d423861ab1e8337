import { useState } from 'react'

/** Values compare by what they hold: lists and objects of settings are plain data. */
export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

export type Draft<T extends object> = {
  /** What is stored, with the edits over it. */
  readonly value: T
  /** Only what differs from what is stored. */
  readonly changed: Partial<T>
  readonly isDirty: boolean
  readonly change: <K extends keyof T>(key: K, value: T[K]) => void
  readonly discard: () => void
  /** After a save: what was sent is no edit any more; what was typed meanwhile still is. */
  readonly settle: (sent: Partial<T>) => void
}

/** Edits over stored values, held here until they are saved. Whatever is fetched again meanwhile, they stay (D57). */
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
