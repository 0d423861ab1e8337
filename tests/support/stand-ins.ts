import { openCcavenueStandIn } from '../../src/adapters/payments/ccavenue/testing/stand-in.ts'
import { openPayPalStandIn } from '../../src/adapters/payments/paypal/testing/stand-in.ts'
import { openRazorpayStandIn } from '../../src/adapters/payments/razorpay/testing/stand-in.ts'
import { openStripeStandIn } from '../../src/adapters/payments/stripe/testing/stand-in.ts'
import type { GatewayEdit } from '../../src/modules/payment/rules/gateway-edit.ts'
import type { StandIn } from '../../src/modules/payment/testing/stand-in.ts'

/** The stand-ins of all suppliers, one line each. */
const suppliers: readonly (() => Promise<StandIn>)[] = [
  openCcavenueStandIn,
  openPayPalStandIn,
  openRazorpayStandIn,
  openStripeStandIn,
]

export type StandIns = {
  readonly all: readonly StandIn[]
  readonly find: (provider: string) => StandIn
  /** The environment of a shop that talks to them. */
  readonly env: Readonly<Record<string, string>>
  /** What browsers reach of them: 'http://127.0.0.1:12345'. */
  readonly origins: readonly string[]
  /** Their reports go to this shop from now on. */
  readonly deliverTo: (shopUrl: string) => void
  readonly close: () => Promise<void>
}

/** `without`: providers whose supplier is somewhere else, by a variable of their own that is set. */
export async function openStandIns(without: Readonly<Record<string, string | undefined>> = {}): Promise<StandIns> {
  const opened = await Promise.all(suppliers.map((open) => open()))
  const isElsewhere = ({ env }: StandIn) => Object.keys(env).some((name) => without[name])
  await Promise.all(opened.filter(isElsewhere).map((standIn) => standIn.close()))
  const all = opened.filter((standIn) => !isElsewhere(standIn))
  return {
    all,
    find: (provider) => {
      const found = all.find((standIn) => standIn.provider === provider)
      if (!found) throw new Error(`no stand-in of ${provider}`)
      return found
    },
    env: Object.assign({}, ...all.map(({ env }) => env)),
    origins: [...new Set(all.flatMap(({ env }) => Object.values(env).map((url) => new URL(url).origin)))],
    deliverTo: (shopUrl) => {
      for (const { provider, deliverTo } of all) deliverTo(`${shopUrl}/api/webhooks/${provider}`)
    },
    close: async () => {
      await Promise.all(all.map((standIn) => standIn.close()))
    },
  }
}

/** What staff would enter: the stand-in's keys, and the switch. */
export const editOf = ({ provider, settings, secrets }: StandIn, version: number): GatewayEdit => ({
  name: provider,
  version,
  enabled: true,
  settings,
  secrets,
})
