import type { BookingDeps } from '../booking/index.server.ts'
import type { FilesDeps } from '../files/index.server.ts'
import type { Patience } from './gateways/patience.server.ts'
import type { ProviderRegistry } from './port.ts'

export type PaymentDeps = BookingDeps &
  FilesDeps &
  Patience & {
    readonly providers: ProviderRegistry
    /** No money moves: the sandbox card is available and the payment page says so. */
    readonly isSandbox: boolean
  }
