import { joined, type Text } from '../../../../kernel/messages.ts'
import { formatMoney, money, type RatesPerUsd } from '../../../../kernel/money.ts'
import { chargeCurrency, chargeFor } from '../../attempts/rules/charge.ts'
import type { ProviderDescription } from '../../port.ts'
import { text } from '../../text.ts'

type Described = Pick<ProviderDescription, 'charge' | 'currencies' | 'currencyRefusal' | 'limits' | 'label'>
type Refused = { readonly currency: string; readonly reason: Text }

/** Which currencies of the catalogue this provider cannot charge, and why. */
export function refusedCurrencies(
  described: Described,
  priced: readonly string[],
  settings: Readonly<Record<string, unknown>>,
  rates: RatesPerUsd,
): readonly Refused[] {
  // Only the currency is checked here: limits depend on the amount.
  const { limits: _limits, ...open } = described
  return priced.flatMap((currency) => {
    const answer = chargeFor(open, money(1, currency), settings, rates)
    return 'refusal' in answer ? [{ currency, reason: answer.refusal }] : []
  })
}

function anyOf(currencies: readonly string[]): string {
  const [last = '', ...others] = currencies.toReversed()
  if (others.length === 0) return last
  return text('restrictions.anyOf', { count: currencies.length, others: joined(others.toReversed(), 'plain'), last })
}

/** Tells staff which bookings an enabled gateway is not offered for. */
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
      return text('restrictions.currencies', { currencies: anyOf(inWhich), reason })
    }),
    ...[...new Set(charged)].flatMap((currency) => limitSentences(described, currency)),
  ]
}

function limitSentences({ limits }: Described, currency: string): readonly string[] {
  const { min, max } = limits?.[currency] ?? {}
  const amount = (minor: number) => formatMoney(money(minor, currency), { exact: true })
  return [
    ...(min === undefined ? [] : [text('restrictions.min', { amount: amount(min) })]),
    ...(max === undefined ? [] : [text('restrictions.max', { amount: amount(max) })]),
  ]
}
