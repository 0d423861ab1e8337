/** Reactions of this room: advertising events of bookings. */
import type { DeliveredEvent } from '../../platform/jobs/events.server.ts'
import type { Subscriptions } from '../../platform/jobs/worker.server.ts'
import { type BookingFacts, sendConversion } from './commands.server.ts'
import type { ConversionName } from './port.ts'
import type { ConversionDeps } from './tables.server.ts'

/** `findSale` reads a booking, which this room does not know. */
type Deps = ConversionDeps & Readonly<{ findSale: (bookingId: string) => Promise<BookingFacts | null> }>

export const conversionReactions = (deps: Deps): Subscriptions => ({
  'booking.created': { 'tell-network': (event) => sendSale(deps, 'InitiateCheckout', event) },
  'payment.completed': { 'tell-network': (event) => sendSale(deps, 'Purchase', event) },
})

/** A free booking is neither a checkout nor a purchase. */
async function sendSale(
  deps: Deps,
  name: ConversionName,
  { payload, occurredAt }: DeliveredEvent<'booking.created' | 'payment.completed'>,
): Promise<void> {
  const sale = await deps.findSale(payload.bookingId)
  if (sale && sale.value.minor > 0) await sendConversion(deps, { name, occurredAt }, sale)
}
