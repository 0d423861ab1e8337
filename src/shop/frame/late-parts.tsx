import texts from 'shop-messages:help,consent,toasts'
import { useEffect } from 'react'
import { ToastHost } from '../../ui/toast.tsx'
import { addMessages, useText } from '../intl.tsx'
import { useNetwork } from '../offline/use-network.ts'
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
  useNetwork()
  return (
    <>
      <div className="bottom-column pointer-events-none fixed inset-x-0 z-20 grid justify-items-start md:gap-3">
        <HelpButton />
        <ConsentBanner />
      </div>
      <ToastHost label={t('label')} closeLabel={t('dismiss')} />
    </>
  )
}
