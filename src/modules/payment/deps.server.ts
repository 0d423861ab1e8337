import type { BookingDeps } from '../booking/index.server.ts'
import type { FilesDeps } from '../files/index.server.ts'
import type { Patience } from './gateways.server.ts'
import type { ProviderRegistry } from './port.ts'

export type PaymentDeps = BookingDeps &
  FilesDeps &
  Patience & {
    readonly providers: ProviderRegistry
    /** No money moves: the sandbox card exists and the pages say so. */
    readonly isSandbox: boolean
  }
