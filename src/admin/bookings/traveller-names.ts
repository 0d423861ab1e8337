import type { Booking } from './panel.tsx'

type Traveller = Booking['travelers'][number]

/** Removed travellers stay in the list, because their documents are kept. */
export const isTravelling = (traveller: Traveller): boolean => traveller.removed_at === null

export const text = (value: unknown): string => (typeof value === 'string' ? value : '')
export const nameOf = (traveller: Traveller): string =>
  [text(traveller.first_name), text(traveller.last_name)].filter(Boolean).join(' ')
