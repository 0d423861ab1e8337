/**
 * The payment providers of this shop, one line each. A provider owns its supplier's API and nothing else; the port is
 * modules/payment/port.ts, the contract that all of them keep is modules/payment/testing/contract-suite.ts.
 */
import type { PaymentProvider } from '../../modules/payment/port.ts'
import type { Core } from '../../platform/core.server.ts'
import { bankTransfer } from './bank-transfer/provider.ts'
import { cashOnArrival } from './cash-on-arrival/provider.ts'
import { sandboxCard } from './sandbox-card/provider.server.ts'

const providers: readonly ((core: Core) => PaymentProvider)[] = [() => bankTransfer, () => cashOnArrival, sandboxCard]

/** Those that exist in this mode: the sandbox card only where no money moves. */
export const createProviders = (core: Core, options: { readonly isSandbox: boolean }): readonly PaymentProvider[] =>
  providers.map((create) => create(core)).filter((provider) => options.isSandbox || !provider.describe.isSandboxOnly)
