import { convert, formatMoney, type Money } from '../../kernel/money.ts'
import { useDisplayCurrency } from '../client/context.tsx'
import { useChrome } from '../client/use-chrome.ts'
import { useText } from '../intl/intl.tsx'

export interface ShownMoney {
  readonly text: string
  /** Shown in another currency than its own (C296). */
  readonly isConverted: boolean
}
export interface MoneyFormat {
  /** For browsing: the visitor's currency in whole units, '≈' when converted (C292, C295, C296). */
  readonly show: (amount: Money) => ShownMoney
  /** In its own currency, to the last minor unit. */
  readonly exact: (amount: Money) => string
}

export function useMoney(): MoneyFormat {
  const currency = useDisplayCurrency()
  const { ratesPerUsd, convertPrices } = useChrome()
  const t = useText('price')
  return {
    show: (amount) => {
      const converted = convertPrices ? convert(amount, currency, ratesPerUsd) : null
      if (!converted || converted.currency === amount.currency) return { text: formatMoney(amount), isConverted: false }
      return { text: t('about', { amount: formatMoney(converted) }), isConverted: true }
    },
    exact: (amount) => formatMoney(amount, { exact: true }),
  }
}
