/**
 * Tours of hours or a day, with a guide, at one of a few times a day. Owns: what a tour is, its price by age (C053),
 * its slots (C055). Does not own: items, bookings. Invariant: money in details is minor units of the item's currency.
 */
import type { ServiceKind } from '../kind.ts'

export const tour = {
  key: 'tour',
  path: 'tours',
  listHref: '/tours',
  labels: {
    singular: 'Tour',
    plural: 'Tours',
    payment: 'Tour Booking',
    bookAnother: 'Book Another Tour',
    listTitle: 'Tours',
    listIntro: 'City walks, desert evenings and days at sea, led by guides who live here.',
  },
  failsAsMissing: true,
  defaultCurrency: 'USD',
  adminSection: 'tours',
  fields: () => import('./fields.ts'),
  rules: () => import('./rules.ts'),
  shop: () => import('./shop.tsx'),
  seed: () => import('./seed.ts'),
} as const satisfies ServiceKind
