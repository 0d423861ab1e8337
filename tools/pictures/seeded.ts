// Seeded random numbers: the same name always draws the same picture.

export type Seeded = {
  /** A number from `low` up to `high`. */
  between: (low: number, high: number) => number
  chance: (share: number) => boolean
  pick: <Item>(items: readonly Item[]) => Item
  /** Calls `draw` that many times and joins the results. */
  repeat: (times: number, draw: (index: number) => string) => string
}

export function seededBy(name: string): Seeded {
  let state = 2166136261
  for (const letter of name) state = Math.imul(state ^ letter.charCodeAt(0), 16777619)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const between = (low: number, high: number) => low + next() * (high - low)
  return {
    between,
    chance: (share) => next() < share,
    pick: (items) => {
      const item = items[Math.floor(next() * items.length)]
      if (item === undefined) throw new Error('nothing to pick from')
      return item
    },
    repeat: (times, draw) => Array.from({ length: times }, (_, index) => draw(index)).join(''),
  }
}
