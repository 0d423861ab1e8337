import { formatMoney, type Money } from '../../kernel/money.ts'
import { Notice } from '../../ui/badge.tsx'
import { PriceSum } from '../../ui/price.tsx'
import type { api } from '../api.ts'
import { textOf } from '../text.ts'

const t = textOf('changeBooking')
export type ChangeQuote = Awaited<ReturnType<typeof api.booking.admin.quoteChange>>
const exact = (amount: Money) => formatMoney(amount, { exact: true })
type Props = { quote: ChangeQuote; isCharged: boolean; isSilent: boolean }

/** The new price, the difference, and what happens with it. */
export function ChangePrice({ quote, isCharged, isSilent }: Props) {
  const { old_amount: before, departure_amount: now } = quote
  if (quote.objection) return <Notice tone="warn">{quote.objection}</Notice>
  const minor = now.minor - before.minor
  const isCompared = minor !== 0 && now.currency === before.currency
  return (
    <div className="grid gap-3">
      {isCompared ? (
        <PriceSum
          lines={[
            { key: 'before', label: t('priceNow'), amount: exact(before) },
            { key: 'now', label: t('priceNew'), amount: exact(now) },
          ]}
          total={{
            label: t('priceDifference'),
            amount: `${minor > 0 ? '+' : '−'}${exact({ ...now, minor: Math.abs(minor) })}`,
          }}
        />
      ) : null}
      <Notice tone="info">{effectOf({ quote, isCharged, isSilent })}</Notice>
    </div>
  )
}

function effectOf({ quote, isCharged, isSilent }: Props): string {
  const { old_amount: before, new_amount: now, settlement, difference } = quote
  if (isCharged && difference) return t(isSilent ? 'chargedSilent' : 'charged', { difference: exact(difference) })
  if (settlement === 'dearer') return t('kept', { paid: exact(before) })
  if (settlement !== 'refund') return t(settlement === 'same' ? 'same' : 'follows', { amount: exact(now) })
  return t('refund', { amount: exact(now), difference: exact({ ...now, minor: Math.abs(now.minor - before.minor) }) })
}
