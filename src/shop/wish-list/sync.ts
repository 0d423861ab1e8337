import type { ShopApi } from '../client/api.ts'
import { maxWishes, readWishList, type Wish, writeWishList } from './store.ts'

const without = (wishes: readonly Wish[], others: readonly Wish[]): readonly Wish[] =>
  wishes.filter(({ id }) => !others.some((other) => other.id === id))
const idsOf = (wishes: readonly Wish[]): string[] => wishes.map(({ id }) => id)

/**
 * Merges the browser's list with the account's, and sends what the account missed. The list of another user, who signed
 * in here before, is dropped. Hearts pressed meanwhile count.
 */
export async function mergeWishes(api: ShopApi, userId: string): Promise<void> {
  const before = readWishList()
  const isOwn = before.owner === null || before.owner === userId
  const own = isOwn ? before.items : []
  const missed = isOwn ? (before.unsent ?? []) : []
  // An item that was removed and then saved again is on the list.
  const gone = missed.filter((id) => !own.some((wish) => wish.id === id))
  const { items } = await api.content.wishes.change({ add: idsOf(own), ...(gone.length > 0 && { remove: gone }) })
  const stored = items.map(({ service_id: id, title }) => ({ id, title }))
  const now = readWishList()
  const added = without(now.items, before.items)
  const removed = without(before.items, now.items)
  // Items that are gone were not added to the account: they stay until the visitor removes them.
  const merged = without([...added, ...without([...stored, ...without(own, stored)], added)], removed)
  const isChanged = added.length + removed.length > 0
  const unsent = isChanged ? idsOf(removed) : null
  writeWishList({ owner: userId, items: merged.slice(0, maxWishes), unsent })
  if (!isChanged) return
  await api.content.wishes.change({ add: idsOf(added), remove: idsOf(removed) })
  if (readWishList().unsent === unsent) writeWishList({ ...readWishList(), unsent: null })
}

/** After signing out, the next user of this browser must not see the list. */
export function leaveWishes(): void {
  if (readWishList().owner !== null) writeWishList({ owner: null, items: [], unsent: null })
}

/** Stores a change in the account. One that fails is sent with the next change, page or connection. */
export async function storeWish(api: ShopApi, id: string, isAdded: boolean): Promise<void> {
  const { owner, unsent } = readWishList()
  if (owner === null) return
  const sending = unsent === null ? api.content.wishes.change(isAdded ? { add: [id] } : { remove: [id] }) : null
  if (await sending?.then(() => true).catch(() => false)) return
  const list = readWishList()
  if (list.owner === null) return
  writeWishList({ ...list, unsent: [...(list.unsent ?? []), ...(isAdded ? [] : [id])].slice(-maxWishes) })
  if (!sending) await mergeWishes(api, owner).catch(() => undefined)
}
