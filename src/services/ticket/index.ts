/**
 * Admission to attractions at a chosen hour. Owns: what a ticket is, its price by age (C053), its slots (C068). Does
 * not own: items, bookings. Invariant: money in details is minor units of the item's currency.
 */
import type { ServiceKind } from '../kind.ts'

export const ticket = {
  key: 'ticket',
  path: 'tickets',
  listHref: '/tickets',
  labels: {
    singular: 'Ticket',
    plural: 'Tickets',
    payment: 'Ticket Booking',
    bookAnother: 'Book Another Ticket',
    listTitle: 'Attraction tickets',
    listIntro: 'Towers, theme parks, museums and gardens: choose an hour and walk in.',
  },
  defaultCurrency: 'AED',
  adminSection: 'tickets',
  fields: () => import('./fields.ts'),
  rules: () => import('./rules.ts'),
  shop: () => import('./shop.tsx'),
  seed: () => import('./seed.ts'),
} as const satisfies ServiceKind
