import texts from 'shop-messages:help,consent,toasts'
import { useEffect } from 'react'
import { ToastHost } from '../../ui/toast.tsx'
import { addMessages, useText } from '../intl/intl.tsx'
import { useNetwork } from '../offline/use-network.ts'
import { watchForOffline } from '../offline/watch-for-offline.ts'
import { ConsentBanner } from '../pixel/consent-banner.tsx'
import { useNoteViewed } from '../recently-viewed/use-note-viewed.ts'
import { useWishSync } from '../wish-list/use-wish-sync.ts'
import { HelpButton } from './help-button.tsx'

addMessages(texts)

/**
 * Loaded once the page is alive: toasts, and one column at the bottom above the page's bar, so that nothing overlaps
 * (C032, D133).
 */
export function LateParts() {
  const t = useText('toasts')
  useEffect(watchForOffline, [])
  useNetwork()
  useNoteViewed()
  useWishSync()
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
