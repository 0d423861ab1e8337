// Where one is in a queue: the entries that were loaded, in their order, and which of them are dealt with. Pure.

export interface QueuePlace {
  readonly at: number
  readonly done: ReadonlySet<string>
}
export const start: QueuePlace = { at: 0, done: new Set() }

/** The next entry that is not dealt with; the end of the list when there is none. */
const after = (ids: readonly string[], done: ReadonlySet<string>, from: number): number => {
  const next = ids.findIndex((id, at) => at >= from && !done.has(id))
  return next === -1 ? ids.length : next
}

export const skip = (ids: readonly string[], { at, done }: QueuePlace): QueuePlace => ({
  at: after(ids, done, at + 1),
  done,
})

/** The entry before that is not dealt with; stays where it is when there is none. */
export function goBack(ids: readonly string[], { at, done }: QueuePlace): QueuePlace {
  const before = ids.findLastIndex((id, index) => index < at && !done.has(id))
  return { at: before === -1 ? at : before, done }
}

/** Marks an entry as done, here or by a colleague, and moves on to the next. */
export function settle(ids: readonly string[], place: QueuePlace, id: string): QueuePlace {
  const done = new Set([...place.done, id])
  return { at: ids[place.at] === id ? after(ids, done, place.at + 1) : place.at, done }
}

/** A decision was undone: back to its entry. */
export function reopen(ids: readonly string[], { at, done }: QueuePlace, id: string): QueuePlace {
  const index = ids.indexOf(id)
  return { at: index === -1 ? at : index, done: new Set([...done].filter((each) => each !== id)) }
}

export const skipped = (ids: readonly string[], { done }: QueuePlace): number =>
  ids.filter((id) => !done.has(id)).length
