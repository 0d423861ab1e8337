import { MessageCircle, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useChrome } from '../client/use-chrome.ts'
import { useText } from '../intl/intl.tsx'
import { agencyChat } from './contact.ts'

const storageKey = 'safar-help-dismissed'

function wasDismissed(): boolean {
  try {
    return localStorage.getItem(storageKey) === '1'
  } catch {
    return false
  }
}

/**
 * 'Need Help?' at the bottom left, above any bar (late-parts.tsx), until it is dismissed (C031, C032). Hidden on a
 * phone while a visitor types.
 */
export function HelpButton() {
  const t = useText('help')
  const chrome = useChrome()
  const chat = agencyChat(chrome, chrome.whatsappMessage || t('message'))
  const [isShown, setShown] = useState(false)
  useEffect(() => setShown(!wasDismissed()), [])
  if (!isShown || chat === null) return null
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
      {/* On a phone it sits directly on the bar below: a gap would leave slivers of the page that cannot be tapped. Hidden while typing, where it would cover the field (WCAG 2.4.11). */}
      <div className="flex items-center rounded-t-lg border border-b-0 border-line bg-surface shadow-lift md:rounded-full md:border-b">
        <a
          href={chat}
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
