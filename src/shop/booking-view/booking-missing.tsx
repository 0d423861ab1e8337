import { buttonClass } from '../../ui/button.tsx'
import { useText } from '../intl.tsx'
import { ShopLink } from '../link.tsx'
import { MissingScreen } from '../missing-screen.tsx'

/** No such booking, or none that this visitor may see: never told which (C227). */
export function BookingMissing() {
  const t = useText('bookingMissing')
  return (
    <MissingScreen title={t('title')} text={t('text')}>
      <ShopLink href="/" className={buttonClass()}>
        {t('home')}
      </ShopLink>
      <ShopLink href="/booking-tracker" className={buttonClass({ variant: 'secondary' })}>
        {t('track')}
      </ShopLink>
    </MissingScreen>
  )
}
