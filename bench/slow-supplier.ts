import { setTimeout as wait } from 'node:timers/promises'
import { openStripeStandIn } from '../src/adapters/payments/stripe/testing/stand-in.ts'
import type { StandIn } from '../src/modules/payment/testing/stand-in.ts'
import { editOf } from '../tests/support/stand-ins.ts'
import type { Count, Figure } from './figures.ts'
import { besideCalm, paced, type Times, type Visit } from './pace.ts'
import { book, type Item, pay, sendTo } from './purchase.ts'

export const openSupplier = (): Promise<StandIn> => openStripeStandIn()

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

/** Milliseconds: twenty customers arrive within two seconds. */
const between = 100
const roundMilliseconds = 9_000

/**
 * Durations for other visitors while twenty customers wait for a supplier that hangs, compared with one that answers;
 * and the durations for those twenty.
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

/** Books a tour. Returns a function that pays and returns the milliseconds it took. */
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
