/**
 * Ok to Board: the clearance that airlines ask of some travellers from India. Owns: what the service is, its price
 * with tax (C153), what the passenger has to give. Does not own: the bookings, the files, the page's claims
 * (settings). Invariants: one active service (D77), one passenger per clearance (D75); money is minor units.
 */
import type { ServiceKind } from '../kind.ts'

export const okToBoard = {
  key: 'ok_to_board',
  keyAliases: ['ok-to-board'],
  path: 'ok-to-board',
  listHref: '/ok-to-board',
  labels: {
    singular: 'Ok to Board',
    plural: 'Ok to Board',
    payment: 'Ok to Board Service',
    bookAnother: 'Book for another passenger',
    listTitle: 'Ok to Board',
    listIntro: 'The airline has your visa on file before you reach the counter.',
  },
  defaultCurrency: 'INR',
  isSingle: true,
  adminSection: 'ok-to-board',
  fields: () => import('./fields.ts'),
  rules: () => import('./rules.ts'),
  shop: () => import('./shop.tsx'),
  seed: () => import('./seed.ts'),
} as const satisfies ServiceKind
