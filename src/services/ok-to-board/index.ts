/**
 * Ok to Board: the clearance that airlines require from some travellers from India. Owns: the service, its price with
 * tax (C153), the passenger's fields. Does not own: bookings, files, the page's claims (settings). Invariants: one
 * active service (D77), one passenger per clearance (D75); money is in minor units.
 */
import type { ServiceKind } from '../kind.ts'
import { labelsOf } from '../shared/labels.ts'
import type en from './messages/en.json'

export const okToBoard = {
  key: 'ok_to_board',
  keyAliases: ['ok-to-board'],
  path: 'ok-to-board',
  listHref: '/ok-to-board',
  labels: labelsOf<typeof en>('services/ok-to-board', ['menuName', 'menuText']),
  icon: 'plane',
  menu: { header: 7 },
  defaultCurrency: 'INR',
  isSingle: true,
  adminSection: 'ok-to-board',
  shortcut: 'o',
  fields: () => import('./fields.ts'),
  rules: () => import('./rules.ts'),
  shop: () => import('./shop.tsx'),
  form: () => import('./form.tsx'),
  seed: () => import('./seed.ts'),
} as const satisfies ServiceKind
