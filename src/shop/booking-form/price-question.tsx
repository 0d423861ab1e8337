import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useText } from '../intl.tsx'
import { useMoney } from '../money/use-money.ts'
import type { BookingForm } from './use-booking-form.ts'

type PriceAsking = Pick<BookingForm, 'newPrice' | 'price' | 'agree' | 'disagree'>

/** The price has changed since it was shown: nothing is booked at either until the customer agrees (C303). */
export function PriceQuestion({ form }: { form: PriceAsking }) {
  const t = useText('booking')
  const { exact } = useMoney()
  const { newPrice, price, agree, disagree } = form
  return (
    <Dialog
      open={newPrice !== null}
      onClose={disagree}
      keepOnOutsidePress
      title={t('priceChangedTitle')}
      closeLabel={t('close')}
      footer={
        <>
          <Button variant="secondary" onClick={disagree}>
            {t('priceChangedNo')}
          </Button>
          <Button onClick={agree}>{newPrice ? t('priceChangedYes', { price: exact(newPrice) }) : ''}</Button>
        </>
      }
    >
      {newPrice ? (
        <>
          <p>{t('priceChangedText')}</p>
          <dl className="sum mt-4">
            <dt>{t('priceBefore')}</dt>
            <dd>
              <s>{exact(price.final)}</s>
            </dd>
            <dt className="sum-total">{t('priceNow')}</dt>
            <dd className="sum-total">{exact(newPrice)}</dd>
          </dl>
        </>
      ) : null}
    </Dialog>
  )
}
