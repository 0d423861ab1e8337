import { MessageCircle, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useChrome } from '../client/use-chrome.tsx'
import { useText } from '../intl/intl.tsx'
import { agencyChat } from './contact.ts'
import { useRoom } from './free-place.ts'

const storageKey = 'safar-help-dismissed'

function wasDismissed(): boolean {
  try {
    return localStorage.getItem(storageKey) === '1'
  } catch {
    return false
  }
}

/**
 * 'Need Help?' at the bottom left, above any bar (late-parts.tsx), until it is dismissed (C031, C032). It starts with its
 * label, shrinks to an icon once the page is scrolled, and gives way to headings, fields and buttons. The keyboard always
 * reaches it. Hidden on a phone while a visitor types.
 */
export function HelpButton() {
  const t = useText('help')
  const chrome = useChrome()
  const chat = agencyChat(chrome, chrome.whatsappMessage || t('message'))
  const [isWanted, setWanted] = useState(false)
  useEffect(() => setWanted(!wasDismissed()), [])
  const isShown = isWanted && chat !== null
  const whole = useRef<HTMLElement>(null)
  const room = useRoom(whole, isShown)
  if (!isShown) return null
  const dismiss = () => {
    setWanted(false)
    try {
      localStorage.setItem(storageKey, '1')
    } catch {
      // Without storage it comes back with the next page load.
    }
  }
  return (
    <aside ref={whole} aria-label={t('label')} data-room={room} className="help-button ms-3 md:ms-5">
      {/* On a phone it sits directly on the bar below: a gap would leave slivers of the page that cannot be tapped. */}
      <div className="help-body pointer-events-auto flex w-fit items-center rounded-t-lg border border-b-0 border-line bg-surface shadow-lift md:rounded-full md:border-b">
        <a
          href={chat}
          target="_blank"
          rel="noopener"
          className="flex min-h-11 items-center gap-2 rounded-s-lg ps-3.25 pe-2 text-sm font-semibold text-ink hover:text-primary-strong"
        >
          <MessageCircle aria-hidden="true" className="size-4.5 flex-none text-success" />
          <span className="help-label">{t('label')}</span>
        </a>
        <button
          type="button"
          aria-label={t('dismiss')}
          onClick={dismiss}
          className="help-dismiss grid size-11 place-items-center rounded-full text-ink-2 hover:text-ink"
        >
          <X aria-hidden="true" className="size-4" />
        </button>
      </div>
    </aside>
  )
}
