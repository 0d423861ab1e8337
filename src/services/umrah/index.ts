/**
 * Umrah journeys in groups. Owns: the Umrah package, its prices by age (C123, D166), its group size.
 * Does not own: items, bookings, ratings (from reviews). Invariants: discount_price is at most price (D50); no more
 * nights than days (D154); money in details is in minor units of the item's currency.
 */
import type { ServiceKind } from '../kind.ts'
import { labelsOf } from '../shared/labels.ts'
import type en from './messages/en.json'

export const umrah = {
  key: 'umrah',
  path: 'umrah',
  listHref: '/umrah',
  labels: labelsOf<typeof en>('services/umrah', ['idRequired', 'listFailed', 'failed', 'menuName', 'menuText']),
  icon: 'moon',
  menu: { header: 3 },
  defaultCurrency: 'USD',
  adminSection: 'umrah',
  shortcut: 'u',
  fields: () => import('./fields.ts'),
  rules: () => import('./rules.ts'),
  shop: () => import('./shop.tsx'),
  list: () => import('./list.tsx'),
  seed: () => import('./seed.ts'),
} as const satisfies ServiceKind
