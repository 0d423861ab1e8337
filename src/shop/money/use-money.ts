import { convert, formatMoney, type Money } from '../../kernel/money.ts'
import { useDisplayCurrency } from '../client/context.tsx'
import { useChrome } from '../client/use-chrome.tsx'
import { useText } from '../intl/intl.tsx'

export interface ShownMoney {
  /** In the chosen currency, '≈' when converted (C292, C296). */
  readonly text: string
  /** The same amount in its own currency, to the last minor unit; '' when it is shown in that. */
  readonly own: string
}
export interface MoneyFormat {
  /** In whole units, for browsing (C295), or to the minor unit; `shown` is its place in a sum (shown-lines.ts). */
  readonly show: (amount: Money, isExact?: boolean, shown?: Money) => ShownMoney
  /** For sentences: '≈ $43.32 (AED 159.00)'. */
  readonly say: (amount: Money, isExact?: boolean) => string
  /** What is charged, to the last minor unit in its own currency. Only for what a customer is about to pay. */
  readonly charged: (amount: Money) => string
  /** In the chosen currency where there is a rate, rounded to the minor unit. */
  readonly inChosen: (amount: Money) => Money
}

export function useMoney(): MoneyFormat {
  const currency = useDisplayCurrency()
  const { ratesPerUsd, convertPrices } = useChrome()
  const t = useText('price')
  const inChosen = (amount: Money) => (convertPrices && convert(amount, currency, ratesPerUsd)) || amount
  const charged = (amount: Money) => formatMoney(amount, { exact: true })
  const show = (amount: Money, exact = false, shown = inChosen(amount)): ShownMoney => {
    const text = formatMoney(shown, { exact })
    return shown.currency === amount.currency
      ? { text, own: '' }
      : { text: t('about', { amount: text }), own: charged(amount) }
  }
  return {
    show,
    say: (amount, isExact = true) => {
      const { text, own } = show(amount, isExact)
      return own ? `${text} (${own})` : text
    },
    charged,
    inChosen,
  }
}
