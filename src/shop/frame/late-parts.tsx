import texts from 'shop-messages:help,consent,toasts'
import { useEffect } from 'react'
import { ToastHost } from '../../ui/toast.tsx'
import { addMessages, useText } from '../intl.tsx'
import { watchForOffline } from '../offline/watch-for-offline.ts'
import { ConsentBanner } from '../pixel/consent-banner.tsx'
import { HelpButton } from './help-button.tsx'

addMessages(texts)

/**
 * What comes once the page is alive, and is no part of its first load: messages, and one column at the bottom, above
 * whatever bar the page has there, so that nothing lies on anything else (C032, D133).
 */
export function LateParts() {
  const t = useText('toasts')
  useEffect(watchForOffline, [])
  return (
    <>
      <div className="pointer-events-none fixed inset-x-0 bottom-[calc(3.8125rem+env(safe-area-inset-bottom))] z-20 grid justify-items-start group-has-data-price-bar/page:bottom-18 md:bottom-5 md:gap-3 md:group-has-data-price-bar/page:bottom-22 lg:group-has-data-price-bar/page:bottom-5">
        <HelpButton />
        <ConsentBanner />
      </div>
      <ToastHost label={t('label')} closeLabel={t('dismiss')} />
    </>
  )
}
