/** For bookings: they take over exactly the places that an offer holds, in their own transaction. */

import type * as z from 'zod'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Core } from '../../../platform/core.server.ts'
import type { Queryable, Trx } from '../../../platform/db/database.server.ts'
import type { DepartureKey } from '../places.server.ts'
import type { waitingOffer } from './contract.ts'
import { changeEntry, findEntry, lockEntry } from './entries.server.ts'
import { readOfferToken } from './links.server.ts'

type Reading = Pick<Core, 'keys' | 'clock'>
export interface OpenOffer {
  readonly entryId: string
  readonly held: number
}
type Wanted = { readonly token: string | null | undefined; readonly departure: DepartureKey }

/** The open offer of a link for this departure; null: there is none, and the link counts for nothing. One statement. */
export async function findOffer(
  q: Queryable,
  deps: Reading,
  { token, departure: { serviceId, date, time } }: Wanted,
): Promise<OpenOffer | null> {
  const ref = token ? readOfferToken(deps, token) : null
  const entry = ref && (await findEntry(q, ref.entryId))
  if (!ref || !entry || entry.offers !== ref.offer || !isOpen(entry, deps.clock())) return null
  const isHere = entry.service_id === serviceId && entry.date === date && entry.time === time
  return isHere ? { entryId: entry.id, held: entry.held } : null
}

const isOpen = (entry: { readonly state: string; readonly offered_until: Date | null }, now: Date): boolean =>
  entry.state === 'offered' && entry.offered_until !== null && entry.offered_until > now

/** Like `findOffer`, locked: nobody else uses or ends it. Before item and departure. Two statements. */
export async function lockOffer(trx: Trx, deps: Reading, wanted: Wanted): Promise<OpenOffer | null> {
  const ref = wanted.token ? readOfferToken(deps, wanted.token) : null
  if (!ref || !(await lockEntry(trx, ref.entryId))) return null
  return findOffer(trx, deps, wanted)
}

/** The booking of this transaction has the places of the offer now. */
export async function bookOffer(
  trx: Trx,
  { entryId }: OpenOffer,
  { bookingId, now }: { readonly bookingId: string; readonly now: Date },
): Promise<void> {
  await changeEntry(trx, entryId, { state: 'booked', held: 0, booking_id: bookingId, now })
}

/** What an offer's link opens, also after it has ended. Refuses 'inventory/not-found' for any other text. */
export async function readOffer(
  deps: Pick<Core, 'db' | 'keys' | 'clock'>,
  token: string,
): Promise<z.input<typeof waitingOffer>> {
  const ref = readOfferToken(deps, token)
  const entry = ref && (await findEntry(deps.db, ref.entryId))
  if (!ref || !entry?.offered_until) throw new Refusal('inventory/not-found')
  const { service_id, date, time, adults, children, infants, offered_until } = entry
  return {
    ...{ service_id, date, time, adults, children, infants },
    is_open: entry.offers === ref.offer && isOpen(entry, deps.clock()),
    until: offered_until.toISOString(),
  }
}
