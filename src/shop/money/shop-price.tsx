import type { Money } from '../../kernel/money.ts'
import { Price } from '../../ui/price.tsx'
import { useText } from '../intl/intl.tsx'
import { useMoney } from './use-money.ts'

type ShopPriceProps = {
  amount: Money
  was?: Money | null
  unit?: 'person' | 'vehicle' | 'applicant' | 'clearance' | undefined
  className?: string
}

/** A price in the visitor's currency, with the earlier price struck through. */
export function ShopPrice({ amount, was, unit, className }: ShopPriceProps) {
  const t = useText('price')
  const { show } = useMoney()
  return (
    <Price
      was={was ? show(was).text : undefined}
      wasLabel={t('before')}
      unit={unit ? t(`per.${unit}`) : undefined}
      className={className}
    >
      {show(amount).text}
    </Price>
  )
}
