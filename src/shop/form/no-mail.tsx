import texts from 'shop-messages:noMail'
import { Notice } from '../../ui/badge.tsx'
import { useChrome } from '../client/use-chrome.tsx'
import { addMessages, useText } from '../intl/intl.tsx'
import { ShopLink } from '../routing/link.tsx'

addMessages(texts)

/** A warning for forms that rely on email; nothing in a shop that can send it. */
export function NoMail() {
  const t = useText('noMail')
  if (useChrome().sendsMail) return null
  return (
    <Notice tone="warn" title={t('title')}>
      <p>{t('text')}</p>
      <p className="mt-1">
        <ShopLink href="/contact" className="font-semibold underline underline-offset-4">
          {t('contact')}
        </ShopLink>
      </p>
    </Notice>
  )
}
