import type { Profile } from '../../modules/account/contract.ts'
import type { ServiceCard } from '../../modules/catalogue/contract.ts'
import type { ShopApi } from '../client/api.ts'

/** Wish lists in memory: one, of the signed-in user. */
export function fakeWishes(cards: readonly ServiceCard[], user: Profile | null): ShopApi['content']['wishes'] {
  let saved: readonly string[] = []
  const list = () => {
    if (!user) throw Object.assign(new Error('Sign in'), { status: 401 })
    const titleOf = (id: string) => cards.find((card) => card.id === id)?.title ?? 'Gone'
    const added_at = '2026-11-21T08:00:00.000Z'
    return { items: saved.map((id) => ({ service_id: id, title: titleOf(id), added_at })) }
  }
  return {
    cards: async ({ ids }) => ({ items: ids.flatMap((id) => cards.find((card) => card.id === id) ?? []) }),
    mine: async () => list(),
    change: async ({ add = [], remove = [] }) => {
      saved = [...new Set([...add, ...saved])].filter((id) => !remove.includes(id))
      return list()
    },
  }
}
