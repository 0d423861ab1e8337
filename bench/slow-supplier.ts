import { setTimeout as wait } from 'node:timers/promises'
import { openStripeStandIn } from '../src/adapters/payments/stripe/testing/stand-in.ts'
import type { StandIn } from '../src/modules/payment/testing/stand-in.ts'
import { editOf } from '../tests/support/stand-ins.ts'
import type { Count, Figure } from './figures.ts'
import { besideCalm, paced, type Times, type Visit } from './pace.ts'
import { book, type Item, pay, sendTo } from './purchase.ts'

export const openSupplier = (): Promise<StandIn> => openStripeStandIn()

/** As staff do it: keys and switch, saved in the back office. */
export async function switchOn(shopUrl: string, cookie: string, standIn: StandIn): Promise<void> {
  const address = `${shopUrl}/api/admin/payment-gateways`
  const shown = (await (await fetch(address, { headers: { cookie } })).json()) as { name: string; version: number }[]
  const version = shown.find(({ name }) => name === standIn.provider)?.version
  if (version === undefined) throw new Error(`The shop knows no ${standIn.provider}`)
  const answer = await fetch(address, {
    method: 'PUT',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ gateways: [editOf(standIn, version)] }),
  })
  if (!answer.ok) throw new Error(`Switching on ${standIn.provider}: ${answer.status} ${await answer.text()}`)
}

const payers = 20
type Place = { readonly shopUrl: string; readonly item: Item; readonly standIn: StandIn; readonly guest: () => number }

/** Twenty come within two seconds; the last of them has an answer when this is over. */
const between = 100
const roundMilliseconds = 9_000

/**
 * What everybody else waits while twenty customers wait for a supplier that hangs, beside the same twenty and one that
 * answers; and what those twenty wait.
 */
export async function measureSlowSupplier(
  place: Place,
  visits: readonly Visit[],
): Promise<{ figures: Figure[]; counts: Count[] }> {
  const rounds: { calm: Times; busy: Times }[] = []
  const waits: number[] = []
  const round = async (): Promise<Times> => {
    const pays = await Promise.all(Array.from({ length: payers }, () => payer(place)))
    const all = pays.map(async (each, n) => {
      await wait(n * between)
      waits.push(await each())
    })
    return paced(visits, Promise.all([...all, wait(roundMilliseconds)]))
  }
  // The supplier's library is loaded at the first payment.
  await round()
  for (let n = 0; n < 3; n++) {
    const calm = await round()
    place.standIn.setFault('hanging')
    rounds.push({ calm, busy: await round().finally(() => place.standIn.setFault(null)) })
  }
  const longest = Math.round(Math.max(...waits))
  return {
    figures: besideCalm(`${payers} wait for a supplier that hangs`, 'the same with one that answers', rounds),
    counts: [{ name: 'longest answer to who pays a supplier that hangs', value: longest, unit: 'ms' }],
  }
}

/** Books; what it gives back pays, and says how many milliseconds that took. */
async function payer({ shopUrl, item, standIn, guest }: Place): Promise<() => Promise<number>> {
  const send = sendTo(shopUrl)
  const n = guest()
  const booked = await book(send, item, n)
  return async () => {
    const began = performance.now()
    const { status, json } = await pay(send, booked, standIn.provider, n)
    if (status >= 400) throw new Error(`Paying: ${status} ${JSON.stringify(json())}`)
    return performance.now() - began
  }
}
