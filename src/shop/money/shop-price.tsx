import type { Money } from '../../kernel/money.ts'
import { Price } from '../../ui/price.tsx'
import { useText } from '../intl/intl.tsx'
import { useMoney } from './use-money.ts'

type ShopPriceProps = {
  amount: Money
  was?: Money | null
  unit?: 'person' | 'vehicle' | 'applicant' | 'clearance' | undefined
  /** To the minor unit: an amount of a booking, not a price on show. */
  isExact?: boolean
  className?: string
}

/**
 * A price in the chosen currency, with the currency that it is charged in small beneath where that is another, and the
 * earlier price struck through.
 */
export function ShopPrice({ amount, was, unit, isExact, className }: ShopPriceProps) {
  const t = useText('price')
  const { show } = useMoney()
  const { text, own } = show(amount, isExact)
  return (
    <Price
      was={was ? show(was).text : undefined}
      wasLabel={t('before')}
      unit={unit ? t(`per.${unit}`) : undefined}
      own={own}
      className={className}
    >
      {text}
    </Price>
  )
}
