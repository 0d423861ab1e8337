/**
 * Umrah journeys in groups. Owns: what an Umrah package is, its price per person whatever the age (C123, D166), its
 * group size. Does not own: items, bookings, ratings (from reviews). Invariants: discount_price is at most price
 * (D50); no more nights than days (D154); money in details is minor units of the item's currency.
 */
import type { ServiceKind } from '../kind.ts'

export const umrah = {
  key: 'umrah',
  path: 'umrah',
  listHref: '/umrah',
  labels: {
    singular: 'Umrah Package',
    plural: 'Umrah Packages',
    payment: 'Umrah Package',
    bookAnother: 'Book Another Umrah Package',
    listTitle: 'Umrah packages',
    listIntro: 'Journeys to Makkah and Madinah with a group leader, good hotels and time for worship.',
    idRequired: 'Slug is required',
    listFailed: 'Failed to load Umrah packages',
    failed: 'Failed to load Umrah package',
  },
  defaultCurrency: 'USD',
  adminSection: 'umrah',
  fields: () => import('./fields.ts'),
  rules: () => import('./rules.ts'),
  shop: () => import('./shop.tsx'),
  list: () => import('./list.tsx'),
  seed: () => import('./seed.ts'),
} as const satisfies ServiceKind
