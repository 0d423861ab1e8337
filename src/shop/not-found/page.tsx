import { buttonClass } from '../../ui/button.tsx'
import { useText } from '../intl.tsx'
import { ShopLink } from '../link.tsx'
import { MissingScreen } from '../missing-screen.tsx'

/** Any path that names nothing (C009). */
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
