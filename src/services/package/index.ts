/**
 * Holidays of several days at one price. Owns: the package, its price by age (C053). Does not own: items, bookings.
 * Invariants: no more nights than days (D154); money in details is in minor units of the item's currency.
 */
import type { ServiceKind } from '../kind.ts'
import { labelsOf } from '../shared/labels.ts'
import type en from './messages/en.json'

export const packageTour = {
  key: 'package',
  path: 'packages',
  listHref: '/packages',
  labels: labelsOf<typeof en>('services/package', ['menuText']),
  icon: 'package',
  menu: { header: 2, footer: 2 },
  defaultCurrency: 'USD',
  adminSection: 'packages',
  shortcut: 'p',
  fields: () => import('./fields.ts'),
  rules: () => import('./rules.ts'),
  shop: () => import('./shop.tsx'),
  seed: () => import('./seed.ts'),
} as const satisfies ServiceKind
