/**
 * Admission to attractions at a chosen hour. Owns: the ticket, its price by age (C053), its slots (C068). Does not
 * own: items, bookings. Invariant: money in details is in minor units of the item's currency.
 */
import type { ServiceKind } from '../kind.ts'
import { labelsOf } from '../shared/labels.ts'
import type en from './messages/en.json'

export const ticket = {
  key: 'ticket',
  path: 'tickets',
  listHref: '/tickets',
  labels: labelsOf<typeof en>('services/ticket', ['menuText']),
  icon: 'ticket',
  menu: { header: 5, footer: 3 },
  defaultCurrency: 'AED',
  adminSection: 'tickets',
  shortcut: 'k',
  fields: () => import('./fields.ts'),
  rules: () => import('./rules.ts'),
  shop: () => import('./shop.tsx'),
  seed: () => import('./seed.ts'),
} as const satisfies ServiceKind
