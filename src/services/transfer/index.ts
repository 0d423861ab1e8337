/**
 * Private rides from door to door. Owns: the transfer, its price per vehicle (C133), its hours and notice (C134). Does
 * not own: items, bookings, vehicles. Invariants: a price per km has a distance, a price per hour a duration; money in
 * details is in minor units of the item's currency.
 */
import type { ServiceKind } from '../kind.ts'
import { labelsOf } from '../shared/labels.ts'
import type en from './messages/en.json'

export const transfer = {
  key: 'transfer',
  path: 'transfers',
  listHref: '/transfers',
  labels: labelsOf<typeof en>('services/transfer', ['menuText']),
  icon: 'bus',
  menu: { header: 6, footer: 5 },
  defaultCurrency: 'AED',
  adminSection: 'transfers',
  shortcut: 'r',
  fields: () => import('./fields.ts'),
  rules: () => import('./rules.ts'),
  shop: () => import('./shop.tsx'),
  form: () => import('./form.tsx'),
  list: () => import('./list.tsx'),
  seed: () => import('./seed.ts'),
} as const satisfies ServiceKind
