/**
 * Visas, applied for by us on the traveller's papers. Owns: what a visa service is, its price (C081), what a traveller
 * has to give. Does not own: items, bookings, the files themselves. Invariants: 1 to 10 adults, 0 to 10 children, no
 * infants (D168); money in details is minor units of the item's currency.
 */
import type { ServiceKind } from '../kind.ts'

export const visa = {
  key: 'visa',
  path: 'visas',
  pathAliases: ['visa'],
  listHref: '/visas',
  labels: {
    singular: 'Visa',
    plural: 'Visas',
    notFound: 'Visa service not found',
    payment: 'Visa Service',
    bookAnother: 'Apply for Another Visa',
    listTitle: 'Visas',
    listIntro: 'Send us your papers once; we check them, apply and keep you informed.',
  },
  defaultCurrency: 'USD',
  adminSection: 'visas',
  fields: () => import('./fields.ts'),
  rules: () => import('./rules.ts'),
  shop: () => import('./shop.tsx'),
  seed: () => import('./seed.ts'),
} as const satisfies ServiceKind
