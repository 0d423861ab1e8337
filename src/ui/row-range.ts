// Which rows of a table are selected, and ranges of rows by Shift. Pure.

export type Ids = ReadonlySet<string>

/** A range from `anchor` to `head`, beside what else is selected. */
export interface RowRange {
  readonly anchor: string
  readonly head: string
  /** The selection when the anchor was set, the anchor included. */
  readonly base: Ids
  /** The selection with the range. */
  readonly selected: Ids
}

/** Turns one row on or off; a range starts there. */
export function toggleRow(selected: Ids, id: string): RowRange {
  const base = new Set(selected)
  if (!base.delete(id)) base.add(id)
  return { anchor: id, head: id, base, selected: base }
}

/** Starts a range at a row, which is selected. */
export function startRange(selected: Ids, id: string): RowRange {
  const base = new Set([...selected, id])
  return { anchor: id, head: id, base, selected: base }
}

/** The rows from the anchor to `to` become like the anchor; those of a longer range before are as they were. */
export function extendRange(rows: readonly string[], range: RowRange, to: string): RowRange {
  const places = [rows.indexOf(range.anchor), rows.indexOf(to)].toSorted((a, b) => a - b)
  const [from = -1, until = -1] = places
  if (from < 0) return startRange(range.selected, to)
  const selected = new Set(range.base)
  for (const id of rows.slice(from, until + 1))
    if (range.base.has(range.anchor)) selected.add(id)
    else selected.delete(id)
  return { ...range, head: to, selected }
}

/** False once the selection was changed in another way, such as by clearing it. */
export const isCurrent = (range: RowRange, selected: Ids): boolean =>
  range.selected.size === selected.size && [...selected].every((id) => range.selected.has(id))
