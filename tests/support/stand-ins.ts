import { openCcavenueStandIn } from '../../src/adapters/payments/ccavenue/testing/stand-in.ts'
import { openPayPalStandIn } from '../../src/adapters/payments/paypal/testing/stand-in.ts'
import { openRazorpayStandIn } from '../../src/adapters/payments/razorpay/testing/stand-in.ts'
import { openStripeStandIn } from '../../src/adapters/payments/stripe/testing/stand-in.ts'
import type { GatewayEdit } from '../../src/modules/payment/gateways/rules/gateway-edit.ts'
import type { StandIn } from '../../src/modules/payment/testing/stand-in.ts'

const suppliers: readonly (() => Promise<StandIn>)[] = [
  openCcavenueStandIn,
  openPayPalStandIn,
  openRazorpayStandIn,
  openStripeStandIn,
]

export type StandIns = {
  readonly all: readonly StandIn[]
  readonly find: (provider: string) => StandIn
  readonly env: Readonly<Record<string, string>>
  /** Origins that browsers open: 'http://127.0.0.1:12345'. */
  readonly origins: readonly string[]
  /** Sends their webhooks to this shop from now on. */
  readonly deliverTo: (shopUrl: string) => void
  readonly close: () => Promise<void>
}

/** `without`: skips providers whose environment variable already points elsewhere. */
export async function openStandIns(without: Readonly<Record<string, string | undefined>> = {}): Promise<StandIns> {
  const opened = await Promise.all(suppliers.map((open) => open()))
  const isElsewhere = ({ env }: StandIn) => Object.keys(env).some((name) => without[name])
  await Promise.all(opened.filter(isElsewhere).map((standIn) => standIn.close()))
  const all = opened.filter((standIn) => !isElsewhere(standIn))
  return {
    all,
    find: (provider) => {
      const standIn = all.find((each) => each.provider === provider)
      if (!standIn) throw new Error(`no stand-in of ${provider}`)
      return standIn
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

/** The form that staff would submit: the stand-in's keys, enabled. */
export const editOf = ({ provider, settings, secrets }: StandIn, version: number): GatewayEdit => ({
  name: provider,
  version,
  enabled: true,
  settings,
  secrets,
})
