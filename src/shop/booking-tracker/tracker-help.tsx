import { Clock, Mail, MessageCircle, Phone } from 'lucide-react'
import { useChrome } from '../client/use-chrome.tsx'
import { agencyChat, mailHref, phoneHref } from '../frame/contact.ts'
import { useMailText } from '../intl/mail-text.ts'
import { ShopLink } from '../routing/link.tsx'

/** Contact details for visitors who cannot find their booking (C233). */
export function TrackerHelp() {
  const t = useMailText('tracker')
  const chrome = useChrome()
  const { contactPhone, contactEmail, businessHours, lang } = chrome
  const chat = agencyChat(chrome, t('chatMessage'))
  const link = 'font-medium text-primary-strong underline underline-offset-4'
  return (
    <aside aria-labelledby="tracker-help" className="rounded-lg border border-line bg-surface p-5">
      <h2 id="tracker-help" className="text-xl">
        {t('help')}
      </h2>
      <p className="mt-1 mb-4 text-sm text-ink-2">{t('helpText')}</p>
      <ul className="ticks">
        {contactPhone ? (
          <li>
            <Phone aria-hidden="true" />
            <a href={phoneHref(contactPhone)} className={link}>
              <bdi>{contactPhone}</bdi>
            </a>
          </li>
        ) : null}
        {contactEmail ? (
          <li>
            <Mail aria-hidden="true" />
            <a href={mailHref(contactEmail)} className={`${link} min-w-0 break-all`}>
              {contactEmail}
            </a>
          </li>
        ) : null}
        <li>
          <MessageCircle aria-hidden="true" />
          {chat ? (
            <a href={chat} target="_blank" rel="noopener" className={link}>
              {t('chat')}
            </a>
          ) : (
            <ShopLink href="/contact" className={link}>
              {t('contactForm')}
            </ShopLink>
          )}
        </li>
        {businessHours ? (
          <li>
            <Clock aria-hidden="true" />
            <span lang={lang?.businessHours}>{businessHours}</span>
          </li>
        ) : null}
      </ul>
    </aside>
  )
}
