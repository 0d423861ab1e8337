import { MessageCircle, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useText } from '../intl.tsx'
import { useChrome } from '../use-chrome.ts'
import { chatHref } from './contact.ts'

const storageKey = 'safar-help-dismissed'

function wasDismissed(): boolean {
  try {
    return localStorage.getItem(storageKey) === '1'
  } catch {
    return false
  }
}

/** 'Need Help?' at the bottom left, above whatever bar is there (late-parts.tsx), until it is dismissed (C031, C032); a phone's small
 *  screen is left to the field that somebody writes in. */
export function HelpButton() {
  const t = useText('help')
  const { whatsapp, whatsappMessage, contactPhone } = useChrome()
  const [isShown, setShown] = useState(false)
  useEffect(() => setShown(!wasDismissed()), [])
  if (!isShown) return null
  const dismiss = () => {
    setShown(false)
    try {
      localStorage.setItem(storageKey, '1')
    } catch {
      // Without storage it comes back with the next page load.
    }
  }
  return (
    <aside aria-label={t('label')} className="help-button pointer-events-auto ms-3 md:ms-5">
      {/* On a phone it stands on the bar below it: a gap would cut what lies behind into slivers that cannot be hit.
          While somebody writes it is gone: it would lie on the field (WCAG 2.4.11). */}
      <div className="flex items-center rounded-t-lg border border-b-0 border-line bg-surface shadow-lift md:rounded-full md:border-b">
        <a
          href={chatHref(whatsapp ?? contactPhone, whatsappMessage || t('message'))}
          target="_blank"
          rel="noopener"
          className="flex min-h-11 items-center gap-2 rounded-s-lg ps-4 pe-2 text-sm font-semibold text-ink hover:text-primary-strong"
        >
          <MessageCircle aria-hidden="true" className="size-4.5 text-success" />
          {t('label')}
        </a>
        <button
          type="button"
          aria-label={t('dismiss')}
          onClick={dismiss}
          className="grid size-11 place-items-center rounded-full text-ink-2 hover:text-ink"
        >
          <X aria-hidden="true" className="size-4" />
        </button>
      </div>
    </aside>
  )
}
