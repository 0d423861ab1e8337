/**
 * Rides from door to door in a vehicle of its own. Owns: what a transfer is, its price per vehicle (C133), its hours
 * and notice (C134). Does not own: items, bookings, vehicles. Invariants: a price per km has a distance, a price per
 * hour a duration; money in details is minor units of the item's currency.
 */
import type { ServiceKind } from '../kind.ts'

export const transfer = {
  key: 'transfer',
  path: 'transfers',
  listHref: '/transfers',
  labels: {
    singular: 'Transfer',
    plural: 'Transfers',
    payment: 'Transfer Service',
    bookAnother: 'Book Another Transfer',
    listTitle: 'Transfers',
    listIntro: 'A driver at the door, from the airport, between cities or to your hotel.',
  },
  defaultCurrency: 'AED',
  adminSection: 'transfers',
  fields: () => import('./fields.ts'),
  rules: () => import('./rules.ts'),
  shop: () => import('./shop.tsx'),
  list: () => import('./list.tsx'),
  seed: () => import('./seed.ts'),
} as const satisfies ServiceKind
