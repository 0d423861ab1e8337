/**
 * Guided tours of hours or a day, at a few times a day. Owns: the tour, its price by age (C053), its slots (C055).
 * Does not own: items, bookings. Invariant: money in details is in minor units of the item's currency.
 */
import type { ServiceKind } from '../kind.ts'
import { labelsOf } from '../shared/labels.ts'
import type en from './messages/en.json'

export const tour = {
  key: 'tour',
  path: 'tours',
  listHref: '/tours',
  labels: labelsOf<typeof en>('services/tour', ['menuText']),
  icon: 'tent',
  menu: { header: 1, footer: 1 },
  failsAsMissing: true,
  defaultCurrency: 'USD',
  adminSection: 'tours',
  shortcut: 't',
  fields: () => import('./fields.ts'),
  rules: () => import('./rules.ts'),
  shop: () => import('./shop.tsx'),
  seed: () => import('./seed.ts'),
} as const satisfies ServiceKind
