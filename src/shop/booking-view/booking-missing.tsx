import { buttonClass } from '../../ui/button.tsx'
import { useText } from '../intl/intl.tsx'
import { MissingScreen } from '../page-states/missing-screen.tsx'
import { ShopLink } from '../routing/link.tsx'

/** The page never tells whether the booking is missing or belongs to someone else (C227). */
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
