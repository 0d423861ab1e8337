import texts from 'shop-messages:help,toasts'
import { useEffect } from 'react'
import { ToastHost } from '../../ui/toast.tsx'
import { useChrome } from '../client/use-chrome.tsx'
import { addMessages, useText } from '../intl/intl.tsx'
import { useNetwork } from '../offline/use-network.ts'
import { watchForOffline } from '../offline/watch-for-offline.ts'
import { useNoteViewed } from '../recently-viewed/use-note-viewed.ts'
import { useWishSync } from '../wish-list/use-wish-sync.ts'
import { HelpButton } from './help-button.tsx'
import { useLate } from './use-sheet.ts'

addMessages(texts)

const loadStaffNotice = async () => (await import('../closed/staff-notice.tsx')).StaffNotice
const loadSuggestion = async () => (await import('./language-suggestion.tsx')).LanguageSuggestion
const loadBanner = async () => (await import('../pixel/consent-banner.tsx')).ConsentBanner

/**
 * Loaded once the page is alive: toasts, and one column at the bottom above the page's bar, so that nothing overlaps
 * (C032, D133).
 */
export function LateParts() {
  const t = useText('toasts')
  const { pixel, state, languages } = useChrome()
  useEffect(watchForOffline, [])
  useNetwork()
  useNoteViewed()
  useWishSync()
  return (
    <>
      <div className="bottom-column pointer-events-none fixed inset-x-0 z-20 grid justify-items-start md:gap-3">
        {state === 'open' ? null : <Closed />}
        <HelpButton />
        {pixel ? <Consent /> : null}
        {languages.length > 1 ? <Suggestion /> : null}
      </div>
      <ToastHost label={t('label')} closeLabel={t('dismiss')} />
    </>
  )
}

/** Fetched while the shop is closed only. */
function Closed() {
  const Notice = useLate(loadStaffNotice)
  return Notice ? <Notice /> : null
}

/** Fetched by shops with several languages only. */
function Suggestion() {
  const Line = useLate(loadSuggestion)
  return Line ? <Line /> : null
}

/** Fetched by shops with an advertising pixel only. */
function Consent() {
  const Banner = useLate(loadBanner)
  return Banner ? <Banner /> : null
}
