/** Reactions of this room: advertising events of bookings. */
import type { DeliveredEvent } from '../../platform/jobs/events.server.ts'
import type { Subscriptions } from '../../platform/jobs/worker.server.ts'
import { type SendDeps, sendConversion } from './commands.server.ts'
import type { ConversionName } from './port.ts'

type SaleEvent = DeliveredEvent<'booking.created' | 'payment.completed'>

export const conversionReactions = (deps: SendDeps): Subscriptions => ({
  'booking.created': { 'tell-network': (event) => tell(deps, 'InitiateCheckout', event) },
  'payment.completed': { 'tell-network': (event) => tell(deps, 'Purchase', event) },
})

const tell = (deps: SendDeps, name: ConversionName, { payload: { bookingId }, occurredAt }: SaleEvent): Promise<void> =>
  sendConversion(deps, { name, occurredAt, bookingId })
