import { formatMoney, type Money } from '../../kernel/money.ts'
import { Button } from '../../ui/button.tsx'
import { joinClasses } from '../../ui/class-names.ts'
import { PriceSum } from '../../ui/price.tsx'
import { SkeletonText } from '../../ui/skeleton.tsx'
import { readFault } from '../api.ts'
import { Fault } from '../bookings/panel.tsx'
import { inWords } from '../labels.tsx'
import { hasText, textOf } from '../text.ts'
import { Part } from './part.tsx'
import type { SaleForm } from './use-sale.ts'

const t = textOf('newBooking')
const exact = (value: Money): string => formatMoney(value, { exact: true })
type Line = { label: string; quantity: number; unit: Money; total: Money }

export function SalePrice({ form: { chosen, price, quoteError, isCurrent, requote } }: { form: SaleForm }) {
  return (
    <Part title={t('price')}>
      {!chosen ? (
        <p className="text-ink-2">{t('chooseFirst')}</p>
      ) : quoteError ? (
        <>
          <Fault fault={readFault(quoteError).message || t('quoteFailed')} />
          <div>
            <Button variant="secondary" size="sm" onClick={requote}>
              {textOf('shell')('retry')}
            </Button>
          </div>
        </>
      ) : price ? (
        <div className={joinClasses('transition-opacity', !isCurrent && 'opacity-60')}>
          <PriceSum
            lines={[
              ...price.lines.map((line) => ({ key: line.label, label: labelOf(line), amount: exact(line.total) })),
              ...(price.tax.minor > 0 ? [{ key: 'tax', label: t('tax'), amount: exact(price.tax) }] : []),
              ...(price.discount.minor > 0
                ? [{ key: 'discount', label: t('discount'), amount: `-${exact(price.discount)}` }]
                : []),
            ]}
            total={{ label: t('total'), amount: exact(price.final) }}
          />
        </div>
      ) : (
        <div role="status">
          <span className="sr-only">{t('pricing')}</span>
          <SkeletonText lines={2} />
        </div>
      )}
    </Part>
  )
}

/** A line without its own message is named by its key. */
const labelOf = ({ label, quantity, unit }: Line): string =>
  hasText('saleLines', label)
    ? textOf('saleLines')(label, { count: quantity, price: exact(unit) })
    : `${inWords(label)} × ${quantity}`

export function FooterTotal({ form: { price } }: { form: SaleForm }) {
  return (
    <p aria-live="polite" className="me-auto self-center">
      {price ? (
        <>
          <span className="text-sm text-ink-2">{t('total')} </span>
          <bdi dir="ltr" className="font-semibold tabular-nums">
            {exact(price.final)}
          </bdi>
        </>
      ) : null}
    </p>
  )
}
