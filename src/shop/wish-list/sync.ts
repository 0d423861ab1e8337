import type { ShopApi } from '../client/api.ts'
import { maxWishes, readWishList, type Wish, writeWishList } from './store.ts'

const without = (wishes: readonly Wish[], others: readonly Wish[]): readonly Wish[] =>
  wishes.filter(({ id }) => !others.some((other) => other.id === id))
const idsOf = (wishes: readonly Wish[]): string[] => wishes.map(({ id }) => id)

/**
 * Merges the browser's list with the account's. The list of another user, who signed in here before, is dropped. Hearts
 * pressed meanwhile count.
 */
export async function mergeWishes(api: ShopApi, userId: string): Promise<void> {
  const before = readWishList()
  const own = before.owner === null || before.owner === userId ? before.items : []
  const { items } = await api.content.wishes.change({ add: idsOf(own) })
  const stored = items.map(({ service_id: id, title }) => ({ id, title }))
  const now = readWishList().items
  const added = without(now, before.items)
  const removed = without(before.items, now)
  // Items that are gone were not added to the account: they stay until the visitor removes them.
  const merged = without([...added, ...without([...stored, ...without(own, stored)], added)], removed)
  writeWishList({ owner: userId, items: merged.slice(0, maxWishes) })
  if (added.length + removed.length > 0) await api.content.wishes.change({ add: idsOf(added), remove: idsOf(removed) })
}

/** After signing out, the next user of this browser must not see the list. */
export function leaveWishes(): void {
  if (readWishList().owner !== null) writeWishList({ owner: null, items: [] })
}

/** Stores a change in the account. If that fails, the next page merges again. */
export async function storeWish(api: ShopApi, id: string, isAdded: boolean): Promise<void> {
  const { owner } = readWishList()
  if (owner === null) return
  try {
    await api.content.wishes.change(isAdded ? { add: [id] } : { remove: [id] })
  } catch {
    writeWishList({ ...readWishList(), owner: null })
  }
}
