/**
 * The payment providers of this shop, one line each. A provider owns its supplier's API and nothing else. The port is
 * modules/payment/port.ts; all providers pass modules/payment/testing/contract-suite.ts.
 */
import type { PaymentProvider, ProviderLine, SupplierUrls } from '../../modules/payment/port.ts'
import type { Core } from '../../platform/core.server.ts'
import { bankTransferLine } from './bank-transfer/provider.ts'
import { cashOnArrivalLine } from './cash-on-arrival/provider.ts'
import { ccavenueLine } from './ccavenue/provider.server.ts'
import { payPalLine } from './paypal/provider.server.ts'
import { razorpayLine } from './razorpay/provider.server.ts'
import { sandboxCardLine } from './sandbox-card/provider.server.ts'
import { stripeLine } from './stripe/provider.server.ts'

const lines: readonly ProviderLine<Core>[] = [
  bankTransferLine,
  cashOnArrivalLine,
  ccavenueLine,
  payPalLine,
  razorpayLine,
  sandboxCardLine,
  stripeLine,
]

/** Environment variables that override the providers' URLs (operations.md). */
export const providerUrlNames: readonly string[] = lines.flatMap(({ urlNames = [] }) => urlNames)

type Options = { readonly isSandbox: boolean; readonly urls?: SupplierUrls }
export const createProviders = (core: Core, { isSandbox, urls = {} }: Options): readonly PaymentProvider[] =>
  lines.map(({ create }) => create(core, urls)).filter((provider) => isSandbox || !provider.describe.isSandboxOnly)
