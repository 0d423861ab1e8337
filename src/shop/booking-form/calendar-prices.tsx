import texts from 'shop-messages:calendar'
import type { Money } from '../../kernel/money.ts'
import { type AvailableDay, shortAmount } from '../../ui/calendar/available-days.ts'
import { addMessages, useText } from '../intl/intl.tsx'
import { useMoney } from '../money/use-money.ts'

addMessages(texts)

/** How the calendar says what is left of a day, and its lowest price. */
export function useDayWords() {
  const t = useText('calendar')
  const { show, inChosen } = useMoney()
  return {
    left: (count: number) => t('left', { count }),
    few: t('few'),
    soldOut: t('soldOut'),
    closed: t('closed'),
    price: (price: Money) => show(price).text,
    amount: (price: Money) => shortAmount(inChosen(price), document.documentElement.lang),
  }
}

/** Names the currency of the prices in the days. */
export function PriceLegend({ days }: { days: readonly AvailableDay[] }) {
  const t = useText('calendar')
  const { inChosen } = useMoney()
  const price = days.find(({ from }) => from !== null)?.from
  if (!price) return null
  const { currency } = inChosen(price)
  return (
    <p className="text-sm text-ink-2">{t(currency === price.currency ? 'prices' : 'convertedPrices', { currency })}</p>
  )
}
