/**
 * A kind that is not sold. It proves that a new kind needs only a folder and a line. Owns: the cruise, its price by
 * cabin. Does not own: anything in the shop. Invariant: it uses only what other kinds use.
 */
import type { ServiceKind } from '../../kind.ts'
import { labelsOf } from '../../shared/labels.ts'
import type en from './messages/en.json'

export const cruise = {
  key: 'cruise',
  path: 'cruises',
  listHref: '/cruises',
  labels: labelsOf<typeof en>('services/testing/cruise'),
  defaultCurrency: 'AED',
  adminSection: 'cruises',
  fields: () => import('./fields.ts'),
  rules: () => import('./rules.ts'),
  shop: () => import('./shop.tsx'),
  form: () => import('./form.tsx'),
  seed: () => import('./seed.ts'),
} as const satisfies ServiceKind
