import { formatMoney, money, type RatesPerUsd } from '../../../kernel/money.ts'
import type { ProviderDescription } from '../port.ts'
import { chargeCurrency, chargeFor } from './charge.ts'

type Described = Pick<ProviderDescription, 'charge' | 'currencies' | 'currencyRefusal' | 'limits' | 'label'>
type Refused = { readonly currency: string; readonly reason: string }

/** Which of the currencies that services are priced in cannot be paid with it, and why. */
export function refusedCurrencies(
  described: Described,
  priced: readonly string[],
  settings: Readonly<Record<string, unknown>>,
  rates: RatesPerUsd,
): readonly Refused[] {
  // The currency alone is asked about here: limits are a matter of each amount.
  const { limits: _limits, ...open } = described
  return priced.flatMap((currency) => {
    const answer = chargeFor(open, money(1, currency), settings, rates)
    return 'refusal' in answer ? [{ currency, reason: answer.refusal }] : []
  })
}

const listed = new Intl.ListFormat('en', { type: 'disjunction' })

/** Sentences for staff: which bookings are not offered it although it is switched on. */
export function restrictionsOf(
  described: Described,
  priced: readonly string[],
  settings: Readonly<Record<string, unknown>>,
  rates: RatesPerUsd,
): readonly string[] {
  const refused = refusedCurrencies(described, priced, settings, rates)
  const charged = priced
    .filter((currency) => !refused.some((each) => each.currency === currency))
    .map((currency) => chargeCurrency(described, currency, settings))
  return [
    ...[...new Set(refused.map(({ reason }) => reason))].map((reason) => {
      const inWhich = refused.filter((each) => each.reason === reason).map(({ currency }) => currency)
      return `Not for bookings in ${listed.format(inWhich)}: ${reason}`
    }),
    ...[...new Set(charged)].flatMap((currency) => limitSentences(described, currency)),
  ]
}

function limitSentences({ limits }: Described, currency: string): readonly string[] {
  const { min, max } = limits?.[currency] ?? {}
  const amount = (minor: number) => formatMoney(money(minor, currency), { exact: true })
  return [
    ...(min === undefined ? [] : [`Not for payments of less than ${amount(min)}`]),
    ...(max === undefined ? [] : [`Not for payments of more than ${amount(max)}`]),
  ]
}
