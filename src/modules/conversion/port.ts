import type { Money } from '../../kernel/money.ts'

export type ConversionName = 'InitiateCheckout' | 'Purchase'
/** What an advertising network is told of a booking. Addresses and numbers as stored: the adapter hides them. */
export type Conversion = Readonly<{
  name: ConversionName
  /** Unique with the name, so that a repeated one counts once: the booking reference. */
  eventId: string
  occurredAt: Date
  /** The page on which it happened, without a query. */
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
 * Contract: 'taken' once the network has it, 'refused' when it will never take it (a wrong token, say); throws, with a
 * message without secrets or personal data, when another try may help. Answers within 15 seconds either way.
 */
export interface ConversionSink {
  send: (pixelId: string, conversion: Conversion) => Promise<'taken' | 'refused'>
}
