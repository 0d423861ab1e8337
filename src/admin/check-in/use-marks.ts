import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { Profile } from '../../modules/account/contract.ts'
import type { CheckInParty } from '../../modules/booking/contract.ts'
import { api, readFault } from '../api.ts'
import { type Answered, MarkQueue, type QueueState } from './mark-queue.ts'
import { openMarkStore } from './mark-store.ts'

type User = Pick<Profile, 'id' | 'full_name'>

/** After this long the answer counts as lost, and the marks are sent again. */
const maxWaitMs = 20_000
const queues = new Map<string, MarkQueue>()
let hear: (answered: readonly Answered[]) => void = () => {}

/** One listener: the shell, which holds the loaded lists. */
export function hearAnswers(listener: typeof hear): () => void {
  hear = listener
  return () => {
    if (hear === listener) hear = () => {}
  }
}

function storageOfDevice(): Storage | null {
  try {
    return window.localStorage
  } catch {
    return null
  }
}

/** The queue of a user on this device; pages and tabs share it. */
export function queueOf(user: User): MarkQueue {
  const known = queues.get(user.id)
  if (known) return known
  const queue = new MarkQueue({
    user,
    store: openMarkStore(storageOfDevice()),
    send: async (marks) => {
      const sent = marks.map(({ mark_id, booking_id, leg, position, made_at, is_confirmed }) => ({
        ...{ mark_id, booking_id, leg, position, made_at, is_confirmed },
      }))
      const signal = AbortSignal.timeout(maxWaitMs)
      return (await api.booking.admin.checkIn.mark({ marks: sent }, { signal })).results
    },
    statusOf: (error) => readFault(error).status,
    onResults: (answered) => hear(answered),
  })
  queues.set(user.id, queue)
  return queue
}

export const useQueueState = (queue: MarkQueue): QueueState => useSyncExternalStore(queue.subscribe, queue.state)

const nobody: User = { id: '', full_name: '' }
/** The signed-in user's queue. The section opens only with a session. */
export function useMarks() {
  const session = useQuery({ queryKey: ['session'], queryFn: () => api.account.session() })
  const user = session.data?.user ?? nobody
  const queue = queueOf(user)
  return { user, queue, ...useQueueState(queue) }
}

/** A random UUID. Browsers offer randomUUID on https only; a shop in a local network has the plain random values. */
function newMarkId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
}

/** Marks people as arrived on this device and sends the marks. */
export function markArrived(queue: MarkQueue, { party, departureId, positions, isConfirmed }: ToMark): void {
  const made_at = new Date().toISOString()
  const { booking_id, booking_reference, leg } = party
  queue.add(
    positions.map((position) => ({
      ...{ mark_id: newMarkId(), booking_id, leg, position, made_at, is_confirmed: isConfirmed },
      ...{ departure_id: departureId, booking_reference },
    })),
  )
  void queue.flush()
}
export interface ToMark {
  readonly party: CheckInParty
  readonly departureId: string
  readonly positions: readonly number[]
  /** Staff confirmed that they check it in although it is unpaid or unconfirmed. */
  readonly isConfirmed: boolean
}
