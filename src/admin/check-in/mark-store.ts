// Marks that wait on this device. Each has a key of its own, so that two tabs never overwrite each other's.

import type { MarkResult } from '../../modules/booking/contract.ts'

export type MarkRefusal = Exclude<MarkResult['outcome'], 'arrived' | 'already' | 'undone'>
export interface WaitingMark {
  readonly mark_id: string
  readonly booking_id: string
  /** Absent: the first way, as in marks of earlier versions. */
  readonly leg?: 'outbound' | 'return'
  readonly position: number
  readonly made_at: string
  readonly is_confirmed: boolean
  readonly departure_id: string
  /** Shown while it waits; no names are stored on the device. */
  readonly booking_reference: string
  /** Only this user sends it, because the server stores who marked whom. */
  readonly user_id: string
  readonly user_name: string
  /** How often it was sent. */
  readonly tries: number
  /** Why the server refused it; kept until the user dismisses it. */
  readonly refusal: MarkRefusal | null
}

export interface MarkStore {
  readonly read: () => readonly WaitingMark[]
  /** False when the browser stores nothing: the mark is lost with the page. */
  readonly write: (mark: WaitingMark) => boolean
  readonly remove: (markId: string) => void
}

const prefix = 'safar.check-in.'
type OwnStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

export function openMarkStore(storage: OwnStorage | null): MarkStore {
  const unstored = new Map<string, WaitingMark>()
  return {
    read: () => [...storedMarks(storage), ...unstored.values()].sort((a, b) => a.made_at.localeCompare(b.made_at)),
    write: (mark) => {
      try {
        if (!storage) throw new Error('no storage')
        storage.setItem(`${prefix}${mark.mark_id}`, JSON.stringify(mark))
        unstored.delete(mark.mark_id)
        return true
      } catch {
        // Storage is full or blocked.
        unstored.set(mark.mark_id, mark)
        return false
      }
    },
    remove: (markId) => {
      unstored.delete(markId)
      storage?.removeItem(`${prefix}${markId}`)
    },
  }
}

function storedMarks(storage: OwnStorage | null): WaitingMark[] {
  if (!storage) return []
  const keys = Array.from({ length: storage.length }, (_, place) => storage.key(place) ?? '')
  return keys.flatMap((key) => (key.startsWith(prefix) ? (readMark(storage.getItem(key)) ?? []) : []))
}

function readMark(stored: string | null): WaitingMark | null {
  try {
    const mark = JSON.parse(stored ?? '') as Partial<WaitingMark> | null
    const isWhole = typeof mark?.mark_id === 'string' && typeof mark.booking_id === 'string' && mark.made_at
    return isWhole ? (mark as WaitingMark) : null
  } catch {
    return null
  }
}
