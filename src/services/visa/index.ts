/**
 * Visa applications made for travellers. Owns: the visa service, its price (C081), the traveller's fields. Does not
 * own: items, bookings, the files themselves. Invariants: 1 to 10 adults, 0 to 10 children, no infants (D168); money
 * in details is in minor units of the item's currency.
 */
import type { ServiceKind } from '../kind.ts'
import { labelsOf } from '../shared/labels.ts'
import type en from './messages/en.json'

export const visa = {
  key: 'visa',
  path: 'visas',
  pathAliases: ['visa'],
  listHref: '/visas',
  labels: labelsOf<typeof en>('services/visa', ['notFound', 'menuName', 'menuText']),
  icon: 'stamp',
  menu: { header: 4, footer: 4, href: '/visa' },
  flow: 'application',
  defaultCurrency: 'USD',
  adminSection: 'visas',
  shortcut: 'v',
  fields: () => import('./fields.ts'),
  rules: () => import('./rules.ts'),
  shop: () => import('./shop.tsx'),
  form: () => import('./form.tsx'),
  seed: () => import('./seed.ts'),
} as const satisfies ServiceKind
