import texts from 'shop-messages:priceQuestion'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { PriceChange } from '../../ui/priced-form/use-priced-form.ts'
import { addMessages, useText } from '../intl/intl.tsx'
import { ShopPrice } from '../money/shop-price.tsx'
import { useMoney } from '../money/use-money.ts'

addMessages(texts)

type PriceQuestionProps = { change: PriceChange | null; onAnswer: (agrees: boolean) => void }

/** The price has changed since it was shown: nothing is booked until the customer agrees (C303). */
export function PriceQuestion({ change, onAnswer }: PriceQuestionProps) {
  const t = useText('priceQuestion')
  const { show } = useMoney()
  return (
    <Dialog
      open={change !== null}
      onClose={() => onAnswer(false)}
      keepOnOutsidePress
      title={t('title')}
      closeLabel={t('close')}
      footer={
        <>
          <Button variant="secondary" onClick={() => onAnswer(false)}>
            {t('no')}
          </Button>
          <Button onClick={() => onAnswer(true)}>
            {change ? t('yes', { price: show(change.now, true).text }) : ''}
          </Button>
        </>
      }
    >
      {change ? (
        <>
          <p>{t('text')}</p>
          <dl className="sum mt-4">
            {change.before ? (
              <>
                <dt>{t('before')}</dt>
                <dd>
                  <s>{show(change.before, true).text}</s>
                </dd>
              </>
            ) : null}
            <dt className="sum-total">{t('now')}</dt>
            <dd className="sum-total">
              <ShopPrice amount={change.now} isExact />
            </dd>
          </dl>
        </>
      ) : null}
    </Dialog>
  )
}
