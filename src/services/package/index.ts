/**
 * Holidays of several days in one price. Owns: what a package is, its price by age (C053). Does not own: items,
 * bookings. Invariants: no more nights than days (D154); money in details is minor units of the item's currency.
 */
import type { ServiceKind } from '../kind.ts'

export const packageTour = {
  key: 'package',
  path: 'packages',
  listHref: '/packages',
  labels: {
    singular: 'Package',
    plural: 'Packages',
    payment: 'Package Booking',
    bookAnother: 'Book Another Package',
    listTitle: 'Packages',
    listIntro: 'Hotel, transfers and sights arranged together, so that the days are yours.',
  },
  defaultCurrency: 'USD',
  adminSection: 'packages',
  fields: () => import('./fields.ts'),
  rules: () => import('./rules.ts'),
  shop: () => import('./shop.tsx'),
  seed: () => import('./seed.ts'),
} as const satisfies ServiceKind
