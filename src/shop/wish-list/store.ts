/** Saved in the browser, newest first; with an account also there (sync.ts). The title is for items that are deleted. */
export interface Wish {
  readonly id: string
  readonly title: string
}
interface Stored {
  /** The user whose account has the same list; null for a visitor's. */
  readonly owner: string | null
  readonly items: readonly Wish[]
  /** The account missed a change, and the removal of these ids: the next merge sends them. Null: it has the same list. */
  readonly unsent: readonly string[] | null
}
/** As many as an account holds; the door of that room would bring the page editor's rules along. */
export const maxWishes = 50
const slot = 'safar-wish-list'
const nothing: Stored = { owner: null, items: [], unsent: null }

let known: Stored | null = null
const listeners = new Set<() => void>()

function read(): Stored {
  try {
    const { owner, items, unsent } = (JSON.parse(localStorage.getItem(slot) ?? 'null') ?? nothing) as Partial<Stored>
    return {
      owner: typeof owner === 'string' ? owner : null,
      items: Array.isArray(items) ? items.filter(isWish).slice(0, maxWishes) : [],
      unsent: Array.isArray(unsent) ? unsent.filter(isId).slice(0, maxWishes) : null,
    }
  } catch {
    return nothing
  }
}
const isId = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f-]{36}$/i.test(value)
const isWish = (value: unknown): value is Wish => {
  const { id, title } = (value ?? {}) as Record<string, unknown>
  return isId(id) && typeof title === 'string'
}

export const readWishList = (): Stored => {
  known ??= read()
  return known
}

export function writeWishList(next: Stored): void {
  known = next
  try {
    if (next.items.length > 0 || next.owner) localStorage.setItem(slot, JSON.stringify(next))
    else localStorage.removeItem(slot)
  } catch {
    // Full or forbidden: the list lasts as long as the page.
  }
  for (const listener of listeners) listener()
}

/** Another tab may change the list too. */
const heard = (event: StorageEvent): void => {
  if (event.key !== slot && event.key !== null) return
  known = null
  for (const listener of listeners) listener()
}
export function subscribeToWishes(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener('storage', heard)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) removeEventListener('storage', heard)
  }
}

export const isWished = (id: string): boolean => readWishList().items.some((item) => item.id === id)

/** Adds the item at the front, or removes it. False: the list is full, and nothing was changed. */
export function toggleWish({ id, title }: Wish): boolean {
  const { items, ...rest } = readWishList()
  const others = items.filter((item) => item.id !== id)
  if (others.length === items.length && items.length >= maxWishes) return false
  writeWishList({ ...rest, items: others.length < items.length ? others : [{ id, title }, ...items] })
  return true
}
