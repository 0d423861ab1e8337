import type { ShopApi } from '../client/api.ts'
import { maxWishes, readWishList, writeWishList } from './store.ts'

/**
 * Brings the browser's list and the account's together. A list that belongs to another user is not merged: somebody else
 * used this browser.
 */
export async function mergeWishes(api: ShopApi, userId: string): Promise<void> {
  const before = readWishList()
  const own = before.owner === null || before.owner === userId ? before.items : []
  const { items } = await api.content.wishes.change({ add: own.map(({ id }) => id) })
  const merged = items.map(({ service_id: id, title }) => ({ id, title }))
  // Items that are gone were not added to the account: they stay until the visitor removes them.
  const gone = own.filter(({ id }) => !merged.some((item) => item.id === id))
  writeWishList({ owner: userId, items: [...merged, ...gone].slice(0, maxWishes) })
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
