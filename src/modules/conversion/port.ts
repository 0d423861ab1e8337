import type { Money } from '../../kernel/money.ts'

export type ConversionName = 'InitiateCheckout' | 'Purchase'
/** An advertising event of a booking. The adapter hashes addresses and phone numbers. */
export type Conversion = Readonly<{
  name: ConversionName
  /** The booking reference. With the name it makes repeated events count once. */
  eventId: string
  occurredAt: Date
  /** The page of the event, without a query. */
  pageUrl: string
  /** In the booking's own currency. */
  value: Money
  itemId: string
  email: string
  phone: string | null
  address: string
  userAgent: string
  browserId: string | null
  clickId: string | null
}>
/**
 * Contract: returns 'taken' when the network accepted the event, 'refused' when it never will (such as a wrong token).
 * Throws when a retry may help, with a message without secrets and personal data. Settles within 15 seconds.
 */
export interface ConversionSink {
  send: (pixelId: string, conversion: Conversion) => Promise<'taken' | 'refused'>
}
