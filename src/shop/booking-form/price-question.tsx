import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { PriceChange } from '../../ui/priced-form/use-priced-form.ts'
import { useText } from '../intl/intl.tsx'
import { useMoney } from '../money/use-money.ts'

type PriceQuestionProps = { change: PriceChange | null; onAnswer: (agrees: boolean) => void }

/** The price has changed since it was shown: nothing is booked until the customer agrees (C303). */
export function PriceQuestion({ change, onAnswer }: PriceQuestionProps) {
  const t = useText('booking')
  const { exact } = useMoney()
  return (
    <Dialog
      open={change !== null}
      onClose={() => onAnswer(false)}
      keepOnOutsidePress
      title={t('priceChangedTitle')}
      closeLabel={t('close')}
      footer={
        <>
          <Button variant="secondary" onClick={() => onAnswer(false)}>
            {t('priceChangedNo')}
          </Button>
          <Button onClick={() => onAnswer(true)}>
            {change ? t('priceChangedYes', { price: exact(change.now) }) : ''}
          </Button>
        </>
      }
    >
      {change ? (
        <>
          <p>{t('priceChangedText')}</p>
          <dl className="sum mt-4">
            {change.before ? (
              <>
                <dt>{t('priceBefore')}</dt>
                <dd>
                  <s>{exact(change.before)}</s>
                </dd>
              </>
            ) : null}
            <dt className="sum-total">{t('priceNow')}</dt>
            <dd className="sum-total">{exact(change.now)}</dd>
          </dl>
        </>
      ) : null}
    </Dialog>
  )
}
