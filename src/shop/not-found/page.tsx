import { buttonClass } from '../../ui/button.tsx'
import { useText } from '../intl/intl.tsx'
import { MissingScreen } from '../page-states/missing-screen.tsx'
import { ShopLink } from '../routing/link.tsx'

/** Any unknown path (C009). */
export function NotFoundPage() {
  const t = useText('notFound')
  return (
    <MissingScreen code={t('code')} title={t('title')} text={t('text')}>
      <ShopLink href="/" className={buttonClass()}>
        {t('home')}
      </ShopLink>
    </MissingScreen>
  )
}
