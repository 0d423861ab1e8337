// Sends marks to the server, each until it has an answer. A lost answer is not a lost mark: the same id is sent again,
// and the server counts it once.

import type { MarkResult } from '../../modules/booking/contract.ts'
import type { MarkRefusal, MarkStore, WaitingMark } from './mark-store.ts'

export interface QueueState {
  /** Oldest first; of all users of this device. */
  readonly marks: readonly WaitingMark[]
  readonly isSending: boolean
  /** The last attempt did not reach the server. */
  readonly isCutOff: boolean
  /** False when the browser stores nothing. */
  readonly isLasting: boolean
}
export type NewMark = Omit<WaitingMark, 'tries' | 'refusal' | 'user_id' | 'user_name'>

export interface Answered {
  readonly mark: WaitingMark
  readonly result: MarkResult
}
export interface QueueDeps {
  readonly user: { readonly id: string; readonly full_name: string }
  readonly store: MarkStore
  /** Throws without an answer: the server may or may not have the marks. */
  readonly send: (marks: readonly WaitingMark[]) => Promise<readonly MarkResult[]>
  /** The HTTP status of an error from `send`; 0 without an answer. */
  readonly statusOf: (error: unknown) => number
  /** Called once for each answer. */
  readonly onResults: (results: readonly Answered[]) => void
}

const atOnce = 50
const settled: readonly string[] = ['arrived', 'already', 'undone']
type MarkedPerson = Pick<WaitingMark, 'booking_id' | 'leg' | 'position'>
export const isOnLeg = ({ leg = 'outbound' }: Pick<WaitingMark, 'leg'>, party: Pick<WaitingMark, 'leg'>): boolean =>
  leg === (party.leg ?? 'outbound')
export const isSamePerson = (a: MarkedPerson, b: MarkedPerson): boolean =>
  a.booking_id === b.booking_id && a.position === b.position && isOnLeg(a, b)

export class MarkQueue {
  readonly #deps: QueueDeps
  readonly #listeners = new Set<() => void>()
  #state: QueueState
  #sending: Promise<void> | null = null

  constructor(deps: QueueDeps) {
    this.#deps = deps
    this.#state = { marks: deps.store.read(), isSending: false, isCutOff: false, isLasting: true }
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  readonly state = (): QueueState => this.#state

  add(marks: readonly NewMark[]): void {
    const { user, store } = this.#deps
    for (const mark of marks) {
      const known = store.read().filter((each) => each.user_id === user.id && isSamePerson(each, mark))
      if (known.some(({ refusal }) => refusal === null)) continue
      // A new mark replaces a refused one.
      for (const { mark_id } of known) store.remove(mark_id)
      this.#put({ ...mark, user_id: user.id, user_name: user.full_name, tries: 0, refusal: null })
    }
    this.#change()
  }

  /** Only a mark that was never sent: otherwise the server may have it. */
  takeBack(markId: string): void {
    if (this.#find(markId)?.tries === 0) this.#deps.store.remove(markId)
    this.#change()
  }

  /** Forgets a refused mark. */
  dismiss(markId: string): void {
    if (this.#find(markId)?.refusal) this.#deps.store.remove(markId)
    this.#change()
  }

  /** Reloads changes by other tabs. */
  refresh(): void {
    this.#change()
  }

  /** Sends waiting marks. Concurrent calls share one run. */
  flush(): Promise<void> {
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = null
    })
    return this.#sending
  }

  #change(more: Partial<QueueState> = {}): void {
    this.#state = { ...this.#state, ...more, marks: this.#deps.store.read() }
    for (const listener of this.#listeners) listener()
  }
  #put(mark: WaitingMark): void {
    if (!this.#deps.store.write(mark)) this.#state = { ...this.#state, isLasting: false }
  }
  #find(markId: string): WaitingMark | undefined {
    return this.#state.marks.find(({ mark_id }) => mark_id === markId)
  }
  #next(size: number): readonly WaitingMark[] {
    const { store, user } = this.#deps
    const own = store.read().filter(({ user_id, refusal }) => user_id === user.id && refusal === null)
    return own.slice(0, size).map((mark) => ({ ...mark, tries: mark.tries + 1 }))
  }

  async #sendAll(): Promise<void> {
    let size = atOnce
    for (;;) {
      const batch = this.#next(size)
      if (batch.length === 0) return this.#change({ isSending: false })
      for (const mark of batch) this.#put(mark)
      this.#change({ isSending: true })
      try {
        const isAnySettled = this.#settle(batch, await this.#deps.send(batch))
        this.#change({ isCutOff: false })
        if (!isAnySettled) return this.#change({ isSending: false })
      } catch (error) {
        const status = this.#deps.statusOf(error)
        const isBadRequest = status === 400 || status === 422
        if (!isBadRequest) return this.#change({ isSending: false, isCutOff: status === 0 })
        // One malformed mark must not stop the others.
        if (batch.length === 1) for (const mark of batch) this.#put({ ...mark, refusal: 'unknown' })
        size = 1
      }
    }
  }

  /** Returns false when nothing was settled, so that sending ends. */
  #settle(batch: readonly WaitingMark[], results: readonly MarkResult[]): boolean {
    const answered = batch.flatMap((mark): Answered[] => {
      const result = results.find(({ mark_id }) => mark_id === mark.mark_id)
      return result ? [{ mark, result }] : []
    })
    for (const { mark, result } of answered) {
      if (settled.includes(result.outcome)) this.#deps.store.remove(mark.mark_id)
      else this.#put({ ...mark, refusal: result.outcome as MarkRefusal })
    }
    if (answered.length > 0) this.#deps.onResults(answered)
    return answered.length > 0
  }
}
