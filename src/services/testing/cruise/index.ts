/**
 * A kind that nobody sells: the proof that a new one is a folder and a line. Owns: what a cruise is, its price by
 * cabin. Does not own: anything in the shop. Invariant: it uses nothing that the other kinds do not have.
 */
import type { ServiceKind } from '../../kind.ts'

export const cruise = {
  key: 'cruise',
  path: 'cruises',
  listHref: '/cruises',
  labels: {
    singular: 'Cruise',
    plural: 'Cruises',
    payment: 'Cruise Booking',
    bookAnother: 'Book Another Cruise',
    listTitle: 'Cruises',
    listIntro: 'A night on the Creek.',
  },
  defaultCurrency: 'AED',
  adminSection: 'cruises',
  fields: () => import('./fields.ts'),
  rules: () => import('./rules.ts'),
  shop: () => import('./shop.tsx'),
  seed: () => import('./seed.ts'),
} as const satisfies ServiceKind
